// How sub-commands are declared: common flags, graphs and outputs on the command line, flags from described options.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "cgsd/core/options.hpp"
#include "cgsd/io/datasets/load.hpp"
#include "cgsd/io/datasets/save.hpp"

#include "apps/cgsd/shell/session.hpp"

namespace cgsd::app {

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
    command->final_callback([this, what = std::move(what)] { action = what; });
  }
};

// --columns --ignore --kind --id-column
struct TableArguments {
  std::vector<std::string> columns;
  std::vector<std::string> ignore;
  std::vector<std::string> kinds;  // NAME=KIND
  std::string id_column;
};

enum class DirectionChoice { automatic, yes, no };
constexpr auto enum_names(DirectionChoice) {
  using D = DirectionChoice;
  return std::array{EnumName<D>{D::automatic, "auto", "if the method uses them"}, EnumName<D>{D::yes, "yes"},
                    EnumName<D>{D::no, "no"}};
}

// GRAPH… --attributes --labels --format --ids --weights --weights-scale --directed --data, and those of
// a table
struct GraphArguments {
  std::string graph;
  std::vector<std::string> more;  // graphs that are joined with it
  std::string attributes;
  std::string labels;
  std::string graph_key;
  std::string format = "auto";
  std::string ids = "auto";
  std::string weights = "auto";  // auto, ignore, use, or a column
  std::string weights_scale = "none";
  std::string data;
  DirectionChoice directed = DirectionChoice::automatic;
  TableArguments table;
};
void add_graph_arguments(CLI::App* command, GraphArguments& arguments);

NamedDataset load(const GraphArguments& arguments, const Session& session);

// "--directed" alone means yes; a value may follow. In place.
void spell_out_directed(std::vector<std::string>& words);

// -o --attributes-out --labels-out
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
        ->default_str(cgsd::to_text(option.get()));
  }
}

// The sub-commands, one file each.
void add_info(CommandLine& line);
void add_detect(CommandLine& line);
void add_explain(CommandLine& line);
void add_assign(CommandLine& line);
void add_compare(CommandLine& line);
void add_reproduce(CommandLine& line);
void add_generate(CommandLine& line);
void add_convert(CommandLine& line);
void add_curvature(CommandLine& line);
void add_diagnose(CommandLine& line);
void add_data(CommandLine& line);
void add_demo(CommandLine& line);

}  // namespace cgsd::app
