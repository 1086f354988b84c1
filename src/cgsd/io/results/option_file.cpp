#include "cgsd/io/results/option_file.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/whole_file.hpp"
#include "cgsd/io/text/line_reader.hpp"

namespace cgsd {
namespace {

using SortedJson = nlohmann::json;  // sorted: an ordered object with very many members takes long to read

std::vector<OptionSetting> from_lines(const std::filesystem::path& file) {
  std::vector<OptionSetting> settings;
  LineReader lines(file);
  for (std::string_view line; lines.next(line);) {
    const std::string_view text = trimmed(line.substr(0, line.find('#')));
    if (text.empty()) continue;
    const std::size_t equals = text.find('=');
    const std::string_view name = trimmed(text.substr(0, equals));
    if (equals == std::string_view::npos || name.empty()) throw lines.error("expected name = value");
    settings.push_back({std::string(name), std::string(trimmed(text.substr(equals + 1))), lines.line_number()});
  }
  return settings;
}

void add_members(const SortedJson& object, const std::string& file, std::vector<OptionSetting>& settings) {
  for (const auto& [name, value] : object.items()) {
    if (value.is_structured() || value.is_null()) {
      throw ParseError({file}, in_quotes(name) + " must be a number, a text or true/false");
    }
    settings.push_back({name, value.is_string() ? value.get<std::string>() : value.dump(), 0});
  }
}

std::vector<OptionSetting> from_json(const std::string& file, const std::vector<char>& text) {
  const SortedJson json = SortedJson::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) throw ParseError({file}, "this is not valid JSON");
  std::vector<OptionSetting> settings;
  const auto options = json.find("options");
  if (options == json.end()) {
    add_members(json, file, settings);
    return settings;
  }
  if (!options->is_object()) throw ParseError({file}, "\"options\" must be an object");
  for (const char* name : {"method", "preset", "seed"}) {
    if (json.contains(name)) add_members(SortedJson{{name, json[name]}}, file, settings);
  }
  add_members(*options, file, settings);
  return settings;
}

bool switches_options(const std::vector<Option>& options, std::string_view name) {
  return std::ranges::any_of(options, [&](const Option& option) { return option.switches && option.name == name; });
}

}  // namespace

std::vector<OptionSetting> read_option_file(const std::filesystem::path& file, const RunContext& run) {
  const std::vector<char> text = read_whole(file, run);
  const bool is_json = trimmed(std::string_view(text.data(), text.size())).starts_with('{');
  return is_json ? from_json(file.string(), text) : from_lines(file);
}

void apply_settings(const OptionLister& list, const std::vector<OptionSetting>& settings,
                    const std::filesystem::path& file) {
  for (const bool switches : {true, false}) {
    std::vector<Option> options = list();
    for (const OptionSetting& setting : settings) {
      if (switches_options(options, setting.name) != switches) continue;
      try {
        set_option(std::as_const(options), setting.name, setting.value);
        if (switches) options = list();
      } catch (const InvalidArgument& error) {
        throw ParseError({file.string(), setting.line}, error.what());
      }
    }
  }
}

}  // namespace cgsd
