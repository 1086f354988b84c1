// Texts that people type or edit: options, config files, lists, cells of a table, names, addresses.
#include <string>

#include "cgsd/core/printable.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/core/utf8.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/experiment/cell.hpp"
#include "cgsd/experiment/spec_file.hpp"
#include "cgsd/experiment/spec_lists.hpp"
#include "cgsd/io/exchange/python_dictionary.hpp"
#include "cgsd/io/results/option_file.hpp"
#include "cgsd/io/store/http_message.hpp"
#include "cgsd/table/cell_dates.hpp"
#include "cgsd/table/cell_values.hpp"
#include "cgsd/table/words.hpp"

#include "tests/fuzz/as_file.hpp"

namespace cgsd::fuzz {
namespace {

std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// The first byte chooses the method, each line is a setting.
void options(Bytes bytes) {
  if (bytes.empty()) return;
  const auto records = method_records();
  ConfiguredMethod method(records[bytes[0] % records.size()]);
  std::vector<std::string> settings;
  for (std::string_view rest = text_of(bytes.subspan(1)); !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    settings.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(rest.size(), end + 1));
  }
  method.set(settings);
  method.values();
}

void config(Bytes bytes) {
  const auto file = as_file(bytes, "input.cfg");
  const std::vector<OptionSetting> settings = read_option_file(file, RunContext({.workers = 1}));
  ConfiguredMethod method = configured("default");
  apply_settings([&method] { return method.options(); }, settings, file);
}

void spec_text(Bytes bytes) { spec_json(parse_spec(text_of(bytes), "spec.json")); }

void lists(Bytes bytes) {
  const std::string text(text_of(bytes));
  spec_from_lists({.data = split_list(text), .methods = {"fast"}, .settings = {text}});
}

void cell_of_log(Bytes bytes) {
  if (const auto cell = parse_cell(text_of(bytes))) cell_line(*cell);
}

void cell_of_table(Bytes bytes) {
  const std::string_view text = text_of(bytes);
  for (const auto style : enum_names(NumberStyle{})) number_of(text, style.value);
  for (const auto order : enum_names(DateOrder{})) days_of(text, order.value);
  is_missing(text), is_code(text), is_infinite(text), is_number_with_unit(text), yes_or_no(text);
  vector_of(text), list_items(text, ';'), words_of(text), plain_float(text);
}

void names(Bytes bytes) {
  const std::string_view text = text_of(bytes);
  decode_utf8(text), display_width(text), in_quotes(text), shortened(text, 10), wrapped(printable(text), 40, 4);
  python_dictionary(text), content_range_begin(text), shown_address(text);
}

}  // namespace

std::vector<Target> parser_targets() {
  return {{"options", options}, {"config", config},           {"spec_text", spec_text},
          {"lists", lists},     {"cell_of_log", cell_of_log}, {"cell_of_table", cell_of_table},
          {"names", names}};
}

}  // namespace cgsd::fuzz
