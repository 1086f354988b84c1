#include "cgsd/experiment/spec_file.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/experiment/json_text.hpp"
#include "cgsd/io/bytes/whole_file.hpp"
#include "cgsd/io/store/dataset_name.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw InvalidArgument(fmt::format("{}: {}", where, what));
}

void check_keys(const Json& object, const std::string& where, std::initializer_list<const char*> known) {
  const std::vector<std::string> names(known.begin(), known.end());
  for (const auto& [key, value] : object.items()) {
    if (std::find(names.begin(), names.end(), key) != names.end()) continue;
    const std::string near = nearest_word(key, names);
    const std::string hint = near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near);
    refuse(where, fmt::format("unknown key {}{}", in_quotes(key), hint));
  }
}

std::string text_at(const Json& object, const char* key, const std::string& where) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (!found->is_string()) refuse(where, fmt::format("\"{}\" must be a text", key));
  return found->get<std::string>();
}

std::vector<std::string> overrides_at(const Json& object, const char* key, const std::string& where) {
  std::vector<std::string> overrides;
  const auto found = object.find(key);
  if (found == object.end()) return overrides;
  if (!found->is_object()) refuse(where, fmt::format("\"{}\" must be an object of names and values", key));
  for (const auto& [name, value] : found->items()) {
    if (value.is_structured() || value.is_null()) {
      refuse(where, fmt::format("option {} must be a number, a text or true/false", in_quotes(name)));
    }
    overrides.push_back(name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
  }
  return overrides;
}

MethodEntry method_entry(const Json& json, const std::string& where) {
  if (json.is_string()) return {json.get<std::string>(), json.get<std::string>(), {}};
  if (!json.is_object()) refuse(where, "must be a name or an object");
  check_keys(json, where, {"method", "label", "options"});
  MethodEntry entry{text_at(json, "method", where), text_at(json, "label", where),
                    overrides_at(json, "options", where)};
  if (entry.method.empty()) refuse(where, "\"method\" is missing");
  if (entry.label.empty()) entry.label = entry.method;
  return entry;
}

std::string label_of(const std::string& data) { return is_dataset_name(data) ? data : label_of_path(data); }

bool flag_at(const Json& json, const char* key, const std::string& where) {
  const auto found = json.find(key);
  if (found == json.end()) return false;
  if (!found->is_boolean()) refuse(where, fmt::format("\"{}\" must be true or false", key));
  return found->get<bool>();
}

// Nothing where there is no such key: 0 is not in the range.
std::int32_t count_at(const Json& json, const char* key, const std::string& where) {
  constexpr std::int64_t kMost = 1'000'000;
  const auto found = json.find(key);
  if (found == json.end()) return 0;
  const std::int64_t count = found->is_number_integer() ? found->get<std::int64_t>() : -1;
  if (count < 1 || count > kMost) refuse(where, fmt::format("\"{}\" must be a number in [1, {}]", key, kMost));
  return static_cast<std::int32_t>(count);
}

std::optional<GeneratedData> generated_at(const Json& json, const std::string& where) {
  const std::int32_t realisations = count_at(json, "realisations", where);
  if (json.contains("sbm")) return GeneratedData{overrides_at(json, "sbm", where), std::max(1, realisations)};
  if (realisations > 0) refuse(where, "\"realisations\" belongs to \"sbm\"");
  return std::nullopt;
}

DatasetEntry dataset_entry(const Json& json, const std::string& where) {
  DatasetEntry entry;
  if (json.is_string()) {
    entry.data = json.get<std::string>();
    entry.label = label_of(entry.data);
    return entry;
  }
  if (!json.is_object()) refuse(where, "must be a name, a path or an object");
  check_keys(json, where,
             {"data", "label", "directed_data", "both_ways", "attributes", "labels", "directed", "communities", "sbm",
              "realisations"});
  entry.data = text_at(json, "data", where);
  entry.sbm = generated_at(json, where);
  if (entry.data.empty() && !entry.sbm) refuse(where, "\"data\" is missing");
  entry.label = text_at(json, "label", where);
  if (entry.label.empty()) entry.label = entry.sbm ? "sbm" : label_of(entry.data);
  entry.directed_data = text_at(json, "directed_data", where);
  entry.attributes = text_at(json, "attributes", where);
  entry.labels = text_at(json, "labels", where);
  if (json.contains("directed")) entry.directed = flag_at(json, "directed", where);
  entry.both_ways = flag_at(json, "both_ways", where);
  entry.communities = count_at(json, "communities", where);
  return entry;
}

template <class Read>
auto entries_at(const Json& json, const char* key, Read&& read) {
  std::vector<decltype(read(json, std::string()))> entries;
  const auto found = json.find(key);
  if (found == json.end()) throw InvalidArgument(fmt::format("\"{}\" is missing", key));
  if (!found->is_array()) throw InvalidArgument(fmt::format("\"{}\" must be a list", key));
  for (std::size_t i = 0; i < found->size(); ++i) entries.push_back(read((*found)[i], fmt::format("{}[{}]", key, i)));
  return entries;
}

std::vector<std::uint64_t> seeds_at(const Json& json) {
  constexpr std::uint64_t kMost = 1'000'000;
  const auto found = json.find("seeds");
  if (found == json.end()) throw InvalidArgument("\"seeds\" is missing");
  std::vector<std::uint64_t> seeds;
  if (found->is_number_unsigned() && found->get<std::uint64_t>() >= 1 && found->get<std::uint64_t>() <= kMost) {
    for (std::uint64_t seed = 0; seed < found->get<std::uint64_t>(); ++seed) seeds.push_back(seed);
    return seeds;
  }
  if (!found->is_array()) throw InvalidArgument(fmt::format("\"seeds\" must be a number in [1, {}] or a list", kMost));
  for (const Json& seed : *found) {
    if (!seed.is_number_unsigned()) throw InvalidArgument("\"seeds\" must hold whole numbers from 0 on");
    seeds.push_back(seed.get<std::uint64_t>());
  }
  return seeds;
}

void add_paper(const Json& methods, Metric metric, std::vector<PaperValue>& values) {
  const std::string where = fmt::format("paper.{}", name_of(metric));
  if (!methods.is_object()) refuse(where, "must be an object: method → dataset → value");
  for (const auto& [method, datasets] : methods.items()) {
    if (!datasets.is_object()) refuse(where, fmt::format("{} must be an object: dataset → value", in_quotes(method)));
    for (const auto& [dataset, value] : datasets.items()) {
      if (!value.is_number())
        refuse(where, fmt::format("{} of {} is no number", in_quotes(dataset), in_quotes(method)));
      values.push_back({metric, method, dataset, value.get<double>()});
    }
  }
}

std::vector<PaperValue> paper_at(const Json& json) {
  std::vector<PaperValue> values;
  const auto found = json.find("paper");
  if (found == json.end()) return values;
  if (!found->is_object()) throw InvalidArgument("\"paper\" must be an object: metric → method → dataset → value");
  for (const auto& [metric, methods] : found->items()) {
    try {
      add_paper(methods, metric_named(metric), values);
    } catch (const InvalidArgument& error) {
      const std::string what = error.what();
      throw InvalidArgument(what.starts_with("paper") ? what : "paper: " + what);
    }
  }
  return values;
}

ExperimentSpec spec_of(const Json& json) {
  if (!json.is_object()) throw InvalidArgument("an experiment must be an object");
  check_keys(json, "experiment", {"name", "methods", "datasets", "seeds", "paper", "reproduction"});
  ExperimentSpec spec{text_at(json, "name", "experiment"), entries_at(json, "methods", method_entry),
                      entries_at(json, "datasets", dataset_entry), seeds_at(json), paper_at(json)};
  check(spec);
  return spec;
}

Json options_json(const std::vector<std::string>& assignments) {
  Json json = Json::object();
  for (const std::string& assignment : assignments) {
    const auto [name, value] = split_assignment(assignment);
    json[std::string(name)] = value;
  }
  return json;
}

Json method_json(const MethodEntry& entry) {
  if (entry.label == entry.method && entry.overrides.empty()) return entry.method;
  Json json = {{"method", entry.method}, {"label", entry.label}};
  if (!entry.overrides.empty()) json["options"] = options_json(entry.overrides);
  return json;
}

Json dataset_json(const DatasetEntry& entry) {
  Json json = {{"label", entry.label}};
  if (!entry.data.empty()) json["data"] = entry.data;
  if (entry.sbm) {
    json["sbm"] = options_json(entry.sbm->options);
    json["realisations"] = entry.sbm->realisations;
  }
  if (entry.both_ways) json["both_ways"] = true;
  if (!entry.directed_data.empty()) json["directed_data"] = entry.directed_data;
  if (!entry.attributes.empty()) json["attributes"] = entry.attributes;
  if (!entry.labels.empty()) json["labels"] = entry.labels;
  if (entry.directed) json["directed"] = *entry.directed;
  if (entry.communities > 0) json["communities"] = entry.communities;
  return json;
}

}  // namespace

ExperimentSpec parse_spec(std::string_view text, const std::string& file) {
  try {
    return spec_of(parse_json(text, file));
  } catch (const InvalidArgument& error) {
    throw ParseError({file}, error.what());
  }
}

std::vector<DatasetEntry> parse_datasets(const Json& experiment) {
  return entries_at(experiment, "datasets", dataset_entry);
}

ExperimentSpec read_spec(const std::filesystem::path& file, const RunContext& run) {
  const std::vector<char> text = read_whole(file, run);
  return parse_spec({text.data(), text.size()}, file.string());
}

std::string spec_json(const ExperimentSpec& spec) {
  Json json = {{"name", spec.name}, {"methods", Json::array()}, {"datasets", Json::array()}, {"seeds", spec.seeds}};
  for (const MethodEntry& entry : spec.methods) json["methods"].push_back(method_json(entry));
  for (const DatasetEntry& entry : spec.datasets) json["datasets"].push_back(dataset_json(entry));
  for (const PaperValue& p : spec.paper) json["paper"][std::string(name_of(p.metric))][p.method][p.dataset] = p.value;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cgsd
