#include "cgsd/io/formats/svmlight.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/arrays/csr_arrays.hpp"
#include "cgsd/io/text/line_reader.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace {

// Takes the next word off the front; "" at the end.
std::string_view take_word(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r"));
  rest.remove_prefix(word.size());
  return word;
}

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

bool is_label(std::string_view word) {
  for (std::size_t begin = 0; begin <= word.size();) {
    const std::size_t end = std::min(word.find(',', begin), word.size());
    if (!float_cell(word.substr(begin, end - begin))) return false;
    begin = end + 1;
  }
  return true;
}

struct Attribute {
  std::uint32_t index;
  float value;
  std::string_view word;
};

class SvmlightReader {
 public:
  explicit SvmlightReader(const std::filesystem::path& file) : lines_(file) {}

  SparseRows read(const RunContext& run) {
    for (std::string_view line; lines_.next(line);) {
      if (lines_.line_number() % 1024 == 0) run.check_stop();
      if (!trimmed(without_comment(line)).empty()) read_row(without_comment(line));
    }
    if (rows_.rows() == 0) throw ParseError({lines_.file()}, "there is no row of attributes in the file");
    if (rows_.columns.empty()) throw ParseError({lines_.file()}, "there is no attribute in the file");
    const std::uint32_t first = smallest_ == 0 ? 0 : 1;
    for (std::uint32_t& column : rows_.columns) column -= first;
    rows_.cols = std::size_t{largest_} + 1 - first;
    check_columns(rows_.cols, rows_.columns.size(), {lines_.file()});
    return std::move(rows_);
  }

 private:
  void read_row(std::string_view rest) {
    const std::string_view label = take_word(rest);
    if (!is_label(label)) {
      throw lines_.error_at(label,
                            fmt::format("{} is not a label; a line reads: label index:value …", in_quotes(label)));
    }
    row_.clear();
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
      if (!word.starts_with("qid:")) row_.push_back(parse(word));
    }
    const auto by_index = [](const Attribute& a, const Attribute& b) { return a.index < b.index; };
    if (!std::is_sorted(row_.begin(), row_.end(), by_index)) std::stable_sort(row_.begin(), row_.end(), by_index);
    for (std::size_t i = 0; i < row_.size(); ++i) {
      if (i > 0 && row_[i].index == row_[i - 1].index) {
        throw lines_.error_at(row_[i].word, fmt::format("attribute {} occurs twice in this line", row_[i].index));
      }
      rows_.columns.push_back(row_[i].index);
      rows_.values.push_back(row_[i].value);
      smallest_ = std::min(smallest_, row_[i].index);
      largest_ = std::max(largest_, row_[i].index);
    }
    rows_.offsets.push_back(rows_.columns.size());
  }

  Attribute parse(std::string_view word) const {
    const std::size_t colon = word.find(':');
    const std::optional<std::int64_t> index = integer_cell(word.substr(0, colon));
    if (colon == std::string_view::npos || !index || *index < 0 || *index >= static_cast<std::int64_t>(kMaxColumns)) {
      throw lines_.error_at(word, fmt::format("{} is not index:value", in_quotes(word)));
    }
    const std::string_view text = word.substr(colon + 1);
    const std::optional<float> value = float_cell(text);
    if (!value) throw lines_.error_at(text, fmt::format("{} is not a number", in_quotes(text)));
    if (!std::isfinite(*value)) {
      throw lines_.error_at(text, fmt::format("{} is not a finite 32-bit number", in_quotes(text)));
    }
    return {static_cast<std::uint32_t>(*index), *value, word};
  }

  LineReader lines_;
  SparseRows rows_;
  std::vector<Attribute> row_;
  std::uint32_t smallest_ = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t largest_ = 0;
};

}  // namespace

SparseRows read_svmlight(const std::filesystem::path& file, const RunContext& run) {
  return SvmlightReader(file).read(run);
}

bool looks_like_svmlight(std::string_view first_bytes) {
  while (!first_bytes.empty()) {
    const std::size_t length = std::min(first_bytes.find('\n'), first_bytes.size());
    std::string_view line = without_comment(first_bytes.substr(0, length));
    first_bytes.remove_prefix(std::min(length + 1, first_bytes.size()));
    const std::string_view label = take_word(line);
    const std::string_view word = take_word(line);
    if (word.empty()) continue;
    const std::size_t colon = word.find(':');
    if (!is_label(label) || colon == std::string_view::npos) return false;
    return word.starts_with("qid:") || integer_cell(word.substr(0, colon)).has_value();
  }
  return false;
}

}  // namespace cgsd
