// How sub-commands are declared: common flags, graphs and outputs on the command line, flags from described options.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "cgsd/core/options.hpp"
#include "cgsd/io/datasets/load.hpp"
#include "cgsd/io/datasets/save.hpp"

#include "apps/cgsd/shell/description.hpp"
#include "apps/cgsd/shell/session.hpp"
#include "apps/cgsd/shell/table_arguments.hpp"

namespace cgsd::app {

using Action = std::function<void(Session&)>;

// Collects sub-commands; the one that was asked for leaves its action here.
struct CommandLine {
  CLI::App& root;
  CommonFlags flags{};
  Action action{};
  std::map<const CLI::App*, Details> details{};

  // Adds a sub-command with the common flags.
  CLI::App* add(const std::string& name, const std::string& summary, Details told) {
    return add_to(&root, name, summary, std::move(told));
  }
  CLI::App* add_to(CLI::App* parent, const std::string& name, const std::string& summary, Details told);
  // --timeout, for commands that may run long.
  void add_timeout(CLI::App* group);
  // What happens when `command` was chosen.
  void on(CLI::App* command, Action what) {
    command->final_callback([this, what = std::move(what)] { action = what; });
  }
  // `command` as it was declared, with all below it.
  CommandDescription description(const CLI::App& command) const;
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

// One flag --NAME per described option. `options` must outlive the parse; values are checked while parsing. If some are
// named as usual, the others become a group that the short help leaves out.
template <class Options>
void add_described_flags(CLI::App* command, Options& options, std::initializer_list<std::string_view> usual = {}) {
  CLI::App* rest = usual.size() == 0 ? command : command->add_option_group("More of it");
  for (const Option& option : list_options(options)) {
    const bool is_usual = std::ranges::find(usual, option.name) != usual.end();
    std::string flag = "--" + option.name;
    if (std::string dashed = flag; std::replace(dashed.begin() + 2, dashed.end(), '_', '-'), dashed != flag)
      flag += "," + dashed;
    const auto set = [option](const std::string& text) { option.set(text); };
    const bool chooses = option.type == "choice" || option.type == "flag";
    const std::string range = chooses || option.allowed.empty() ? "" : "; " + option.allowed;
    (is_usual ? command : rest)
        ->add_option_function<std::string>(flag, set, option.help + range)
        ->type_name(chooses                 ? option.allowed
                    : option.type == "text" ? "TEXT"
                                            : "N")
        ->default_str(cgsd::to_text(option.get()));
  }
}

// The sub-commands, one file each.
void add_info(CommandLine& line);
void add_detect(CommandLine& line);
void add_explain(CommandLine& line);
void add_report(CommandLine& line);
void add_view(CommandLine& line);
void add_assign(CommandLine& line);
void add_compare(CommandLine& line);
void add_reproduce(CommandLine& line);
void add_generate(CommandLine& line);
void add_convert(CommandLine& line);
void add_curvature(CommandLine& line);
void add_diagnose(CommandLine& line);
void add_data(CommandLine& line);
void add_demo(CommandLine& line);
void add_completion(CommandLine& line);
void add_man(CommandLine& line);

}  // namespace cgsd::app
