// cgsd compare: methods × datasets × seeds, every cell kept as it ends, and a table of them.
#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/core/printable.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/experiment/cell_log.hpp"
#include "cgsd/experiment/runner.hpp"
#include "cgsd/experiment/spec_file.hpp"
#include "cgsd/experiment/spec_lists.hpp"
#include "cgsd/experiment/tables/significance.hpp"
#include "cgsd/experiment/tables/table_format.hpp"
#include "cgsd/experiment/time_estimate.hpp"

#include "apps/cgsd/render/cell_line.hpp"
#include "apps/cgsd/shell/command.hpp"
#include "apps/cgsd/shell/figure_files.hpp"

namespace cgsd::app {
namespace {

namespace fs = std::filesystem;

struct CompareArguments {
  std::string spec_file;
  std::vector<std::string> data;
  std::vector<std::string> methods;
  std::string seeds;
  std::vector<std::string> settings;
  std::string output;
  std::string data_directory;
  std::vector<Metric> metrics{usual_metrics().begin(), usual_metrics().end()};
  TableFormat format = TableFormat::text;
  std::string against;
  double cell_timeout = 0.0;
  int parallel = 0;
  bool retry_failed = false;
  bool figures = false;
  std::optional<ExperimentSpec> spec;  // from the lists, where these were given

  bool has_lists() const { return !(data.empty() && methods.empty() && seeds.empty() && settings.empty()); }
};

void append_words(std::vector<std::string>& words, const std::vector<std::string>& lists) {
  for (const std::string& list : lists) {
    for (std::string& word : split_list(list)) words.push_back(std::move(word));
  }
}

fs::path output_directory(const CompareArguments& a) {
  if (!a.output.empty()) return a.output;
  return a.spec_file.empty() ? "compare.cgsd" : fs::path(a.spec_file).stem().string() + ".cgsd";
}

// What can be told from the command line alone is wrong usage.
void understand(CompareArguments& a, const CommonFlags& flags) {
  if (a.has_lists() && !a.spec_file.empty()) {
    throw InvalidArgument(
        "with a SPEC file, --data, --methods, --seeds and --set are not allowed: write them into the file");
  }
  if (!a.has_lists()) {
    if (a.spec_file.empty() && !fs::exists(output_directory(a) / kSpecFile)) {
      throw InvalidArgument("nothing to compare: give --data and --methods, or a SPEC file (see cgsd compare --help)");
    }
    return;
  }
  if (a.data.empty()) throw InvalidArgument("--data is missing: which datasets?");
  SpecLists lists{.data = a.data, .methods = a.methods, .first_seed = flags.seed, .settings = a.settings};
  if (lists.methods.empty()) lists.methods = {"fast"};
  if (!a.seeds.empty()) lists.seeds = a.seeds;
  a.spec = spec_from_lists(lists);
}

ExperimentSpec spec_of(const CompareArguments& a, const RunContext& run) {
  if (a.spec) return *a.spec;
  return read_spec(a.spec_file.empty() ? output_directory(a) / kSpecFile : fs::path(a.spec_file), run);
}

RunnerOptions runner_options(const CompareArguments& a, const Session& session) {
  RunnerOptions options;
  options.directory = output_directory(a);
  options.cell_timeout = a.cell_timeout;
  options.retry_failed = a.retry_failed;
  options.parallel_cells = a.parallel;
  options.data = default_locations(a.data_directory.empty() ? std::nullopt : std::optional<fs::path>(a.data_directory));
  options.version = CGSD_VERSION;
  if (!session.flags().quiet && !is_terminal(stderr)) options.cell_ended = show_cell;
  return options;
}

void compare(const CompareArguments& a, Session& session) {
  const ExperimentSpec spec = spec_of(a, session.run());
  const auto is_against = [&](const MethodEntry& method) { return method.label == a.against; };
  if (!a.against.empty() && std::none_of(spec.methods.begin(), spec.methods.end(), is_against)) {
    throw InvalidArgument(fmt::format("--against {}: the experiment has no such method", a.against));
  }
  const RunnerOptions options = runner_options(a, session);
  std::vector<CellRecord> cells;
  try {
    cells = run_experiment(spec, options, session.run());
  } catch (const Cancelled&) {
    if (fs::exists(options.directory / kSpecFile)) {
      fmt::print(stderr, "cgsd: finished cells are kept; to resume: cgsd compare -o {}\n",
                 printable(options.directory.string()));
    }
    throw;
  }
  std::vector<ResultTable> tables = result_tables(spec, cells, a.metrics);
  if (!a.against.empty()) {
    for (ResultTable& table : tables) mark_significance(spec, cells, {.against = a.against}, table);
  }
  std::string text = formatted(tables, a.format, session.width());
  const auto drawn = a.figures ? write_figures(options.directory / "figures", comparison_figures(spec, cells))
                               : std::vector<std::string>{};
  if (a.format == TableFormat::text) {
    if (!drawn.empty())
      text += fmt::format("\n{} files in {}\n", drawn.size(), (options.directory / "figures").string());
    text += fmt::format("\n{} cells in {}\n", grouped(cells.size()), (options.directory / kCellsFile).string());
  }
  session.show(text, Json::parse(to_json(tables)));
}

std::vector<Metric> metrics_named(const std::string& list) {
  std::vector<Metric> metrics;
  for (const std::string& word : split_list(list)) metrics.push_back(metric_named(word));
  return metrics;
}

void add_what(CLI::App* command, const std::shared_ptr<CompareArguments>& a) {
  command->add_option("SPEC", a->spec_file,
                      "an experiment as a JSON file (docs/experiments.md), in place of the lists");
  const auto list = [&](const char* flag, std::vector<std::string>& words, const char* help, const char* type) {
    command
        ->add_option_function<std::vector<std::string>>(
            flag, [&words](const std::vector<std::string>& lists) { append_words(words, lists); }, help)
        ->allow_extra_args(false)
        ->type_name(type);
  };
  list("--data", a->data, "datasets: names (see cgsd data list) or files, separated by commas", "NAME,FILE");
  list("--methods", a->methods, "all, fast (default), or names of methods, separated by commas", "NAME,NAME");
  command->add_option("--seeds", a->seeds, "how many, counted from --seed (default 5); or a list: 3,7")->type_name("N");
  auto* what = command->add_option_group("What");
  what->add_option("--set", a->settings, "one option of one method, e.g. dgi.epochs=100; may be repeated")
      ->allow_extra_args(false)
      ->type_name("METHOD.OPTION=VALUE");
  what->add_option("--data-dir", a->data_directory, "directory to look for datasets and files in first")
      ->type_name("DIR");
}

void add_how(CLI::App* command, const std::shared_ptr<CompareArguments>& a) {
  auto* how = command->add_option_group("How");
  how->add_option("--cell-timeout", a->cell_timeout, "end a cell after so many seconds; 0: never")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0, 1e9).description(""));
  how->add_option("--parallel", a->parallel, "cells at a time; 0: chosen by the size of the graph; 1 measures memory")
      ->type_name("N")
      ->check(CLI::Range(0, 4096).description(""));
  how->add_flag("--retry-failed", a->retry_failed, "run cells again that failed or took too long");
  command->add_option("-o,--output", a->output, "directory that keeps the cells; default compare.cgsd or SPEC's name")
      ->type_name("DIR");
  auto* output = command->add_option_group("Output");
  output
      ->add_option_function<std::string>(
          "--format", [a](const std::string& name) { a->format = parse_choice<TableFormat>("--format", name); },
          "of the table (default text)")
      ->type_name("text|csv|json|markdown|latex");
  output->add_flag("--figures", a->figures, "draw boxes and ranks for print, DIR/figures/*.svg and *.png");
  output
      ->add_option("--against", a->against,
                   "mark what differs from this method by more than chance; ranks over datasets")
      ->type_name("METHOD");
  output
      ->add_option_function<std::string>(
          "--metrics", [a](const std::string& list) { a->metrics = metrics_named(list); },
          "which, of nmi ami ari accuracy modularity communities seconds peak_memory")
      ->type_name("NAME,NAME");
}

Details compare_details() {
  return {
      .examples = {{"cgsd compare --data karate", "what trains nothing, five seeds"},
                   {"cgsd compare --data cora,texas --methods all -o main", "everything; resumes"},
                   {"cgsd compare -o main --format latex", "the table, as LaTeX"},
                   {"cgsd compare --data a.npz --methods paper,dgi --set dgi.epochs=100", "own data, own settings"},
                   {"cgsd compare experiment.json --parallel 1", "measures memory, too"}},
      .notes = {fmt::format("Methods: {}.", fmt::join(method_names(), ", ")),
                "Each is asked for as many communities as there are classes, if it takes a number; the classes serve "
                "for this number and for the scores, nothing else. louvain and leiden find their own number; leiden "
                "takes one with --set leiden.communities=classes.",
                "Every finished cell is a line of DIR/cells.jsonl. The same command resumes after interruption; a "
                "cell that failed is shown as missing, with the reason."}};
}

}  // namespace

void add_compare(CommandLine& line) {
  auto arguments = std::make_shared<CompareArguments>();
  CLI::App* command = line.add("compare", "Compare methods on datasets over several seeds", compare_details());
  add_what(command, arguments);
  add_how(command, arguments);
  line.add_timeout(command->get_option_group("How"));
  command->final_callback([arguments, &line] {
    understand(*arguments, line.flags);
    line.action = [arguments](Session& session) { compare(*arguments, session); };
  });
}

}  // namespace cgsd::app
