#include "papers/cgsd/reproduction_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cgsd/experiment/tables/escape.hpp"
#include "cgsd/experiment/time_estimate.hpp"
#include "cgsd/figure/png.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/text/delimited.hpp"
#include "cgsd/io/text/json_number.hpp"

#include "papers/cgsd/opening.hpp"
#include "papers/cgsd/statements/statement_table.hpp"
#include "papers/cgsd/text_table.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string claims_text(std::span<const Claim> claims) {
  std::string out = claims.empty() ? "" : "\n";
  for (const Claim& claim : claims) {
    out += paragraph(fmt::format("{}: {}", name_of(claim.verdict), claim.text), 2) + paragraph(claim.evidence, 6);
  }
  return out;
}

std::string text_of(const ItemReport& report) {
  std::string out = fmt::format("{}: {}\n", name_of(report.item), report.title);
  if (!report.comparison.figures.empty()) out += "\n" + comparison_text(report.comparison);
  if (!report.theory.empty()) out += "\n" + judged_text(report.theory);
  if (!report.statements.empty()) out += "\n" + statements_text(report.statements);
  out += claims_text(report.claims);
  if (!report.elsewhere.empty()) out += "\n  Judged with their tables:\n" + claims_text(report.elsewhere);
  if (!report.remarks.empty()) out += "\n";
  for (const std::string& remark : report.remarks) out += paragraph(remark, 2);
  return out;
}

std::string claim_table(std::span<const Claim> claims) {
  std::string out = "| claim | verdict | evidence |\n| --- | --- | --- |\n";
  for (const Claim& claim : claims) {
    out += fmt::format("| {} | **{}** | {} |\n", escaped_markdown(claim.text), name_of(claim.verdict),
                       escaped_markdown(claim.evidence));
  }
  return out;
}

std::string markdown_of(const ItemReport& report) {
  std::string out = fmt::format("## {}: {}\n", name_of(report.item), escaped_markdown(report.title));
  if (!report.claims.empty()) out += "\n" + claim_table(report.claims);
  for (const std::string& remark : report.remarks) out += "\n" + escaped_markdown(remark) + "\n";
  for (const ReportPicture& picture : report.pictures) {
    out += fmt::format("\n![{}]({}.svg)\n\n{}.\n", escaped_markdown(picture.caption), picture.name,
                       escaped_markdown(picture.caption));
  }
  if (!report.comparison.figures.empty()) out += "\n" + comparison_markdown(report.comparison);
  if (!report.theory.empty()) out += "\n" + judged_markdown(report.theory);
  if (!report.statements.empty()) out += "\n" + statements_markdown(report.statements);
  if (!report.elsewhere.empty()) out += "\nJudged with their tables:\n\n" + claim_table(report.elsewhere);
  return out;
}

std::string latex_of(const ItemReport& report) {
  if (!report.theory.empty()) return judged_latex(report.theory);
  if (!report.statements.empty()) return statements_latex(report.statements);
  return report.comparison.figures.empty() ? std::string() : comparison_latex(report.comparison);
}

Json json_of(const ComparedFigure& figure) {
  Json json = {{"row", figure.row},
               {"column", figure.column},
               {"measured", json_number(figure.measured.value)},
               {"standard_error", json_number(figure.measured.standard_error)},
               {"runs", figure.measured.runs},
               {"agreement", name_of(figure.agreement())}};
  if (figure.printed) json["printed"] = figure.printed->value;
  if (!figure.note.empty()) json["note"] = figure.note;
  return json;
}

// Without a table the claims are what there is.
std::string csv_of(const ItemReport& report) {
  if (!report.theory.empty()) return judged_csv(report.theory);
  if (!report.statements.empty()) return statements_csv(report.statements);
  if (!report.comparison.figures.empty() || report.claims.empty()) return comparison_csv(report.comparison);
  std::string out = "claim,verdict,evidence\n";
  for (const Claim& claim : report.claims) {
    const std::string fields[] = {claim.text, std::string(name_of(claim.verdict)), claim.evidence};
    append_csv_line(out, fields);
  }
  return out;
}

bool has_table(const ItemReport& report) {
  return !report.comparison.figures.empty() || !report.statements.empty() || !report.theory.empty() ||
         report.item == PaperItem::claims;
}

Json json_of(const StatementFigure& figure) {
  Json json = {{"dataset", figure.dataset},
               {"statement", figure.statement},
               {"quantity", figure.quantity},
               {"measured", json_number(figure.measured)},
               {"verdict", name_of(figure.verdict)}};
  if (std::isfinite(figure.at_least)) json["at_least"] = figure.at_least;
  if (std::isfinite(figure.at_most)) json["at_most"] = figure.at_most;
  return json;
}

Json json_of(const JudgedStatement& statement) {
  Json json = {{"statement", statement.name}, {"printed", statement.printed}, {"graphs", Json::array()}};
  for (const StatementLine& line : statement.lines) {
    Json graph = {{"graph", line.graph}, {"premise", premise_text(line)}, {"conclusion", conclusion_text(line)}};
    for (std::size_t i = 0; i < statement.columns.size(); ++i)
      graph["figures"][statement.columns[i].name] = json_number(line.figures[i]);
    json["graphs"].push_back(std::move(graph));
  }
  return json;
}

Json json_of(std::span<const Claim> claims) {
  Json json = Json::array();
  for (const Claim& claim : claims)
    json.push_back({{"claim", claim.text}, {"verdict", name_of(claim.verdict)}, {"evidence", claim.evidence}});
  return json;
}

Json json_of(const ItemReport& report) {
  Json json = {{"item", name_of(report.item)}, {"title", report.title}, {"seconds", report.seconds}};
  json["figures"] = Json::array();
  for (const ComparedFigure& figure : report.comparison.figures) json["figures"].push_back(json_of(figure));
  for (const JudgedStatement& statement : report.theory) json["theory"].push_back(json_of(statement));
  for (const StatementFigure& figure : report.statements) json["statements"].push_back(json_of(figure));
  json["claims"] = json_of(report.claims);
  if (!report.elsewhere.empty()) json["claims_of_other_items"] = json_of(report.elsewhere);
  json["remarks"] = report.remarks;
  return json;
}

template <class Each>
std::string joined(std::span<const ItemReport> reports, Each&& each) {
  std::string out;
  for (const ItemReport& report : reports) {
    const std::string part = each(report);
    out += (out.empty() || part.empty() ? "" : "\n") + part;
  }
  return out;
}

std::string summary_table(std::span<const ItemReport> reports) {
  std::string out =
      "| item | figures that agree | reproduced | not reproduced | contradicts itself | cannot be checked | time |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const ItemReport& report : reports) {
    const AgreementCount count = count_agreement(report.comparison.figures);
    out += fmt::format("| {} | {} |", name_of(report.item),
                       count.compared == 0 ? "–" : fmt::format("{} of {}", count.agree, count.compared));
    for (const auto& verdict : enum_names(ClaimVerdict{})) {
      out += fmt::format(" {} |", count_verdicts(report.claims, verdict.value));
    }
    out += fmt::format(" {} |\n", duration_text(report.seconds));
  }
  return out;
}

}  // namespace

std::size_t count_verdicts(std::span<const Claim> claims, ClaimVerdict verdict) {
  return static_cast<std::size_t>(
      std::ranges::count_if(claims, [&](const Claim& claim) { return claim.verdict == verdict; }));
}

std::string formatted(std::span<const ItemReport> reports, TableFormat format) {
  switch (format) {
    case TableFormat::text:
      return joined(reports, text_of);
    case TableFormat::markdown:
      return joined(reports, markdown_of);
    case TableFormat::latex:
      return joined(reports, latex_of);
    case TableFormat::csv:
      return joined(reports, csv_of);
    case TableFormat::json:
      break;
  }
  Json json = Json::array();
  for (const ItemReport& report : reports) json.push_back(json_of(report));
  return Json{{"items", json}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string reproduction_markdown(std::span<const ItemReport> reports, const ReproductionFacts& facts) {
  std::vector<Claim> contradictions;
  double seconds = 0.0;
  for (const ItemReport& report : reports) {
    seconds += report.seconds;
    std::ranges::copy_if(report.claims, std::back_inserter(contradictions),
                         [](const Claim& claim) { return claim.verdict == ClaimVerdict::contradicts_itself; });
  }
  std::string out = fmt::format(
      "# The CGSD paper, number by number\n\n"
      "Written by `cgsd reproduce` {}. {}; {} methods. This run took {} on {} threads; cells kept from an earlier "
      "one are not in it. Every measured figure is computed, every "
      "printed "
      "one is in `experiments/`. *Inside*: within two standard errors of our mean over the seeds, and half a printed "
      "digit; "
      "*equal*: every printed digit. CGSD here is preset `authors`, what the released program computes.\n\n",
      facts.version, facts.seeds > 0 ? fmt::format("{} seeds", facts.seeds) : "Seeds as each item says",
      facts.learned ? "with the learned" : "without the learned", duration_text(seconds), facts.workers);
  out += opening_page(reports) + "## Item by item\n\n" + summary_table(reports) + "\n";
  if (!contradictions.empty()) {
    out += "## Where the paper contradicts itself\n\n" + claim_table(contradictions) + "\n";
  }
  return out + joined(reports, markdown_of);
}

std::vector<std::string> write_files(const ItemReport& report, const fs::path& directory) {
  constexpr double kDotsPerInch = 200.0;
  std::vector<std::string> names;
  const auto write = [&](const std::string& name, std::string_view contents) {
    write_file(directory / name, contents);
    names.push_back(name);
  };
  make_output_directory(directory);
  if (has_table(report)) write(fmt::format("{}.csv", name_of(report.item)), csv_of(report));
  for (const ReportFile& file : report.files) write(file.name, file.contents);
  for (const ReportPicture& picture : report.pictures) {
    write(picture.name + ".svg", picture.svg);
    if (!can_render_png()) continue;
    const std::vector<std::byte> png = render_png(picture.svg, kDotsPerInch);
    write(picture.name + ".png", {reinterpret_cast<const char*>(png.data()), png.size()});
  }
  return names;
}

void write_manifest(std::span<const ItemReport> reports, const ReproductionFacts& facts, const fs::path& directory,
                    std::span<const std::string> names) {
  Json json = {{"cgsd", facts.version}, {"learned", facts.learned}, {"seeds", facts.seeds}, {"workers", facts.workers}};
  for (const ItemReport& report : reports) {
    const AgreementCount count = count_agreement(report.comparison.figures);
    Json item = {{"seconds", report.seconds}, {"figures_agree", count.agree}, {"figures_compared", count.compared}};
    for (const auto& verdict : enum_names(ClaimVerdict{}))
      item[std::string(verdict.name)] = count_verdicts(report.claims, verdict.value);
    json["items"][std::string(name_of(report.item))] = item;
  }
  for (const std::string& name : names)
    json["files"][name] = sha256_of_file(directory / name, RunContext({.workers = 1}));
  write_file(directory / "manifest.json", json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace cgsd
