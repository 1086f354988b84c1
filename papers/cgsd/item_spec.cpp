#include "papers/cgsd/item_spec.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/experiment/json_text.hpp"
#include "cgsd/experiment/spec_file.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;

const Json& part(const Json& json, const char* key) {
  static const Json kNothing;
  const auto found = json.find(key);
  return found == json.end() ? kNothing : *found;
}

PrintedRow row_of(const Json& json, const std::string& where) {
  PrintedRow row;
  if (json.is_null()) return row;
  if (!json.is_object()) throw InvalidArgument(fmt::format("{} must be an object of names and numbers", where));
  for (const auto& [name, value] : json.items()) {
    if (!value.is_string()) throw InvalidArgument(fmt::format("{}.{}: numbers are texts: \"0.050\"", where, name));
    row[name] = printed_number(value.get<std::string>());
  }
  return row;
}

std::vector<std::string> texts_of(const Json& json, const std::string& where) {
  if (json.is_null()) return {};
  try {
    return json.get<std::vector<std::string>>();
  } catch (const Json::exception&) {
    throw InvalidArgument(fmt::format("{} must be a list of texts", where));
  }
}

std::vector<UnavailableData> unavailable_of(const Json& json) {
  std::vector<UnavailableData> rows;
  for (const auto& [dataset, value] : json.items()) {
    Json printed = value;
    if (!value.is_object() || !part(value, "why").is_string()) {
      throw InvalidArgument(fmt::format("unavailable.{}: \"why\" is missing", dataset));
    }
    printed.erase("why");
    rows.push_back({dataset, value.at("why").get<std::string>(), row_of(printed, "unavailable." + dataset)});
  }
  return rows;
}

void check_keys(const Json& json) {
  const std::vector<std::string> known = {"item",           "printed",      "quoted",       "learned",
                                          "learned_epochs", "cell_timeout", "compare_only", "wins",
                                          "statements",     "unavailable",  "of",           "uses"};
  for (const auto& [key, value] : json.items()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      throw InvalidArgument(fmt::format("reproduction: unknown key {}", in_quotes(key)));
    }
  }
}

void read_reproduction(const Json& json, ItemSpec& spec) {
  check_keys(json);
  spec.item = parse_choice<PaperItem>("item", json.value("item", std::string()));
  for (const auto& [row, columns] : part(json, "printed").items())
    spec.printed[row] = row_of(columns, "printed." + row);
  spec.quoted = row_of(part(json, "quoted"), "quoted");
  spec.learned = texts_of(part(json, "learned"), "learned");
  spec.learned_epochs = json.value("learned_epochs", 0);
  spec.cell_timeout = json.value("cell_timeout", 0.0);
  spec.compare_only = texts_of(part(json, "compare_only"), "compare_only");
  spec.wins = texts_of(part(json, "wins"), "wins");
  for (const auto& [name, text] : part(json, "statements").items())
    spec.statements.emplace_back(name, text.get<std::string>());
  spec.unavailable = unavailable_of(part(json, "unavailable"));
  for (const std::string& name : texts_of(part(json, "uses"), "uses"))
    spec.uses.push_back(parse_choice<PaperItem>("uses", name));
  if (json.contains("of")) spec.of = parse_choice<PaperItem>("of", json.value("of", std::string()));
}

}  // namespace

std::optional<Printed> ItemSpec::printed_at(const std::string& row, const std::string& column) const {
  const auto columns = printed.find(row);
  if (columns == printed.end()) return std::nullopt;
  const auto found = columns->second.find(column);
  return found == columns->second.end() ? std::nullopt : std::optional(found->second);
}

Printed ItemSpec::quoted_number(const std::string& name) const {
  const auto found = quoted.find(name);
  if (found == quoted.end()) throw InvalidArgument(fmt::format("{}: {} is not quoted", name_of(item), in_quotes(name)));
  return found->second;
}

double ItemSpec::quoted_value(const std::string& name) const { return quoted_number(name).value; }

ItemSpec parse_item(std::string_view text, const std::string& file) {
  const Json json = parse_json(text, file);
  try {
    ItemSpec spec;
    if (!part(json, "reproduction").is_object()) throw InvalidArgument("\"reproduction\" is missing");
    read_reproduction(json.at("reproduction"), spec);
    spec.title = json.value("name", std::string());
    if (json.contains("methods")) {
      spec.experiment = parse_spec(text, file);
      spec.datasets = spec.experiment->datasets;
    } else if (json.contains("datasets")) {
      spec.datasets = parse_datasets(json);
    }
    return spec;
  } catch (const InvalidArgument& error) {
    throw ParseError({file}, error.what());
  } catch (const Json::exception& error) {
    throw ParseError({file}, error.what());
  }
}

ItemSpec builtin_item(PaperItem item) {
  return parse_item(builtin_item_text(item), fmt::format("experiments/{}.json", name_of(item)));
}

}  // namespace cgsd
