// What was found about one item: figures, claims, and files to look at.
#pragma once

#include <string>
#include <vector>

#include "papers/cgsd/comparison.hpp"
#include "papers/cgsd/item.hpp"
#include "papers/cgsd/statements/statement_figures.hpp"
#include "papers/cgsd/theorems/judged_statement.hpp"
#include "papers/cgsd/verdict.hpp"

namespace cgsd {

struct ReportFile {
  std::string name;  // "figure-sbm.csv"
  std::string contents;
};

struct ReportPicture {
  std::string name;  // without ending
  std::string svg;
  std::string caption;
};

struct ItemReport {
  PaperItem item = PaperItem::table_data;
  std::string title{};
  Comparison comparison{};
  std::vector<JudgedStatement> theory{};      // of the paper
  std::vector<StatementFigure> statements{};  // of ours
  std::vector<Claim> claims{};
  std::vector<Claim> elsewhere{};  // claims that other items judge and count, shown here too
  std::vector<std::string> remarks{};
  std::vector<ReportFile> files{};
  std::vector<ReportPicture> pictures{};
  double seconds = 0.0;
};

}  // namespace cgsd
