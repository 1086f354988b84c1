#include "apps/cgsd/commands/detect_output.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/results/option_file.hpp"

namespace cgsd::app {
namespace {

namespace fs = std::filesystem;

bool names_a_file(const fs::path& path) {
  constexpr std::array kEndings = {".csv", ".tsv", ".json"};
  const fs::path ending = path.extension() == ".gz" ? path.stem().extension() : path.extension();
  return std::ranges::find(kEndings, ending) != kEndings.end() && !fs::is_directory(path);
}

// "data/texas.csv.gz" → "texas"
std::string name_of_data(const std::string& graph) {
  fs::path name = fs::path(graph == "-" ? "stdin" : graph).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();
  name = name.filename();
  if (name.extension() == ".gz") name = name.stem();
  return name.stem().string();
}

// Of the run whose results are there; empty if there are none that can be read.
std::string method_in(const fs::path& directory, const RunContext& run) {
  const fs::path manifest = directory / "manifest.json";
  if (!fs::exists(manifest)) return {};
  try {
    for (const OptionSetting& setting : read_option_file(manifest, run)) {
      if (setting.name == "method") return setting.value;
    }
  } catch (const ParseError&) {  // not ours, or broken: nothing to protect
  }
  return {};
}

}  // namespace

fs::path OutputTarget::directory() const { return kind == OutputKind::directory ? path : directory_of(path); }

OutputTarget output_target(const DetectArguments& a, std::string_view method) {
  if (a.output == "-") return {OutputKind::standard_output, "/dev/stdout"};
  if (!a.output.empty()) return {names_a_file(a.output) ? OutputKind::file : OutputKind::directory, a.output};
  const std::string name = name_of_data(a.input.graph);
  return {OutputKind::directory, method == "default" ? name + ".cgsd" : fmt::format("{}.{}.cgsd", name, method)};
}

fs::path report_file(const OutputTarget& target, const DetectArguments& a) {
  if (a.report.empty() || a.report != kReportHere) return a.report;
  if (target.kind == OutputKind::directory) return target.path / kReportHere;
  throw InvalidArgument(fmt::format("-o {}: there is no directory for the page, so give --report=FILE", a.output));
}

void check_target(const OutputTarget& target, const DetectArguments& a, const Request& request, const RunContext& run) {
  if (target.kind != OutputKind::directory && (a.embedding || a.figures || request.levels)) {
    throw InvalidArgument(fmt::format("-o {}: {} further files, so give a directory", a.output,
                                      a.embedding ? "--embedding writes"
                                      : a.figures ? "--figures draws"
                                                  : "levels have"));
  }
  if (const fs::path page = report_file(target, a); !page.empty() && page.parent_path() != target.path)
    check_output_directory(directory_of(page));
  if (target.kind == OutputKind::standard_output) return;
  check_output_directory(target.directory());
  if (target.kind == OutputKind::file || a.overwrite) return;
  const std::string before = method_in(target.path, run);
  const std::string_view method = request.method.record().name;
  if (before.empty() || before == method) return;
  throw InvalidArgument(fmt::format("{} holds the results of {}: give another -o for those of {}, or --overwrite",
                                    target.path.string(), before, method));
}

}  // namespace cgsd::app
