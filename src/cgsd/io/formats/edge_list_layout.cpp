#include "cgsd/io/formats/edge_list_layout.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

struct ColumnPair {
  std::string_view source;
  std::string_view target;
};

// In order of preference; compared without case, blanks, _ and -.
constexpr std::array kColumnPairs = {
    ColumnPair{"source", "target"},         ColumnPair{"src", "dst"},         ColumnPair{"from", "to"},
    ColumnPair{"sourceid", "targetid"},     ColumnPair{"srcid", "dstid"},     ColumnPair{"fromid", "toid"},
    ColumnPair{"sourcenode", "targetnode"}, ColumnPair{"fromnode", "tonode"}, ColumnPair{"fromnodeid", "tonodeid"},
    ColumnPair{"node1", "node2"},           ColumnPair{"id1", "id2"},         ColumnPair{"u", "v"}};
constexpr std::array<std::string_view, 7> kWeightColumns = {"weight",   "edgeweight", "w",    "weights",
                                                            "strength", "count",      "value"};

std::string plain_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    if (c == ' ' || c == '_' || c == '-') continue;
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return name;
}

std::string spelled_name(const Field& field) {
  std::string scratch;
  return std::string(field.value(scratch));
}

std::optional<std::size_t> column_of(std::string_view name, const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return {};
  return static_cast<std::size_t>(found - names.begin());
}

class LayoutReader {
 public:
  LayoutReader(TextBatches& batches, const WeightColumn& weights) : batches_(batches), weights_(weights) {}

  EdgeListLayout read() {
    if (!skip_to_data()) return layout_;
    layout_.has_data = true;
    EntryFormat& format = layout_.format;
    format.delimiter = blanks_declared_ ? Delimiter::blanks : detect_delimiter(batches_.text());
    const Record first = split(batches_.text());
    format.fields = first.fields;
    if (first.fields > kMostFields) {
      throw batches_.error_at(batches_.text().data(),
                              fmt::format("line has {} fields; at most {} are possible", first.fields, kMostFields));
    }
    const bool header = !blanks_declared_ && find_columns(first.length);
    layout_.has_header = header;
    if (format.fields < 2) throw batches_.error_at(batches_.text().data(), "line has 1 field; an edge has at least 2");
    if (header) {
      const std::string_view line = batches_.text().substr(0, first.length);
      batches_.consume(line.size(), static_cast<std::uint64_t>(std::count(line.begin(), line.end(), '\n')));
    } else {
      choose_weight_without_names();
    }
    return layout_;
  }

 private:
  void choose_weight_without_names() {
    EntryFormat& format = layout_.format;
    const bool asked = !weights_.wanted.empty();
    if (format.fields > 3 && !asked && !weights_.ignored) {
      throw batches_.error_at(batches_.text().data(),
                              fmt::format("line has {} fields; without a header row there may be 2 or 3 "
                                          "(source, target, weight), or --weights N names the column",
                                          format.fields));
    }
    if (weights_.ignored) return;
    if (asked) {
      format.weight = numbered_column();
      if (!format.weight) throw no_such_column("there is no header row, so it must be a number");
    } else if (format.fields == 3) {
      format.weight = 2;
      layout_.account.emplace_back("the third column is the weight");
    }
  }

  // The column asked for, if it was by number.
  std::optional<std::size_t> numbered_column() const {
    std::size_t number = 0;
    const std::string& text = weights_.wanted;
    const auto [stopped, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc() || stopped != text.data() + text.size()) return {};
    if (number < 1 || number > layout_.format.fields)
      throw no_such_column(fmt::format("there are {} columns", layout_.format.fields));
    return number - 1;
  }

  ParseError no_such_column(const std::string& why) const {
    return batches_.error_at(batches_.text().data(),
                             fmt::format("--weights {}: no such column; {}", in_quotes(weights_.wanted), why));
  }

  bool skip_to_data() {
    do {
      while (!batches_.text().empty()) {
        if (!is_blank_or_comment(batches_.text())) return true;
        const std::string_view line = batches_.text().substr(0, batches_.text().find('\n'));
        read_comment(line);
        batches_.consume(line.size() + 1, 1);
      }
    } while (batches_.refill());
    return false;
  }

  void read_comment(std::string_view line) {
    line = trimmed(line);
    constexpr std::string_view kOurs = "# cgsd ";
    if (!line.starts_with(kOurs)) return;
    line.remove_prefix(kOurs.size());
    while (!line.empty()) {
      const std::string_view word = line.substr(0, line.find(' '));
      line.remove_prefix(std::min(word.size() + 1, line.size()));
      if (word.starts_with("nodes=")) read_node_count(word);
      if (word == "ids=name") layout_.ids_are_names = true;
      if (word == "directed=true") layout_.directed = true;
      if (word == "directed=false") layout_.directed = false;
      if (word == "delimiter=space") blanks_declared_ = true;
    }
  }

  void read_node_count(std::string_view word) {
    const std::string_view digits = word.substr(word.find('=') + 1);
    std::uint64_t nodes = 0;
    const auto [stopped, status] = std::from_chars(digits.data(), digits.data() + digits.size(), nodes);
    if (status != std::errc() || stopped != digits.data() + digits.size() || nodes > kMaxNodes) {
      throw batches_.error_at(word.data(), fmt::format("{} is not a possible number of nodes", in_quotes(word)));
    }
    layout_.nodes = nodes;
  }

  // Splits the record at the front of `text` into fields_; what is wrong with it is reported when its block is parsed,
  // but a first line cannot wait for that.
  Record split(std::string_view text) {
    const Record record = split_record(text, layout_.format.delimiter, fields_);
    if (record.status == RecordStatus::quote_left_open)
      throw batches_.error_at(record.fault, "this quote is not closed");
    if (record.status == RecordStatus::text_after_quote) {
      throw batches_.error_at(record.fault, "text after the closing quote");
    }
    return record;
  }

  // Whether the first line is a header row; then the columns are found by name.
  bool find_columns(std::size_t first_length) {
    std::vector<std::string> names(fields_.size());
    std::transform(fields_.begin(), fields_.end(), names.begin(),
                   [](const Field& field) { return plain_name(spelled_name(field)); });
    EntryFormat& format = layout_.format;
    const auto pair = std::find_if(kColumnPairs.begin(), kColumnPairs.end(), [&](const ColumnPair& columns) {
      return column_of(columns.source, names) && column_of(columns.target, names);
    });
    if (pair != kColumnPairs.end()) {
      format.source = *column_of(pair->source, names);
      format.target = *column_of(pair->target, names);
    } else if (!words_above_numbers(first_length)) {
      return false;
    }
    choose_weight(names);
    return true;
  }

  void choose_weight(const std::vector<std::string>& names) {
    EntryFormat& format = layout_.format;
    if (!weights_.ignored && weights_.wanted.empty()) {
      for (const std::string_view name : kWeightColumns) {
        if (!format.weight) format.weight = column_of(name, names);
      }
    } else if (!weights_.ignored) {
      format.weight = column_of(plain_name(weights_.wanted), names);
      if (!format.weight) format.weight = numbered_column();
      if (!format.weight) throw no_such_column(fmt::format("the columns are {}", fmt::join(spelled_names(), ", ")));
    }
    std::vector<std::string> ignored;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      if (i != format.source && i != format.target && i != format.weight) ignored.push_back(spelled_names()[i]);
    }
    if (ignored.empty()) return;
    layout_.account.push_back(
        fmt::format("column{} {} ignored", ignored.size() == 1 ? "" : "s", fmt::join(ignored, ", ")));
  }

  std::vector<std::string> spelled_names() const {
    std::vector<std::string> names(fields_.size());
    std::transform(fields_.begin(), fields_.end(), names.begin(),
                   [](const Field& field) { return in_quotes(spelled_name(field)); });
    return names;
  }

  static bool is_number(const Field& field) { return parse_number(field.text).has_value(); }

  // Names without a single number above a line whose first two fields are numbers, or that has a number below a word further right:
  // no edge has a word there.
  bool words_above_numbers(std::size_t first_length) {
    if (std::any_of(fields_.begin(), fields_.end(), is_number)) return false;
    std::string_view rest = batches_.text().substr(first_length);
    while (!rest.empty() && is_blank_or_comment(rest)) rest.remove_prefix(rest.find('\n') + 1);
    std::vector<Field> second;
    if (rest.empty() || split_record(rest, layout_.format.delimiter, second).status != RecordStatus::complete) {
      return false;
    }
    if (second.size() < 2) return false;
    if (is_number(second[0]) && is_number(second[1])) return true;
    for (std::size_t i = 2; i < std::min(fields_.size(), second.size()); ++i) {
      if (!trimmed(fields_[i].text).empty() && is_number(second[i])) return true;
    }
    return false;
  }

  TextBatches& batches_;
  const WeightColumn& weights_;
  EdgeListLayout layout_;
  bool blanks_declared_ = false;
  std::vector<Field> fields_;
};

}  // namespace

EdgeListLayout read_edge_list_layout(TextBatches& batches, const WeightColumn& weights) {
  return LayoutReader(batches, weights).read();
}

}  // namespace cgsd
