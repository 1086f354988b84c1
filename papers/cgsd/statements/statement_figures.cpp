#include "papers/cgsd/statements/statement_figures.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace cgsd {
namespace {

constexpr double kNone = StatementFigure::kNone;

// The figures of one statement.
class FigureList {
 public:
  FigureList(std::string statement, Verdict verdict) : statement_(std::move(statement)), verdict_(verdict) {}

  void add(std::string quantity, double measured, int digits, double at_least = kNone, double at_most = kNone) {
    figures_.push_back({.statement = statement_,
                        .quantity = std::move(quantity),
                        .measured = measured,
                        .at_least = at_least,
                        .at_most = at_most,
                        .digits = digits,
                        .verdict = verdict_});
  }
  void judge(Verdict verdict) { verdict_ = verdict; }  // of what is added from here on
  std::vector<StatementFigure> take() && { return std::move(figures_); }

 private:
  std::string statement_;
  Verdict verdict_;
  std::vector<StatementFigure> figures_;
};

std::vector<StatementFigure> figures_of(const CurvatureBounds& b) {
  FigureList list("curvature bounds", b.verdict);
  list.add("lowest curvature", b.curvature.low, 0, b.curvature_bound.low);
  list.add("highest curvature", b.curvature.high, 0, kNone, b.curvature_bound.high);
  list.add("logarithm of the lowest gate", b.log_gate.low, 2, b.log_gate_bound.low);
  list.add("logarithm of the highest gate", b.log_gate.high, 2, kNone, b.log_gate_bound.high);
  return std::move(list).take();
}

std::vector<StatementFigure> figures_of(const GateContraction& c) {
  FigureList list("leak and contraction bound", c.verdict);
  const bool is_bounded = !std::isnan(c.leak_bound);
  list.add("premise, above 0: lowest within − highest across", c.gap, 0);
  list.add("largest leak of a node", c.largest_leak, 4, kNone, c.leak_bound);
  list.add("mean leak", c.mean_leak, 4);
  list.add("nodes beyond their own leak bound", is_bounded ? static_cast<double>(c.nodes_beyond) : kNone, 0, kNone,
           is_bounded ? 0.0 : kNone);
  list.add("contraction factor", c.factor.value, 4, kNone, c.factor_bound);
  list.add("residual of the factor", c.factor.residual, 4);
  list.add("factor without the edges across", c.factor_within, 4);
  return std::move(list).take();
}

void add_tails(const std::vector<Tail>& tails, const char* side, Verdict verdict, FigureList& list) {
  list.judge(tails.empty() ? Verdict::premise_not_met : verdict);
  if (tails.empty()) list.add(fmt::format("edges {}: curvature does not vary", side), kNone, 4);
  for (const Tail& tail : tails)
    list.add(fmt::format("edges {} beyond {} deviations", side, tail.t), tail.share, 4, kNone, tail.bound);
}

std::vector<StatementFigure> figures_of(const CurvatureTails& t) {
  FigureList list("curvature tails", t.tails);
  add_tails(t.within, "within", t.tails, list);
  add_tails(t.cross, "across", t.tails, list);
  list.judge(t.order);
  list.add("pairs in the wrong order", t.wrong_order, 4, kNone, t.wrong_order_bound);
  return std::move(list).take();
}

std::vector<StatementFigure> figures_of(const GatedModularity& m) {
  FigureList list("modularity under gates", m.verdict);
  const bool premise = m.verdict != Verdict::premise_not_met;
  list.add("premise, above 0: log of mean gates, within − across", m.log_gate_within - m.log_gate_cross, 2);
  list.add("coverage gained", m.coverage_gap, 4, premise ? 0.0 : kNone);
  list.add("modularity", m.modularity, 4);
  list.add("modularity with gates", m.gated_modularity, 4);
  list.add("modularity gained", m.gap, 4, m.lowest_gap, m.highest_gap);
  return std::move(list).take();
}

std::vector<StatementFigure> figures_of(const BlockModelGap& g) {
  FigureList list("expected gap in the degree-corrected block model", g.verdict);
  const double reach = 3.0 * g.deviation;
  list.add("gap of mean curvature", g.measured, 2, g.predicted - reach, g.predicted + reach);
  list.add("expected gap", g.predicted, 2);
  list.add("standard deviation of the gap", g.deviation, 2);
  return std::move(list).take();
}

std::vector<StatementFigure> figures_of(const SoftRank& r) {
  FigureList list("soft rank", r.verdict);
  list.add(fmt::format("largest bias, temperature {}", r.temperature), r.bias, 5, kNone, r.bound);
  list.add("smallest distance of two curvatures", r.spacing, 0);
  return std::move(list).take();
}

}  // namespace

std::vector<StatementFigure> figures_of(const Statements& statements, const std::string& dataset) {
  std::vector<StatementFigure> all;
  for (const auto& part :
       {figures_of(statements.bounds), figures_of(statements.contraction), figures_of(statements.tails),
        figures_of(statements.modularity), figures_of(statements.gap), figures_of(statements.soft_rank)})
    all.insert(all.end(), part.begin(), part.end());
  for (StatementFigure& figure : all) figure.dataset = dataset;
  return all;
}

}  // namespace cgsd
