#include "cgsd/io/results/communities_json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/io/text/json_file.hpp"
#include "cgsd/io/text/json_number.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;

Json four_digits(double value) { return json_number(std::round(value * 1e4) / 1e4); }

Json trait_json(const Trait& t) {
  return {{"attribute", t.attribute},
          {"label", t.label},
          {"kind", name_of(t.kind)},
          {"direction", t.more() ? "more" : "less"},
          {"inside", json_number(t.inside)},
          {"outside", json_number(t.outside)},
          {"effect", json_number(t.effect)},
          {"strength", json_number(t.strength)},
          {"words", t.words}};
}

Json community_json(const CommunityFacts& c) {
  Json traits = Json::array();
  for (const Trait& t : c.set_apart) traits.push_back(trait_json(t));
  return {{"id", c.id},
          {"size", c.size},
          {"density", json_number(c.density)},
          {"conductance", json_number(c.conductance)},
          {"mean_confidence", four_digits(c.mean_confidence)},
          {"set_apart", std::move(traits)},
          {"central_by", name_of(c.central_by)},
          {"central", c.central},
          {"doubtful", c.doubtful}};
}

Json number_list(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double x : values) list.push_back(four_digits(x));
  return list;
}

Json or_null(const std::vector<std::int32_t>& ids) {
  Json list = Json::array();
  for (const std::int32_t c : ids) list.push_back(c >= 0 ? Json(c) : Json(nullptr));
  return list;
}

std::string compact(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// {"a": 1, "b": [ … ]} with a line for each member, and for each element of those lists that hold objects.
void write_members(TextWriter& out, const Json& object, const std::string& indent) {
  out << "{\n";
  std::size_t left = object.size();
  for (const auto& [name, value] : object.items()) {
    out << indent << compact(name) << ": ";
    if (value.is_object()) {
      write_members(out, value, indent + "  ");
    } else if (value.is_array() && !value.empty() && value.front().is_object()) {
      for (std::size_t i = 0; i < value.size(); ++i)
        out << (i == 0 ? "[\n" : ",\n") << indent << "  " << compact(value[i]);
      out << "\n" << indent << "]";
    } else {
      out << compact(value);
    }
    out << (--left > 0 ? ",\n" : "\n");
  }
  out << std::string_view(indent).substr(2) << "}";
}

// The number of a community by what it is called; kNoOther for null.
class Numbers {
 public:
  Numbers(const nlohmann::json& communities, std::string file) : file_(std::move(file)) {
    for (const nlohmann::json& c : communities) {
      ids_.push_back(c.at("id").get<std::int32_t>());
      number_.emplace(ids_.back(), static_cast<std::int32_t>(number_.size()));
    }
    if (number_.size() != ids_.size()) throw ParseError({file_}, "two communities have the same id");
  }
  std::int32_t of(const nlohmann::json& id) const {
    if (id.is_null()) return kNoOther;
    const auto found = number_.find(id.get<std::int32_t>());
    if (found == number_.end()) throw ParseError({file_}, fmt::format("community {} is not listed", compact(id)));
    return found->second;
  }
  std::vector<std::int32_t> of_all(const nlohmann::json& list) const {
    std::vector<std::int32_t> out;
    for (const nlohmann::json& id : list) out.push_back(of(id));
    return out;
  }
  const std::vector<std::int32_t>& ids() const { return ids_; }

 private:
  std::string file_;
  std::vector<std::int32_t> ids_;
  std::map<std::int32_t, std::int32_t> number_;
};

std::vector<double> numbers_from(const nlohmann::json& list) {
  std::vector<double> out;
  for (const nlohmann::json& x : list)
    out.push_back(x.is_null() ? std::numeric_limits<double>::quiet_NaN() : x.get<double>());
  return out;
}

StoredCommunities stored_from(const nlohmann::json& json, const std::string& file) {
  const auto fault = [&](const std::string& what) { return ParseError({file}, what); };
  if (!json.is_object() || json.value("schema", "") != kCommunitiesSchema)
    throw fault("these are not the communities of a run");
  if (json.at("schema_version") != kCommunitiesVersion)
    throw fault(fmt::format("version {} of the form; this program reads version {}", compact(json.at("schema_version")),
                            kCommunitiesVersion));
  const nlohmann::json& nodes = json.at("nodes");
  const Numbers numbers(json.at("communities"), file);
  StoredCommunities stored;
  stored.ids = numbers.ids();
  stored.partition = {numbers.of_all(nodes.at("community")), static_cast<std::int32_t>(stored.ids.size())};
  stored.confidence.own = numbers_from(nodes.at("confidence"));
  stored.confidence.other = numbers.of_all(nodes.at("second_choice"));
  if (nodes.contains("stability")) stored.stability = numbers_from(nodes.at("stability"));
  const std::size_t n = stored.partition.community_of.size();
  if (!stored.stability.empty() && stored.stability.size() != n) throw fault("the lists of the nodes differ in length");
  if (stored.confidence.own.size() != n || stored.confidence.other.size() != n)
    throw fault("the lists of the nodes differ in length");
  if (std::ranges::count(stored.partition.community_of, kNoOther) > 0) throw fault("a node has no community");
  return stored;
}

}  // namespace

Json community_list_json(const Summary& s) {
  Json list = Json::array();
  for (const CommunityFacts& c : s.communities) list.push_back(community_json(c));
  return list;
}

Json node_lists_json(const NodeNames& names, const Partition& partition, const Summary& s) {
  Json name = Json::array();
  for (NodeId v = 0; v < partition.community_of.size(); ++v)
    name.push_back(names.none() ? Json(v) : Json(names.name(v)));
  Json lists = {{"name", std::move(name)},
                {"community", ids_of(s.communities, partition.community_of)},
                {"confidence", number_list(s.confidence.own)},
                {"second_choice", or_null(ids_of(s.communities, s.confidence.other))}};
  if (s.stability) lists["stability"] = number_list(s.stability->node);
  return lists;
}

void write_communities_json(const std::filesystem::path& file, const NodeNames& names, const Partition& partition,
                            const Summary& s) {
  const Json json = {{"schema", kCommunitiesSchema},
                     {"schema_version", kCommunitiesVersion},
                     {"cgsd", s.run.version},
                     {"method", s.run.method},
                     {"seed", s.run.seed},
                     {"data", s.run.data_name},
                     {"confidence_by", name_of(s.confidence.source)},
                     {"communities", community_list_json(s)},
                     {"nodes", node_lists_json(names, partition, s)}};
  TextWriter out(file);
  write_members(out, json, "  ");
  out << '\n';
  out.commit();
}

StoredCommunities read_communities_json(const std::filesystem::path& file, const RunContext& run) {
  const nlohmann::json json = read_json(file, run);
  try {
    return stored_from(json, file.string());
  } catch (const nlohmann::json::exception&) {
    throw ParseError({file.string()}, "a member is missing, or not what it should be");
  }
}

}  // namespace cgsd
