// An item of the paper as its file in experiments/ describes it: what is run, and what the paper prints.
//
// Items that compare methods are experiments (experiment/spec_file.hpp), which `cgsd compare` runs too; all have
//   "reproduction": {"item": "table-main",
//     "printed": {"Cornell": {"within": "-22.50"}},       row → column → number as printed, with its digits
//     "quoted": {"t_test_p": "0.008"},                    numbers from the text
//     "learned": ["dgi"], "learned_epochs": 200,          methods that --learned adds (AGC too, for it is slow), and
//                                                         the epochs of those that are trained (0: published)
//     "cell_timeout": 300,                                seconds for one cell of these
//     "compare_only": ["ssgc"],                           methods that this leaves out
//     "statements": {"Lemma 1 (suppression)": "κ_e ≤ …"}, statements in the paper's words, in its order
//     "wins": ["Wisconsin"],                              datasets on which CSpec is said to be best
//     "unavailable": {"Questions": {"why": "…", "CGSD, CSpec": "0.011"}},
//     "of": "table-main",                                 a figure: whose cells it shows
//     "uses": ["table-main"]}                             items whose figures it judges
// The files are compiled in (builtin_item), so that none is needed at run time.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cgsd/experiment/spec.hpp"

#include "papers/cgsd/item.hpp"
#include "papers/cgsd/verdict.hpp"

namespace cgsd {

using PrintedRow = std::map<std::string, Printed>;

struct UnavailableData {
  std::string dataset;
  std::string why;
  PrintedRow printed;  // by method
};

struct ItemSpec {
  PaperItem item = PaperItem::table_data;
  std::string title;
  std::vector<DatasetEntry> datasets;
  std::optional<ExperimentSpec> experiment;
  std::map<std::string, PrintedRow> printed;
  PrintedRow quoted;
  std::vector<std::string> learned;
  std::int32_t learned_epochs = 0;
  double cell_timeout = 0.0;
  std::vector<std::string> compare_only;
  std::vector<std::string> wins;
  std::vector<std::pair<std::string, std::string>> statements;  // name, as printed
  std::vector<UnavailableData> unavailable;
  std::optional<PaperItem> of;
  std::vector<PaperItem> uses;

  std::optional<Printed> printed_at(const std::string& row, const std::string& column) const;
  double quoted_value(const std::string& name) const;  // throws InvalidArgument if it is not quoted, as the next
  Printed quoted_number(const std::string& name) const;
};

// `file` is for messages. Throws ParseError.
ItemSpec parse_item(std::string_view text, const std::string& file);

ItemSpec builtin_item(PaperItem item);

// The text of experiments/ITEM.json as it was at build time.
std::string_view builtin_item_text(PaperItem item);

}  // namespace cgsd
