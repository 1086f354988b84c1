#include "cgsd/io/exchange/json_graph.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/exchange/json_events.hpp"
#include "cgsd/io/exchange/named_graph.hpp"

namespace cgsd {
namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class JsonGraphReader final : public JsonHandler {
 public:
  explicit JsonGraphReader(const GraphReadOptions& options) : graph_(options, [this] { return position(); }) {
    graph_.allow_places();
  }

  void begin(bool array) override {
    const Role role = open_.empty() ? (array ? Role::records : Role::holder) : role_of(open_.back(), array);
    if (is_record(role)) begin_record(role);
    if (role == Role::data &&
        open_.back().key == "data") {  // Cytoscape, React Flow: beside it are ids, the rest is about drawing
      std::erase_if(values_, [&](const Value& value) { return !identifies(value.key, open_.back().role); });
      only_data_ = true;
    }
    open_.push_back({role, array, {}});
  }

  void end() override {
    const Frame frame = std::move(open_.back());
    open_.pop_back();
    if (frame.role == Role::node) end_node();
    if (frame.role == Role::edge || frame.role == Role::pair) end_edge();
    if (frame.role == Role::record) has(kSources) && has(kTargets) ? end_edge() : end_node();
    if (frame.role == Role::list) add_value(open_.back().key, list_);
  }

  void key(std::string_view name) override {
    Frame& frame = open_.back();
    frame.key = name;
    if (frame.role == Role::holder && found_.size() < 8) found_.push_back(in_quotes(name));
  }

  void value(std::string_view text) override {
    if (open_.empty()) return;  // the file is a single value
    const Frame& frame = open_.back();
    switch (frame.role) {
      case Role::holder:
        if (frame.key == "directed") graph_.edges().set_directed(text == "true" || text == "1");
        break;
      case Role::nodes:
        if (frame.array) add_node_id(text);
        break;
      case Role::node:
      case Role::edge:
      case Role::record:
        if (!only_data_) {
          add_value(frame.key, text);
        } else if (identifies(frame.key, frame.role)) {
          values_.insert(values_.begin(), {frame.key, std::string(text)});  // it goes before what the data call so
        }
        break;
      case Role::data:
        add_value(frame.key, text);
        break;
      case Role::end_of_edge:
        if (frame.key == "id") add_value(open_[open_.size() - 2].key, text);
        break;
      case Role::pair:
        add_value(kPair[std::min<std::size_t>(values_.size(), kPair.size() - 1)], text);
        break;
      case Role::list:
        list_ += (list_.empty() ? "" : " ") + std::string(text);
        break;
      default:
        break;
    }
  }

  GraphContents take(const RunContext& run) {
    if (graph_.nodes() == 0 && !has_edges_) {
      throw ParseError(position(),
                       fmt::format("this JSON holds no graph: neither \"nodes\" with \"links\" or \"edges\" nor "
                                   "\"elements\"{}{}",
                                   found_.empty() ? "" : "; it holds ", fmt::join(found_, ", ")));
    }
    return graph_.take(run);
  }

 private:
  enum class Role { holder, nodes, edges, records, node, edge, record, pair, data, end_of_edge, list, other };
  struct Frame {
    Role role;
    bool array;
    std::string key;  // of the member that is being read
  };
  struct Value {
    std::string key;
    std::string text;
  };
  using Words = std::array<std::string_view, 3>;
  static constexpr Words kSources = {"source", "from", "start"};
  static constexpr Words kTargets = {"target", "to", "end"};
  static constexpr std::array<std::string_view, 4> kPair = {"source", "target", "weight", "key"};

  static bool is_record(Role role) {
    return role == Role::node || role == Role::edge || role == Role::record || role == Role::pair;
  }

  // What an array or object is, by what it stands in.
  Role role_of(const Frame& in, bool array) {
    switch (in.role) {
      case Role::holder:
        if (in.key == "nodes") return Role::nodes;
        if (is_one_of(in.key, {"links", "edges", "relationships"})) return array ? Role::edges : Role::other;
        if (in.key == "elements" && array) return Role::records;
        return is_one_of(in.key, {"graph", "elements", "network"}) && !array ? Role::holder : Role::other;
      case Role::nodes:
        return array ? Role::other : Role::node;
      case Role::edges:
        return array ? Role::pair : Role::edge;
      case Role::records:
        return array ? Role::pair : Role::record;
      case Role::node:
      case Role::edge:
      case Role::record:
        if (!array && is_one_of(in.key, {"data", "attributes", "metadata", "properties"})) return Role::data;
        if (!array && in.role != Role::node && (matches(in.key, kSources) || matches(in.key, kTargets))) {
          return Role::end_of_edge;
        }
        [[fallthrough]];
      case Role::data:
        if (array) list_.clear();
        return array ? Role::list : Role::other;
      default:
        return Role::other;
    }
  }

  static bool matches(std::string_view key, const Words& words) {
    return std::find(words.begin(), words.end(), key) != words.end();
  }

  // Tells which node it is, or which an edge joins and with what weight.
  static bool identifies(std::string_view key, Role role) {
    if (key == "id" || key == "key") return true;
    return role != Role::node &&
           (matches(key, kSources) || matches(key, kTargets) || weight_name(key) != WeightName::none);
  }

  void begin_record(Role role) {
    values_.clear();
    only_data_ = false;
    // In the JSON Graph Format nodes are members of an object, and the name of the member is the id.
    if (role == Role::node && !open_.back().array) values_.push_back({"id", open_.back().key});
  }

  void add_value(std::string_view key, std::string_view text) {
    values_.push_back({std::string(key), std::string(text)});
  }

  const Value* find(std::string_view key) const {
    const auto found = std::find_if(values_.begin(), values_.end(), [&](const Value& v) { return v.key == key; });
    return found == values_.end() || found->text.empty() ? nullptr : &*found;
  }
  const Value* find(const Words& words) const {
    for (const std::string_view word : words) {
      if (const Value* value = find(word)) return value;
    }
    return nullptr;
  }
  bool has(const Words& words) const { return find(words) != nullptr; }

  void add_node_id(std::string_view id) {
    values_.assign(1, {"id", std::string(id)});
    end_node();
  }

  void end_node() {
    const Value* id = find("id");
    if (id == nullptr) id = find("key");
    const bool has_id = id != nullptr;
    if (graph_.nodes() > 0 && has_id != ids_given_) throw error("some nodes have an id and some have none");
    ids_given_ = has_id;
    graph_.add_node(has_id ? std::string_view(id->text) : fmt::format_int(graph_.nodes()).str());
    for (const Value& value : values_) {
      if (has_id && value.key == id->key) continue;
      graph_.set(graph_.column(value.key, value.key.starts_with("cgsd.") ? value.key : ""), value.text);
    }
  }

  void end_edge() {
    const Value* source = find(kSources);
    const Value* target = find(kTargets);
    if (source == nullptr || target == nullptr) throw error("this edge has no source or no target");
    has_edges_ = true;
    graph_.add_edge(source->text, target->text);
    for (const Value& value : values_) {
      if (&value == source || &value == target || is_one_of(value.key, {"id", "key", "curvature"})) continue;
      const WeightName weight = weight_name(value.key);
      if (weight != WeightName::none && !value.text.empty()) graph_.set_weight(weight, value.text);
      if (weight == WeightName::none) graph_.edges().leave_out(value.key);
    }
  }

  NamedGraph graph_;
  std::vector<Frame> open_;
  std::vector<Value> values_;  // of the node or edge that is open
  bool only_data_ = false;
  std::string list_;
  bool ids_given_ = false;
  bool has_edges_ = false;
  std::vector<std::string> found_;  // members of the object, for a message
};

}  // namespace

GraphContents read_json_graph(const std::filesystem::path& file, const GraphReadOptions& options,
                              const RunContext& run) {
  JsonGraphReader reader(options);
  read_json(file, reader, run);
  return reader.take(run);
}

}  // namespace cgsd
