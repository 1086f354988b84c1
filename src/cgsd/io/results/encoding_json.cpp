#include "cgsd/io/results/encoding_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;

template <class E>
E enum_of(const Json& json) {
  const auto text = json.get<std::string>();
  for (const auto& entry : enum_names(E{})) {
    if (entry.name == text) return entry.value;
  }
  throw InvalidArgument(fmt::format("encoding: {} is not known", text));
}

Json json_of(const ColumnEncoding& c) {
  return {{"sources", c.sources},
          {"positions", c.positions},
          {"kind", name_of(c.kind)},
          {"style", name_of(c.style)},
          {"order", name_of(c.order)},
          {"separator", std::string(1, c.separator)},
          {"levels", c.levels},
          {"idf", c.idf},
          {"fill", c.fill},
          {"other", c.other},
          {"missing", c.missing},
          {"mean", c.mean},
          {"scale", c.scale},
          {"weight", c.weight}};
}

ColumnEncoding column_of(const Json& json) {
  ColumnEncoding c;
  json.at("sources").get_to(c.sources);
  json.at("positions").get_to(c.positions);
  c.kind = enum_of<ColumnKind>(json.at("kind"));
  c.style = enum_of<NumberStyle>(json.at("style"));
  c.order = enum_of<DateOrder>(json.at("order"));
  const auto separator = json.at("separator").get<std::string>();
  if (separator.size() != 1) throw InvalidArgument("encoding: a separator is one character");
  c.separator = separator.front();
  json.at("levels").get_to(c.levels);
  json.at("idf").get_to(c.idf);
  json.at("fill").get_to(c.fill);
  json.at("other").get_to(c.other);
  json.at("missing").get_to(c.missing);
  json.at("mean").get_to(c.mean);
  json.at("scale").get_to(c.scale);
  json.at("weight").get_to(c.weight);
  return c;
}

}  // namespace

std::string encoding_json(const Encoding& e) {
  Json columns = Json::array();
  for (const ColumnEncoding& column : e.columns) columns.push_back(json_of(column));
  const Json json = {{"id_column", e.id_column},
                     {"heading", e.heading},
                     {"common_scale", e.common_scale},
                     {"sparse", e.sparse},
                     {"columns", std::move(columns)}};
  return json.dump();
}

Encoding encoding_of_json(const std::string& text) {
  Encoding e;
  try {
    const Json json = Json::parse(text);
    json.at("id_column").get_to(e.id_column);
    json.at("heading").get_to(e.heading);
    json.at("common_scale").get_to(e.common_scale);
    json.at("sparse").get_to(e.sparse);
    for (const Json& column : json.at("columns")) e.columns.push_back(column_of(column));
  } catch (const nlohmann::json::exception& fault) {
    throw InvalidArgument(fmt::format("encoding: {}", fault.what()));
  }
  check(e);
  return e;
}

}  // namespace cgsd
