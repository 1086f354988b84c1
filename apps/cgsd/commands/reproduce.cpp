// cgsd reproduce: what the CGSD paper says, what was measured, and a verdict, number by number.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/output_directory.hpp"

#include "apps/cgsd/render/cell_line.hpp"
#include "apps/cgsd/shell/command.hpp"
#include "papers/cgsd/reproduction.hpp"
#include "papers/cgsd/reproduction_report.hpp"
#include "papers/cgsd/text_table.hpp"

namespace cgsd::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDocument = "REPRODUCTION.md";

struct ReproduceArguments {
  std::vector<PaperItem> items;
  std::string output = "reproduction";
  std::string data_directory;
  bool learned = false;
  std::int32_t seeds = 0;
  TableFormat format = TableFormat::text;
  bool all = false;
};

std::vector<PaperItem> all_items() {
  std::vector<PaperItem> items;
  for (const auto& entry : enum_names(PaperItem{})) items.push_back(entry.value);
  return items;
}

void add_items(ReproduceArguments& a, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (name == "all") {
      a.all = true;
      a.items = all_items();
      return;
    }
    const auto item = value_named<PaperItem>(name);
    if (!item) {
      throw InvalidArgument(
          fmt::format("{}: not an item; there are all, {}", name, fmt::join(names_of<PaperItem>(), ", ")));
    }
    if (std::ranges::find(a.items, *item) == a.items.end()) a.items.push_back(*item);
  }
}

void check_data(const ReproduceArguments& a, const StoreLocations& locations) {
  const std::vector<std::string> missing = missing_data(a.items, locations);
  if (missing.empty()) return;
  throw IoError(fmt::format(
      "not on this machine: {}; give the directory that holds them with --data-dir or CGSD_DATA (cgsd data fetch NAME "
      "downloads some)",
      fmt::join(missing, ", ")));
}

ReproduceOptions options_of(const ReproduceArguments& a, const Session& session) {
  ReproduceOptions options;
  options.directory = a.output;
  options.data = default_locations(a.data_directory.empty() ? std::nullopt : std::optional<fs::path>(a.data_directory));
  options.learned = a.learned;
  options.seeds = a.seeds;
  options.version = CGSD_VERSION;
  if (!session.flags().quiet && !is_terminal(stderr)) options.cell_ended = show_cell;
  return options;
}

std::string tally(const std::vector<ItemReport>& reports) {
  std::vector<std::string> parts;
  for (const auto& verdict : enum_names(ClaimVerdict{})) {
    std::size_t count = 0;
    for (const ItemReport& report : reports) count += count_verdicts(report.claims, verdict.value);
    parts.push_back(fmt::format("{} {}", count, verdict.name));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

void reproduce_items(const ReproduceArguments& a, Session& session) {
  ReproduceOptions options = options_of(a, session);
  check_data(a, options.data);
  check_output_directory(options.directory);
  std::vector<ItemReport> reports;
  std::vector<std::string> names;
  for (const PaperItem item : a.items) {
    if (options.cell_ended) fmt::print(stderr, "{}\n", name_of(item));
    options.before = reports;
    ItemReport report = reproduce(item, options, session.run());
    reports.push_back(std::move(report));
    for (std::string& name : write_files(reports.back(), options.directory)) names.push_back(std::move(name));
  }
  if (a.all) {
    const ReproductionFacts facts{CGSD_VERSION, a.learned, a.seeds, session.run().workers().count()};
    write_file(options.directory / kDocument, reproduction_markdown(reports, facts));
    names.emplace_back(kDocument);
    write_manifest(reports, facts, options.directory, names);
  }
  std::string text = formatted(reports, a.format);
  if (a.format == TableFormat::text) {
    text += fmt::format("\nclaims: {}\n", tally(reports));
    text += paragraph(fmt::format("written to {}: {}", options.directory.string(), fmt::join(names, ", ")), 0);
  }
  session.show(text, Json::parse(formatted(reports, TableFormat::json)));
}

std::vector<Reference> item_reference() {
  Reference items{"Items", {}};
  for (const auto& entry : enum_names(PaperItem{})) items.entries.emplace_back(entry.name, entry.help);
  items.entries.emplace_back("all", fmt::format("everything, and DIR/{} about it", kDocument));
  return {items};
}

Details reproduce_details() {
  return {.examples = {{"cgsd reproduce table-curvature --data-dir data", "digit by digit, in a second"},
                       {"cgsd reproduce table-main --data-dir data --learned", "with the methods that are trained"},
                       {"cgsd reproduce theory --data-dir data", "the lemmas and theorems as printed"},
                       {"cgsd reproduce all -o reproduction", ""}},
          .notes = {"Every finished run is kept in DIR/cells; the same command resumes after interruption."},
          .references = item_reference};
}

}  // namespace

void add_reproduce(CommandLine& line) {
  auto a = std::make_shared<ReproduceArguments>();
  CLI::App* command =
      line.add("reproduce", "Compare the CGSD paper's tables and figures with what is measured", reproduce_details());
  command
      ->add_option_function<std::vector<std::string>>(
          "ITEM", [a](const std::vector<std::string>& names) { add_items(*a, names); },
          "which of the items below, or all")
      ->required()
      ->type_name("");
  command->add_option("-o,--output", a->output, "directory for cells, tables and pictures (default reproduction)")
      ->type_name("DIR");
  command->add_option("--data-dir", a->data_directory, "directory to look for datasets and files in first")
      ->type_name("DIR");
  command->add_flag("--learned", a->learned, "also the methods that are trained, and AGC: long");
  command->add_option("--seeds", a->seeds, "runs per method and dataset, in place of the paper's number")
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""));
  command
      ->add_option_function<std::string>(
          "--format", [a](const std::string& name) { a->format = parse_choice<TableFormat>("--format", name); },
          "of what is printed (default text)")
      ->type_name("text|csv|json|markdown|latex");
  line.on(command, [a](Session& session) { reproduce_items(*a, session); });
}

}  // namespace cgsd::app
