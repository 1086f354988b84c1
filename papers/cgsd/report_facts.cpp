#include "papers/cgsd/report_facts.hpp"

#include <algorithm>
#include <cmath>

namespace cgsd {

const ItemReport* ReportFacts::report(PaperItem item) const {
  const auto found = std::ranges::find(reports_, item, &ItemReport::item);
  return found == reports_.end() ? nullptr : &*found;
}

const Claim* ReportFacts::claim(PaperItem item, std::string_view begins) const {
  const ItemReport* own = report(item);
  if (own == nullptr) return nullptr;
  const auto found = std::ranges::find_if(own->claims, [&](const Claim& c) { return c.text.starts_with(begins); });
  return found == own->claims.end() ? nullptr : &*found;
}

const JudgedStatement* ReportFacts::statement(std::string_view begins) const {
  const ItemReport* own = report(PaperItem::theory);
  if (own == nullptr) return nullptr;
  const auto found =
      std::ranges::find_if(own->theory, [&](const JudgedStatement& s) { return s.name.starts_with(begins); });
  return found == own->theory.end() ? nullptr : &*found;
}

const ComparedFigure* ReportFacts::figure(PaperItem item, std::string_view row, std::string_view column) const {
  const ItemReport* own = report(item);
  if (own == nullptr) return nullptr;
  const auto found = std::ranges::find_if(own->comparison.figures,
                                          [&](const ComparedFigure& f) { return f.row == row && f.column == column; });
  return found == own->comparison.figures.end() ? nullptr : &*found;
}

std::vector<std::string> ReportFacts::rows(PaperItem item) const {
  std::vector<std::string> names;
  const ItemReport* own = report(item);
  if (own == nullptr) return names;
  for (const ComparedFigure& f : own->comparison.figures) {
    if (std::ranges::find(names, f.row) == names.end()) names.push_back(f.row);
  }
  return names;
}

std::optional<double> ReportFacts::measured(PaperItem item, std::string_view row, std::string_view column) const {
  const ComparedFigure* found = figure(item, row, column);
  if (found == nullptr || !std::isfinite(found->measured.value)) return std::nullopt;
  return found->measured.value;
}

std::optional<double> ReportFacts::mean(PaperItem item, std::string_view column) const {
  const std::vector<std::string> names = rows(item);
  if (names.empty()) return std::nullopt;
  double sum = 0.0;
  for (const std::string& row : names) {
    const std::optional<double> value = measured(item, row, column);
    if (!value) return std::nullopt;
    sum += *value;
  }
  return sum / static_cast<double>(names.size());
}

}  // namespace cgsd
