// What the sub-commands share: global flags, the run context, output, and how a graph is named on the command line.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/io/load.hpp"
#include "cgsd/io/save.hpp"

#include "terminal.hpp"

namespace cgsd::app {

using Json = nlohmann::ordered_json;

// Flags that every sub-command takes.
struct CommonFlags {
  bool json = false;
  bool quiet = false;
  int threads = 0;
  std::uint64_t seed = 0;
};

// What a sub-command works with while it runs.
class Session {
 public:
  Session(const CommonFlags& flags, std::stop_token stop);

  const CommonFlags& flags() const { return flags_; }
  const RunContext& run() const { return *run_; }

  // Prints `text`, or in --json mode `json`. With --quiet only JSON is printed. A closed pipe is an IoError.
  void show(const std::string& text, const Json& json) const;

 private:
  CommonFlags flags_;
  ProgressBar bar_;
  std::optional<RunContext> run_;
};

using Action = std::function<void(Session&)>;

// Collects sub-commands; the one that was asked for leaves its action here.
struct CommandLine {
  CLI::App& root;
  CommonFlags flags;
  Action action;

  // Adds a sub-command with the common flags. `details` is shown below the options.
  CLI::App* add(const std::string& name, const std::string& summary, const std::string& details) {
    return add_to(&root, name, summary, details);
  }
  CLI::App* add_to(CLI::App* parent, const std::string& name, const std::string& summary, const std::string& details);
  // What happens when `command` was chosen.
  void on(CLI::App* command, Action what) {
    command->final_callback([this, what] { action = what; });
  }
};

// GRAPH --features --labels --format --ids --directed --data
struct GraphArguments {
  std::string graph;
  std::string features;
  std::string labels;
  std::string format = "auto";
  std::string ids = "auto";
  std::string data;
  bool directed = false;
};
void add_graph_arguments(CLI::App* command, GraphArguments& arguments);

struct NamedDataset {
  std::string name;    // as shown to the user
  std::string format;  // what it was read as
  Dataset data;
};
NamedDataset load(const GraphArguments& arguments, const Session& session);

// -o --features-out --labels-out
void add_save_arguments(CLI::App* command, SaveRequest& save);

// One flag --NAME per described option. `options` must outlive the parse; values are checked while parsing.
template <class Options>
void add_described_flags(CLI::App* command, Options& options) {
  for (const Option& option : list_options(options)) {
    std::string flag = "--" + option.name;
    if (std::string dashed = flag; std::replace(dashed.begin() + 2, dashed.end(), '_', '-'), dashed != flag)
      flag += "," + dashed;
    const auto set = [option](const std::string& text) { option.set(text); };
    command->add_option_function<std::string>(flag, set, option.help)
        ->type_name(option.allowed.empty() ? option.type : option.allowed)
        ->default_str(to_text(option.get()));
  }
}

// JSON forms shared by several commands.
Json to_json(const OptionValue& value);
Json to_json(double number);  // NaN and infinities become null
std::string seconds_text(double seconds);
std::string number_text(double value, int digits);  // "–" for NaN

// The sub-commands, one file each.
void add_info(CommandLine& line);
void add_generate(CommandLine& line);
void add_convert(CommandLine& line);
void add_curvature(CommandLine& line);
void add_data(CommandLine& line);
void add_demo(CommandLine& line);

}  // namespace cgsd::app
