#include "cgsd/experiment/cell.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/text/json_number.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;

double number_at(const nlohmann::json& json, const char* key) {
  const nlohmann::json& value = json.at(key);
  return value.is_null() ? CellRecord::kNone : value.get<double>();
}

void read_figures(const nlohmann::json& json, CellRecord& cell) {
  cell.nmi = number_at(json, "nmi");
  cell.ami = number_at(json, "ami");
  cell.ari = number_at(json, "ari");
  cell.accuracy = number_at(json, "accuracy");
  cell.modularity = number_at(json, "modularity");
  cell.communities = json.at("communities").get<std::int32_t>();
}

// The last member of a line is the checksum of the line without it: what a disk or an editor changed is noticed.
constexpr std::string_view kChecksumMember = ",\"checksum\":\"";
constexpr std::size_t kChecksumDigits = 16;
constexpr std::size_t kChecksumSize = kChecksumMember.size() + kChecksumDigits + 2;  // its end: "}

std::string with_checksum(const std::string& line) {
  Sha256 hash;
  hash.update(line);
  return fmt::format("{}{}{}\"}}", std::string_view(line).substr(0, line.size() - 1), kChecksumMember,
                     hash.hex().substr(0, kChecksumDigits));
}

// Lines of older versions have none.
bool is_intact(std::string_view line) {
  if (line.size() <= kChecksumSize) return true;
  const std::string_view members = line.substr(0, line.size() - kChecksumSize);
  if (!line.substr(members.size()).starts_with(kChecksumMember)) return line.find(kChecksumMember) == line.npos;
  return with_checksum(std::string(members) + "}") == line;
}

}  // namespace

double value_of(const CellRecord& cell, Metric metric) {
  if (cell.state != CellState::done) return CellRecord::kNone;
  switch (metric) {
    case Metric::nmi:
      return cell.nmi;
    case Metric::ami:
      return cell.ami;
    case Metric::ari:
      return cell.ari;
    case Metric::accuracy:
      return cell.accuracy;
    case Metric::modularity:
      return cell.modularity;
    case Metric::communities:
      return cell.communities;
    case Metric::seconds:
      return cell.seconds;
    case Metric::peak_memory:
      return cell.peak_memory ? static_cast<double>(*cell.peak_memory) : CellRecord::kNone;
  }
  return CellRecord::kNone;
}

std::string cell_line(const CellRecord& cell) {
  Json json = {{"method", cell.key.method},
               {"dataset", cell.key.dataset},
               {"seed", cell.key.seed},
               {"overrides", cell.overrides},
               {"state", name_of(cell.state)}};
  if (cell.state == CellState::done) {
    json["nmi"] = json_number(cell.nmi);
    json["ami"] = json_number(cell.ami);
    json["ari"] = json_number(cell.ari);
    json["accuracy"] = json_number(cell.accuracy);
    json["modularity"] = json_number(cell.modularity);
    json["communities"] = cell.communities;
  } else {
    json["reason"] = cell.reason;
  }
  json["seconds"] = json_number(cell.seconds);
  if (cell.peak_memory) json["peak_memory_bytes"] = *cell.peak_memory;
  json["options"] = cell.fingerprint;
  json["data"] = cell.data;
  json["cgsd"] = cell.version;
  return with_checksum(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::optional<CellRecord> parse_cell(std::string_view line) {
  const nlohmann::json json = nlohmann::json::parse(line.begin(), line.end(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !is_intact(line)) return std::nullopt;
  try {
    CellRecord cell;
    cell.key = {json.at("method").get<std::string>(), json.at("dataset").get<std::string>(),
                json.at("seed").get<std::uint64_t>()};
    cell.overrides = json.at("overrides").get<std::vector<std::string>>();
    cell.state = parse_choice<CellState>("state", json.at("state").get<std::string>());
    if (cell.state == CellState::done) {
      read_figures(json, cell);
    } else {
      cell.reason = json.at("reason").get<std::string>();
    }
    cell.seconds = number_at(json, "seconds");
    if (json.contains("peak_memory_bytes")) cell.peak_memory = json.at("peak_memory_bytes").get<std::uint64_t>();
    cell.fingerprint = json.at("options").get<std::string>();
    cell.data = json.at("data").get<std::string>();
    cell.version = json.at("cgsd").get<std::string>();
    return cell;
  } catch (const std::exception&) {  // something is missing or of another kind
    return std::nullopt;
  }
}

std::string one_line(std::string_view message) {
  std::string line(trimmed(message.substr(0, message.find('\n'))));
  std::erase_if(line, [](char c) { return static_cast<unsigned char>(c) < ' '; });
  return line;
}

}  // namespace cgsd
