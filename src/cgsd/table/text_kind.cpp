#include "cgsd/table/text_kind.hpp"

#include <algorithm>
#include <unordered_set>

#include "cgsd/table/words.hpp"

namespace cgsd {
namespace {

constexpr double kNearlyAll = 0.9;       // different values, as a share of rows
constexpr double kListShare = 0.2;       // of cells with a separator
constexpr double kItemWords = 3.0;       // words per item of a list, at most
constexpr double kTextWords = 3.0;       // words per cell of a text, at least
constexpr double kParagraphWords = 8.0;  // of a text that may repeat
constexpr std::size_t kFewValues = 20;

using Cells = std::vector<std::string_view>;

bool looks_like_list(const Cells& cells, char separator) {
  const auto has = [&](std::string_view cell) { return cell.find(separator) != std::string_view::npos; };
  const auto with = static_cast<double>(std::count_if(cells.begin(), cells.end(), has));
  if (with < kListShare * static_cast<double>(cells.size())) return false;
  std::unordered_set<std::string_view> items;
  double total = 0.0;
  double words = 0.0;
  for (const std::string_view cell : cells) {
    for (const std::string_view item : list_items(cell, separator)) {
      items.insert(item);
      total += 1.0;
      words += static_cast<double>(words_of(item).size());
    }
  }
  return words <= kItemWords * total && static_cast<double>(items.size()) <= 0.5 * total;
}

double mean_words(const Cells& cells) {
  double words = 0.0;
  for (const std::string_view cell : cells) words += static_cast<double>(words_of(cell).size());
  return words / static_cast<double>(cells.size());
}

}  // namespace

KindFinding recognise_text(const Cells& cells) {
  KindFinding finding;
  finding.kind = ColumnKind::list;
  for (const char separator : {';', '|', ','}) {
    finding.separator = separator;
    if (looks_like_list(cells, separator)) return finding;
  }
  const std::unordered_set<std::string_view> values(cells.begin(), cells.end());
  const auto rows = static_cast<double>(cells.size());
  const auto different = static_cast<double>(values.size());
  const double words = mean_words(cells);
  const bool long_text = words >= kTextWords && different > 0.5 * rows;
  const bool paragraphs = words >= kParagraphWords && values.size() > kFewValues;
  finding.kind = long_text || paragraphs ? ColumnKind::words : ColumnKind::category;
  if (finding.kind == ColumnKind::category && values.size() > 1 && different > kNearlyAll * rows) {
    finding.ignored = values.size() == cells.size() ? "has a different value in every row"
                                                    : "has a different value in nearly every row";
  }
  return finding;
}

}  // namespace cgsd
