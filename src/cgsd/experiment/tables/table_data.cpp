// Tables for programs: one row per figure, at full precision.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cgsd/experiment/tables/table_format.hpp"
#include "cgsd/io/text/delimited.hpp"
#include "cgsd/io/text/json_number.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> notes_of(const ResultTable& table, const TableEntry& entry) {
  std::vector<std::string> notes;
  for (const std::size_t note : entry.notes) notes.push_back(table.notes[note]);
  return notes;
}

void append_row(const ResultTable& table, const TableEntry& e, std::string& out) {
  const std::string fields[] = {e.dataset,
                                e.method,
                                std::string(name_of(e.metric)),
                                number_field(e.summary.mean),
                                number_field(e.summary.standard_error),
                                std::to_string(e.summary.found),
                                std::to_string(e.summary.wanted),
                                e.best ? "1" : "0",
                                e.mark,
                                e.paper ? number_field(*e.paper) : std::string(),
                                fmt::format("{}", fmt::join(notes_of(table, e), "; "))};
  append_csv_line(out, fields);
}

Json json_of(const ResultTable& table, const TableEntry& e) {
  Json json = {{"dataset", e.dataset},
               {"method", e.method},
               {"metric", name_of(e.metric)},
               {"mean", json_number(e.summary.mean)},
               {"standard_error", json_number(e.summary.standard_error)},
               {"cells", e.summary.found},
               {"wanted", e.summary.wanted},
               {"best", e.best}};
  if (!e.mark.empty()) json["mark"] = e.mark;
  if (e.paper) json["paper"] = *e.paper;
  if (!e.notes.empty()) json["notes"] = notes_of(table, e);
  return json;
}

}  // namespace

std::string to_csv(std::span<const ResultTable> tables) {
  std::string out = "dataset,method,metric,mean,standard_error,cells,wanted,best,mark,paper,notes\n";
  for (const ResultTable& table : tables) {
    for (const TableEntry& entry : table.entries) append_row(table, entry, out);
  }
  return out;
}

std::string to_json(std::span<const ResultTable> tables) {
  Json results = Json::array();
  for (const ResultTable& table : tables) {
    for (const TableEntry& entry : table.entries) results.push_back(json_of(table, entry));
  }
  return Json{{"results", results}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cgsd
