// Lines of fields: comma, tab or semicolon between two fields, or a run of blanks.
//
// Reading: blanks around a field are dropped. A field that begins with a double quote ends at the next lone one; two in
// a row mean one; delimiters and newlines between them belong to the field (RFC 4180).
// Writing: in CSV a field is quoted if it would be misread without; the other delimiters know no quotes here, so
// such a field is an InvalidArgument.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cgsd {

enum class Delimiter : char { comma = ',', tab = '\t', semicolon = ';', blanks = ' ' };

struct Field {
  std::string_view text;  // between the quotes if there are any
  bool quoted = false;

  // The field's value; `scratch` holds it if quotes had to be undone.
  std::string_view value(std::string& scratch) const;
  // Where the field begins in the file, the quote included.
  const char* place() const { return quoted ? text.data() - 1 : text.data(); }
};

enum class RecordStatus { complete, quote_left_open, text_after_quote };

inline constexpr std::size_t kMostFields = std::size_t{1} << 16;

struct Record {
  RecordStatus status = RecordStatus::complete;
  std::size_t length = 0;       // with its line end
  std::size_t fields = 0;       // how many there are; the first `most` of them are kept
  const char* fault = nullptr;  // unless complete: the place to blame
};

// Splits the record at the front of `text`, which must hold a newline.
Record split_record(std::string_view text, Delimiter delimiter, std::vector<Field>& fields,
                    std::size_t most = kMostFields);

// Blank, or a comment: first visible character # or %, or //.
bool is_blank_or_comment(std::string_view line);

// The delimiter of a file whose first line of data begins `text`: tab if it parts the line into non-empty fields,
// else comma, else semicolon, else blanks.
Delimiter detect_delimiter(std::string_view text);

// A finite number that is the whole of `text`; a leading + is allowed.
std::optional<double> parse_number(std::string_view text);

// .csv → comma, .tsv → tab, else blanks; .gz does not count.
Delimiter delimiter_of_ending(const std::filesystem::path& file);

// Appends `field` as the reader above will read it back.
void append_field(std::string& out, std::string_view field, Delimiter delimiter);
// Appends a line of CSV; an empty field is nothing between two commas: no value.
void append_csv_line(std::string& out, std::span<const std::string> fields);
std::string number_field(double value);  // all its digits; empty if it is not finite

}  // namespace cgsd
