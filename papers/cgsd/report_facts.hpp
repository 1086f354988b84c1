// Figures, claims and statements of several reports, found by name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "papers/cgsd/item_report.hpp"

namespace cgsd {

class ReportFacts {
 public:
  explicit ReportFacts(std::span<const ItemReport> reports) : reports_(reports) {}

  const ItemReport* report(PaperItem item) const;                     // null: not among them
  const Claim* claim(PaperItem item, std::string_view begins) const;  // the first that begins so
  const JudgedStatement* statement(std::string_view begins) const;    // of the paper
  const ComparedFigure* figure(PaperItem item, std::string_view row, std::string_view column) const;
  std::vector<std::string> rows(PaperItem item) const;  // each once
  // Mean over the rows of the table; nothing unless all are measured.
  std::optional<double> mean(PaperItem item, std::string_view column) const;
  std::optional<double> measured(PaperItem item, std::string_view row, std::string_view column) const;

  std::span<const ItemReport> all() const { return reports_; }

 private:
  std::span<const ItemReport> reports_;
};

}  // namespace cgsd
