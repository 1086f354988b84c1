#include "apps/cgsd/shell/command.hpp"

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/store/dataset_name.hpp"
#include "cgsd/io/store/dataset_store.hpp"
#include "cgsd/io/store/registry.hpp"

#include "apps/cgsd/shell/enum_argument.hpp"
#include "apps/cgsd/shell/graph_words.hpp"

namespace cgsd::app {

CommandDescription CommandLine::description(const CLI::App& command) const {
  return describe_command(command, [this](const CLI::App* app) {
    const auto found = details.find(app);
    return found == details.end() ? Details{} : found->second;
  });
}

CLI::App* CommandLine::add_to(CLI::App* parent, const std::string& name, const std::string& summary, Details told) {
  CLI::App* command = parent->add_subcommand(name, summary);
  details[command] = std::move(told);
  auto* common = command->add_option_group("Common");
  common->add_flag("--json", flags.json, "print one JSON object instead of text");
  common->add_flag("--quiet,-q", flags.quiet, "print nothing but warnings and errors (and JSON)");
  common->add_option("--threads", flags.threads, "threads to use; 0: all. Results do not depend on it")
      ->check(CLI::Range(0, 4096).description(""))
      ->type_name("N")
      ->capture_default_str();
  common->add_option("--seed", flags.seed, "seed of everything random")
      ->check([](const std::string& text) {
        return text.starts_with('-') ? fmt::format("{}: must be a whole number from 0 on", text) : std::string();
      })
      ->type_name("N")
      ->capture_default_str();
  return command;
}

void CommandLine::add_timeout(CLI::App* group) {
  group->add_option("--timeout", flags.timeout, "stop after so many seconds, as Ctrl-C does; 0: never")
      ->check(CLI::Range(0.0, 1e9).description(""))
      ->type_name("SECONDS");
}

void add_graph_arguments(CLI::App* command, GraphArguments& a) {
  command
      ->add_option("GRAPH", a.graph,
                   "graph file or directory, - for standard input, or the name of a dataset (see cgsd data list)")
      ->required();
  command->add_option("MORE", a.more, "further graph files: joined with the first, the weights of shared edges added")
      ->type_name("FILE");
  command
      ->add_option("--attributes,-x", a.attributes,
                   "node attributes: CSV/TSV, .npy, .npz or svmlight; of .h5ad: obsm/NAME")
      ->type_name("FILE");
  command->add_option("--labels,-y", a.labels, "classes for scoring: CSV/TSV, .npy or .npz, or a column of the table")
      ->type_name("FILE|NAME");
  auto* input = command->add_option_group("Input");
  input->add_option("--graph-key", a.graph_key, ".h5ad: which obsp is the graph; without it: connectivities")
      ->type_name("NAME");
  input->add_option("--features", a.attributes)->group("");  // another word for it, not shown
  GraphFormat format{};
  std::vector<std::string> formats;
  for (const auto& entry : enum_names(format)) {
    if (entry.value != GraphFormat::builtin) formats.emplace_back(entry.name);
  }
  input->add_option("--format", a.format, "what GRAPH is; auto looks at the content, then at the name")
      ->type_name(fmt::format("{}", fmt::join(formats, "|")))
      ->capture_default_str();
  input->add_option("--ids", a.ids, "edge lists: are ids 0-based indices or names?")
      ->type_name("auto|index|name")
      ->capture_default_str();
  input
      ->add_option("--weights", a.weights,
                   "edge weights: use or ignore them, or the column of an edge list that has them, by name or number")
      ->type_name("auto|use|ignore|COLUMN")
      ->capture_default_str();
  input->add_option("--weights-scale", a.weights_scale, "for weights that span decades")
      ->type_name("none|log|rank")
      ->capture_default_str();
  input
      ->add_option_function<std::string>(
          "--directed", [&a](const std::string& text) { a.directed = enum_from<DirectionChoice>("--directed", text); },
          "keep directed entries, loops and repeats as they are; auto: if the method uses them")
      ->type_name("auto|yes|no")
      ->default_str("auto");
  input->add_option("--data", a.data, "directory to look for datasets in first")->type_name("DIR");
  add_table_arguments(command, a.table);
}

void add_save_arguments(CLI::App* command, SaveRequest& save) {
  auto* output = command->add_option_group("Output");
  output
      ->add_option_function<std::string>(
          "-o,--output", [&save](const std::string& text) { save.graph = text; },
          "file to write; its ending sets the format: .npz .csv .tsv .txt .graphml .gexf .gml .json "
          ".net .adjlist .metis .mtx (and .gz)")
      ->required()
      ->type_name("FILE");
  output
      ->add_option_function<std::string>(
          "--attributes-out", [&save](const std::string& text) { save.attributes = text; },
          "write the attributes too: .npy, .csv, .tsv")
      ->type_name("FILE");
  output
      ->add_option_function<std::string>(
          "--labels-out", [&save](const std::string& text) { save.labels = text; }, "write the classes too: .csv, .tsv")
      ->type_name("FILE");
}

namespace {

std::optional<std::filesystem::path> optional_path(const std::string& text) {
  if (text == "-") return "/dev/stdin";
  return text.empty() ? std::nullopt : std::optional<std::filesystem::path>(text);
}

// Whether this is a member of an AnnData file rather than a file of its own.
bool is_member(const std::string& text) {
  const bool looks = text == "X" || text == "none" || text.starts_with("obsm/") || text.starts_with("layers/");
  return looks && !std::filesystem::exists(text);
}

LoadRequest request_of(const GraphArguments& a) {
  LoadRequest request;
  request.graph = *optional_path(a.graph);
  request.graph_key = a.graph_key;
  if (is_member(a.attributes)) {
    request.attribute_key = a.attributes;
  } else {
    request.attributes = optional_path(a.attributes);
  }
  request.labels = optional_path(a.labels);
  request.format = enum_from<GraphFormat>("--format", a.format);
  request.ids = enum_from<IdKind>("--ids", a.ids);
  request.more.assign(a.more.begin(), a.more.end());
  request.build.directed = a.directed == DirectionChoice::yes;
  request.build.binary = a.weights == "ignore";
  if (a.weights != "auto" && a.weights != "use" && a.weights != "ignore") request.weight_column = a.weights;
  request.weight_scale = enum_from<WeightScale>("--weights-scale", a.weights_scale);
  request.table = table_options(a.table);
  return request;
}

}  // namespace

NamedDataset load(const GraphArguments& arguments, const Session& session) {
  const LoadRequest request = request_of(arguments);
  const bool is_name = arguments.graph != "-" && is_dataset_name(arguments.graph);
  LoadedDataset loaded = is_name ? load_known_dataset(arguments.graph, default_locations(optional_path(arguments.data)),
                                                      request, session.run())
                                 : load_dataset(request, session.run());
  if (auto hidden = hidden_dataset(arguments.graph)) loaded.data.account.push_back(*std::move(hidden));
  if (arguments.weights == "use" && !loaded.data.input.graph.weighted())
    throw InvalidArgument(fmt::format("--weights use: {} has no weights", arguments.graph));
  std::string name = arguments.graph;
  for (const std::string& graph : arguments.more) name += " + " + graph;
  return {std::move(name),         std::string(name_of(loaded.format)), std::move(loaded.data),
          std::move(loaded.files), std::move(loaded.encoding),          words_of(arguments)};
}

void spell_out_directed(std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != "--directed") continue;
    const std::string next = i + 1 < words.size() ? words[i + 1] : std::string();
    if (next != "auto" && next != "yes" && next != "no") words[i] = "--directed=yes";
  }
}

}  // namespace cgsd::app
