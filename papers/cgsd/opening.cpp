#include "papers/cgsd/opening.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/experiment/tables/escape.hpp"

#include "papers/cgsd/cell_scores.hpp"
#include "papers/cgsd/items/main_table.hpp"
#include "papers/cgsd/report_facts.hpp"

namespace cgsd {
namespace {

using Lines = std::vector<std::string>;
using P = PaperItem;

std::string counts_line(const ReportFacts& facts) {
  std::vector<std::string> verdicts;
  for (const auto& verdict : enum_names(ClaimVerdict{})) {
    std::size_t count = 0;
    for (const ItemReport& report : facts.all())
      count += static_cast<std::size_t>(std::ranges::count(report.claims, verdict.value, &Claim::verdict));
    verdicts.push_back(fmt::format("{} {}", count, verdict.name));
  }
  AgreementCount figures;
  for (const ItemReport& report : facts.all()) {
    const AgreementCount count = count_agreement(report.comparison.figures);
    figures.agree += count.agree;
    figures.compared += count.compared;
  }
  return fmt::format("Sentences and statements: {}. Of {} printed figures that were measured, {} agree.",
                     fmt::join(verdicts, ", "), figures.compared, figures.agree);
}

// "Words: verdict. First clause of the evidence", if the claim is there and is reproduced or not as asked.
void add_claim(Lines& lines, const Claim* claim, std::string_view words, bool holds) {
  if (claim == nullptr || (claim->verdict == ClaimVerdict::reproduced) != holds) return;
  std::string evidence = claim->evidence.substr(0, claim->evidence.find(';'));
  if (!evidence.ends_with('.')) evidence += '.';
  lines.push_back(fmt::format("{}: {}. {}", words, name_of(claim->verdict), evidence));
}

struct Met {
  std::size_t premise = 0;  // graphs that meet it
  std::size_t broken = 0;   // of these: the conclusion fails
  std::size_t all = 0;
};

Met met_by(const JudgedStatement& statement) {
  Met met{.all = statement.lines.size()};
  for (const StatementLine& line : statement.lines) {
    if (line.premise != true) continue;
    ++met.premise;
    if (line.conclusion == false) ++met.broken;
  }
  return met;
}

// The smallest figure of a column among the graphs that meet the premise.
double smallest_where_met(const JudgedStatement& statement, std::string_view column) {
  const auto found = std::ranges::find(statement.columns, column, &StatementColumn::name);
  double smallest = Measured::kNone;
  if (found == statement.columns.end()) return smallest;
  for (const StatementLine& line : statement.lines) {
    const double value = line.figures[static_cast<std::size_t>(found - statement.columns.begin())];
    if (line.premise == true && !(smallest <= value)) smallest = value;
  }
  return smallest;
}

std::string lemmas_line(const ReportFacts& facts) {
  std::vector<std::string> names;
  std::vector<std::string> why;
  std::size_t graphs = 0;
  for (const auto& [name, reason] : {std::pair{"Lemma 1", "σ rises"},
                                     {"Lemma 2", "it is Chebyshev's inequality"},
                                     {"Lemma 3", "the estimator's value is the hard rank"}}) {
    const JudgedStatement* statement = facts.statement(name);
    const Claim* claim = facts.claim(P::theory, std::string(name) + " (");
    if (statement == nullptr || claim == nullptr || claim->verdict != ClaimVerdict::reproduced) continue;
    names.emplace_back(name);
    why.emplace_back(reason);
    graphs = statement->lines.size();
  }
  if (names.empty()) return {};
  return fmt::format("{}: on all {} graphs, for reasons that need no graph ({}).", fmt::join(names, ", "), graphs,
                     fmt::join(why, "; "));
}

Lines theory_that_fails(const ReportFacts& facts) {
  Lines lines;
  if (const JudgedStatement* s = facts.statement("Theorem 1")) {
    const Met met = met_by(*s);
    lines.push_back(
        fmt::format("{}: {} of {} graphs meet its premise, all of them built for it, and {} of these break it. "
                    "Pairs of one class allow a c of {:.1g}, where the proof has {:.1g} or more.",
                    s->name, met.premise, met.all, met.broken, smallest_where_met(*s, "c of pairs"),
                    smallest_where_met(*s, "c of proof")));
  }
  if (const JudgedStatement* s = facts.statement("Theorem 2")) {
    lines.push_back(
        fmt::format("{}: no constant fits all graphs (one of them leaves c ≤ {:.1g}), and the bound falls as h "
                    "falls, while the text has small h give the largest gap.",
                    s->name, smallest_where_met(*s, "largest c")));
  }
  add_claim(lines, facts.claim(P::theory, "Theorem 3 ("), "Theorem 3", false);
  add_claim(lines, facts.claim(P::theory, "Lemma 3: T"), "Lemma 3 at T = 0.1", false);
  return lines;
}

std::size_t rows_above(const ReportFacts& facts, const char* first, const char* second) {
  std::size_t above = 0;
  for (const std::string& row : facts.rows(P::table_main)) {
    const auto a = facts.measured(P::table_main, row, first);
    const auto b = facts.measured(P::table_main, row, second);
    above += a && b && *a > *b ? 1 : 0;
  }
  return above;
}

// Said of the side on which it stands: what holds if the test is passed.
std::string gain_line(const ReportFacts& facts, bool holds) {
  const Claim* test = facts.claim(P::table_main, "CSpec beats K-means (paired");
  const auto cspec = facts.mean(P::table_main, kCspec);
  const auto kmeans = facts.mean(P::table_main, kKmeans);
  if (test == nullptr || !cspec || !kmeans || (test->verdict == ClaimVerdict::reproduced) != holds) return {};
  return fmt::format(
      "CSpec against K-means on the same embedding: above it on {} of {} datasets, mean NMI {:.3f} against "
      "{:.3f}; paired t-test {}.",
      rows_above(facts, kCspec, kKmeans), facts.rows(P::table_main).size(), *cspec, *kmeans,
      test->evidence.substr(0, test->evidence.find(" over")));
}

Lines numbers_that(bool hold, const ReportFacts& facts) {
  Lines lines;
  add_claim(lines, facts.claim(P::table_curvature, "Mean curvature within"), "The curvature table", hold);
  lines.push_back(gain_line(facts, hold));
  add_claim(lines, facts.claim(P::table_main, "CGSD, CSpec has mean"), "The mean NMI of CSpec", hold);
  add_claim(lines, facts.claim(P::table_main, "The CGSD columns"), "CGSD's values, dataset by dataset", hold);
  add_claim(lines, facts.claim(P::table_sbm, "CGSD, CSpec over h"), "CSpec on block models", hold);
  add_claim(lines, facts.claim(P::figure_curvature, "Edges within"), "Positive median curvature within communities",
            hold);
  add_claim(lines, facts.claim(P::claims, "The histograms"), "Histograms that barely overlap", hold);
  return lines;
}

std::string closed_line(const ReportFacts& facts) {
  const JudgedStatement* s = facts.statement("Lemma 1");
  if (s == nullptr) return {};
  const auto column = std::ranges::find(s->columns, "σ(κ) < 0.01", &StatementColumn::name) - s->columns.begin();
  std::vector<std::string> parts;
  for (const StatementLine& line : s->lines) {
    if (line.graph.find("stars") != std::string::npos || line.graph.starts_with("SBM")) continue;
    parts.push_back(fmt::format("{} {:.0f} %", line.graph, 100.0 * line.figures[static_cast<std::size_t>(column)]));
  }
  return fmt::format("The gate σ(κ) is below 0.01 on most edges ({}): the encoder hardly uses the graph.",
                     fmt::join(parts, ", "));
}

std::string means_line(const ReportFacts& facts) {
  const auto cspec = facts.mean(P::table_main, kCspec);
  const auto kmeans = facts.mean(P::table_main, kAttributeKmeans);
  const auto own = facts.mean(P::table_main, kDefault);
  if (!cspec || !kmeans || !own) return {};
  return fmt::format(
      "Mean NMI over the five datasets: CGSD with CSpec {:.3f}; K-means on the attributes alone, which the "
      "paper leaves out, {:.3f}; the default of cgsd {:.3f}.",
      *cspec, *kmeans, *own);
}

std::string ahead_line(const ReportFacts& facts) {
  const std::size_t rows = facts.rows(P::table_main).size();
  if (rows == 0) return {};
  return fmt::format("CSpec is behind K-means on the attributes on {} of {} datasets and behind the default on {}.",
                     rows_above(facts, kAttributeKmeans, kCspec), rows, rows_above(facts, kDefault, kCspec));
}

std::string sweep_line(const ReportFacts& facts) {
  std::string last;  // the largest h at which plain K-means is perfect
  constexpr double kPerfect = 0.9995;
  for (const std::string& h : facts.rows(P::table_sbm)) {
    if (facts.measured(P::table_sbm, h, kAttributeKmeans).value_or(0.0) >= kPerfect) last = h;
  }
  const auto cspec = facts.measured(P::table_sbm, last, kCspec);
  if (last.empty() || !cspec) return {};
  return fmt::format(
      "On the block models K-means on the attributes is perfect up to h = {}, where CSpec has {:.3f}: "
      "the method loses what its input shows.",
      last, *cspec);
}

double printed_value(const ComparedFigure* figure) {
  return figure != nullptr && figure->printed ? figure->printed->value : Measured::kNone;
}

// The two datasets on which CSpec is printed to gain most over K-means, and those whose printed best α is 0.
std::string alpha_line(const ReportFacts& facts) {
  std::vector<std::pair<double, std::string>> gains;
  std::vector<std::string> off;
  for (const std::string& row : facts.rows(P::table_main)) {
    const double gain = printed_value(facts.figure(P::table_main, row, kCspec)) -
                        printed_value(facts.figure(P::table_main, row, kKmeans));
    if (std::isfinite(gain)) gains.emplace_back(gain, row);
    if (printed_value(facts.figure(P::table_ablation, row, "best α")) == 0.0) off.push_back(row);
  }
  if (gains.size() < 2 || off.empty()) return {};
  std::ranges::sort(gains, std::greater{});
  return fmt::format(
      "By the paper's own ablation CSpec is best without its curvature weight (α = 0) on {}; it is printed to "
      "gain most on {} and {}.",
      fmt::join(off, ", "), gains[0].second, gains[1].second);
}

std::string section(const char* heading, Lines lines) {
  std::erase_if(lines, [](const std::string& line) { return line.empty(); });
  if (lines.empty()) return {};
  std::string out = fmt::format("**{}**\n\n", heading);
  for (const std::string& line : lines) out += fmt::format("- {}\n", escaped_markdown(line));
  return out + "\n";
}

Lines joined(Lines first, const Lines& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace

std::string opening_page(std::span<const ItemReport> reports) {
  const ReportFacts facts(reports);
  std::string out = "## On one page\n\n" + escaped_markdown(counts_line(facts)) + "\n\n";
  out += section("What holds", joined(numbers_that(true, facts), {lemmas_line(facts)}));
  out += section("What does not", joined(numbers_that(false, facts), theory_that_fails(facts)));
  out += section("What the idea is worth",
                 {closed_line(facts), means_line(facts), ahead_line(facts), sweep_line(facts), alpha_line(facts)});
  const ItemReport* main = facts.report(P::table_main);
  if (main == nullptr) return out;
  const auto picture = std::ranges::find(main->pictures, std::string(kScoresPicture), &ReportPicture::name);
  if (picture == main->pictures.end()) return out;
  return out + fmt::format("![{0}]({1}.svg)\n\n{0}.\n\n", escaped_markdown(picture->caption), picture->name);
}

}  // namespace cgsd
