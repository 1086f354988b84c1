#include "cgsd/io/text/delimited.hpp"

#include <algorithm>
#include <cmath>

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/byte_source.hpp"

namespace cgsd {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Reads a record field by field. Invariant: at_ is inside [begin, end), and end[-1] is a newline.
class RecordSplitter {
 public:
  RecordSplitter(std::string_view text, Delimiter delimiter, std::size_t most)
      : begin_(text.data()), end_(text.data() + text.size()), at_(begin_), delimiter_(delimiter), most_(most) {}

  Record split(std::vector<Field>& fields) {
    fields.clear();
    skip_blanks();
    if (delimiter_ == Delimiter::blanks && at_line_end()) return finished();
    while (true) {
      skip_blanks();
      if (*at_ == '"') {
        const Record fault = quoted_field(fields);
        if (fault.status != RecordStatus::complete) return fault;
      } else {
        plain_field(fields);
      }
      if (at_line_end()) return finished();
      if (delimiter_ != Delimiter::blanks) ++at_;
    }
  }

 private:
  // A tab is a blank unless it is what parts the fields.
  void skip_blanks() {
    while (*at_ == ' ' || (*at_ == '\t' && delimiter_ != Delimiter::tab)) ++at_;
  }
  bool at_line_end() const { return *at_ == '\n' || (*at_ == '\r' && at_[1] == '\n'); }
  bool at_delimiter() const {
    return delimiter_ == Delimiter::blanks ? is_blank(*at_) : *at_ == static_cast<char>(delimiter_);
  }

  Record finished() const {
    const auto length = static_cast<std::size_t>(at_ - begin_) + (*at_ == '\r' ? 2 : 1);
    return {RecordStatus::complete, length, count_, nullptr};
  }

  // A hostile line may hold millions of delimiters and nothing else.
  void keep(const Field& field, std::vector<Field>& fields) {
    if (++count_ <= most_) fields.push_back(field);
  }

  void plain_field(std::vector<Field>& fields) {
    const char* first = at_;
    while (!at_delimiter() && !at_line_end()) ++at_;
    const char* last = at_;
    while (last != first && is_blank(last[-1])) --last;
    keep({{first, static_cast<std::size_t>(last - first)}, false}, fields);
    if (delimiter_ == Delimiter::blanks) skip_blanks();
  }

  Record quoted_field(std::vector<Field>& fields) {
    const char* quote = at_;
    const char* first = ++at_;
    while (true) {
      at_ = std::find(at_, end_, '"');
      if (at_ == end_) return {RecordStatus::quote_left_open, 0, count_, quote};
      if (at_[1] != '"') break;  // end_[-1] is a newline, so at_[1] exists
      at_ += 2;
    }
    keep({{first, static_cast<std::size_t>(at_ - first)}, true}, fields);
    ++at_;
    const char* after = at_;
    skip_blanks();
    const bool parted = at_line_end() || (delimiter_ == Delimiter::blanks ? at_ != after : at_delimiter());
    if (!parted) return {RecordStatus::text_after_quote, 0, count_, at_};
    return {};
  }

  const char* begin_;
  const char* end_;
  const char* at_;
  Delimiter delimiter_;
  std::size_t most_;
  std::size_t count_ = 0;
};

bool needs_quotes(std::string_view field, Delimiter delimiter) {
  if (field.empty() || is_blank(field.front()) || is_blank(field.back())) return true;
  if (field.front() == '"' || field.front() == '#' || field.front() == '%' || field.starts_with("//")) return true;
  if (field.find_first_of("\r\n") != std::string_view::npos) return true;
  switch (delimiter) {
    case Delimiter::blanks:
      return field.find_first_of(" \t") != std::string_view::npos;
    case Delimiter::comma:
      return field.find_first_of(",\"") != std::string_view::npos;
    default:
      return field.find(static_cast<char>(delimiter)) != std::string_view::npos;
  }
}

}  // namespace

std::string_view Field::value(std::string& scratch) const {
  if (!quoted || text.find('"') == std::string_view::npos) return text;
  scratch.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    scratch += text[i];
    if (text[i] == '"') ++i;
  }
  return scratch;
}

Record split_record(std::string_view text, Delimiter delimiter, std::vector<Field>& fields, std::size_t most) {
  return RecordSplitter(text, delimiter, most).split(fields);
}

bool is_blank_or_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return true;
  line.remove_prefix(first);
  return line.front() == '\n' || line.front() == '#' || line.front() == '%' || line.starts_with("//");
}

Delimiter detect_delimiter(std::string_view text) {
  std::vector<Field> fields;
  const auto parts = [&](Delimiter delimiter) {
    return split_record(text, delimiter, fields).status == RecordStatus::complete && fields.size() > 1;
  };
  const auto empty = [](const Field& field) { return field.text.empty() && !field.quoted; };
  if (parts(Delimiter::tab) && std::none_of(fields.begin(), fields.end(), empty)) return Delimiter::tab;
  for (const Delimiter delimiter : {Delimiter::comma, Delimiter::semicolon}) {
    if (parts(delimiter)) return delimiter;
  }
  for (const Delimiter delimiter : {Delimiter::tab, Delimiter::comma, Delimiter::semicolon}) {
    // A quote behind the delimiter that nobody closes: whoever splits the line by it will say so.
    if (split_record(text, delimiter, fields).status == RecordStatus::quote_left_open && !fields.empty()) {
      return delimiter;
    }
  }
  return Delimiter::blanks;
}

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stopped, status] = fast_float::from_chars(text.data(), end, value);
  // Too small a number may be reported as out of range although its value, 0, is right.
  if (text.empty() || stopped != end || status == std::errc::invalid_argument || !std::isfinite(value)) return {};
  return value;
}

Delimiter delimiter_of_ending(const std::filesystem::path& file) {
  const std::string ending = format_ending(file);
  if (ending == ".csv") return Delimiter::comma;
  return ending == ".tsv" ? Delimiter::tab : Delimiter::blanks;
}

void append_field(std::string& out, std::string_view field, Delimiter delimiter) {
  if (field.find('\0') != std::string_view::npos) {
    throw InvalidArgument(fmt::format("node name {} holds a NUL byte, which a text file cannot", in_quotes(field)));
  }
  if (!needs_quotes(field, delimiter)) {
    out += field;
    return;
  }
  if (delimiter != Delimiter::comma) {
    throw InvalidArgument(
        fmt::format("node name {} would be misread in this format; CSV can hold it", in_quotes(field)));
  }
  out += '"';
  for (const char c : field) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_csv_line(std::string& out, std::span<const std::string> fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) out += ',';
    if (!fields[i].empty()) append_field(out, fields[i], Delimiter::comma);
  }
  out += '\n';
}

std::string number_field(double value) { return std::isfinite(value) ? fmt::format("{}", value) : std::string(); }

}  // namespace cgsd
