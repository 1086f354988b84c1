#include "cgsd/io/formats/graphml.hpp"

#include <limits>
#include <optional>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/datasets/node_count.hpp"
#include "cgsd/io/formats/relabel.hpp"
#include "cgsd/io/text/delimited.hpp"
#include "cgsd/io/text/name_table.hpp"
#include "cgsd/io/text/xml.hpp"

namespace cgsd {
namespace {

constexpr NodeId kUndeclared = NameTable::kAbsent;

class GraphmlReader final : public XmlHandler {
 public:
  explicit GraphmlReader(const NameTable* known) : known_(known) {}

  void begin_element(std::string_view name, const XmlAttributes& attributes) override {
    const Element parent = open_.empty() ? Element::outside : open_.back();
    open_.push_back(classify(name, parent));
    switch (open_.back()) {
      case Element::graph:
        begin_graph();
        break;
      case Element::key:
        begin_key(attributes);
        break;
      case Element::node:
        declare(required(attributes, "id", "node"));
        break;
      case Element::edge:
        begin_edge(attributes);
        break;
      case Element::weight_default:
        text_.clear();
        break;
      case Element::edge_data:
        begin_edge_data(attributes);
        break;
      default:
        break;
    }
  }

  void end_element() override {
    const Element element = open_.back();
    open_.pop_back();
    if (element == Element::weight_default) default_weight_ = number_in_text();
    if (element == Element::weight) weight_ = number_in_text();
    if (element == Element::edge) weights_.push_back(weight_.value_or(kNoWeight));
    has_weights_ = has_weights_ || element == Element::weight || element == Element::weight_default;
  }

  void text(std::string_view piece) override {
    constexpr std::size_t kLongestNumber = 1000;
    if (open_.empty() || (open_.back() != Element::weight && open_.back() != Element::weight_default)) return;
    if (text_.size() + piece.size() > kLongestNumber) throw error("weight is not a number");
    text_ += piece;
  }

  GraphContents take(const GraphReadOptions& options, const RunContext& run);

 private:
  enum class Element { outside, graphml, graph, key, weight_key, weight_default, node, edge, edge_data, weight, other };
  static constexpr double kNoWeight = std::numeric_limits<double>::quiet_NaN();

  // The first mention, in an edge, of a node that had not been declared by then.
  struct Mention {
    NodeId node;
    std::uint64_t line;
    std::uint64_t column;
  };

  Element classify(std::string_view name, Element parent) const {
    switch (parent) {
      case Element::outside:
        if (name != "graphml") throw error(fmt::format("not GraphML: the first element is {}", in_quotes(name)));
        return Element::graphml;
      case Element::graphml:
        return name == "graph" ? Element::graph : name == "key" ? Element::key : Element::other;
      case Element::graph:
        if (name == "hyperedge") throw error("hyperedges are not supported");
        return name == "node" ? Element::node : name == "edge" ? Element::edge : Element::other;
      case Element::weight_key:
        return name == "default" ? Element::weight_default : Element::other;
      case Element::node:
      case Element::edge:
        if (name == "graph") throw error("nested graphs are not supported");
        return parent == Element::edge && name == "data" ? Element::edge_data : Element::other;
      default:
        return Element::other;
    }
  }

  std::string_view required(const XmlAttributes& attributes, std::string_view name, std::string_view element) const {
    const char* value = attributes.find(name);
    if (value == nullptr) throw error(fmt::format("<{}> has no attribute {}", element, in_quotes(name)));
    return value;
  }

  void begin_graph() {
    if (has_graph_) throw error("more than one graph in the file");
    has_graph_ = true;
  }

  void begin_key(const XmlAttributes& attributes) {
    const char* name = attributes.find("attr.name");
    const char* domain = attributes.find("for");
    const std::string_view on = domain == nullptr ? "all" : domain;
    if (name == nullptr || std::string_view(name) != "weight" || (on != "edge" && on != "all")) return;
    if (weight_key_) throw error("two keys say that they are the weight of edges");
    weight_key_ = std::string(required(attributes, "id", "key"));
    open_.back() = Element::weight_key;
  }

  void begin_edge_data(const XmlAttributes& attributes) {
    const char* key = attributes.find("key");
    if (!weight_key_ || key == nullptr || *weight_key_ != key) return;
    open_.back() = Element::weight;
    text_.clear();
  }

  double number_in_text() const {
    const auto number = parse_number(trimmed(text_));
    if (!number) throw error(fmt::format("weight {} is not a finite number", in_quotes(trimmed(text_))));
    return *number;
  }

  void declare(std::string_view id) {
    if (known_ != nullptr && known_->find(id) == NameTable::kAbsent) {
      throw error(fmt::format("node id {} is not in the node table", in_quotes(id)));
    }
    const NodeId node = ids_.insert(id);
    if (node == declared_as_.size()) declared_as_.push_back(kUndeclared);
    if (declared_as_[node] != kUndeclared) throw error(fmt::format("node id {} is there twice", in_quotes(id)));
    declared_as_[node] = nodes_++;
  }

  NodeId mention(std::string_view id) {
    const NodeId node = ids_.insert(id);
    if (node == declared_as_.size()) {
      declared_as_.push_back(kUndeclared);
      const FilePosition where = position();
      mentions_.push_back({node, where.line, where.column});
    }
    return node;
  }

  void begin_edge(const XmlAttributes& attributes) {
    const NodeId source = mention(required(attributes, "source", "edge"));
    entries_.push_back({source, mention(required(attributes, "target", "edge"))});
    weight_.reset();
  }

  NodeNames names_in_order() const;

  const NameTable* known_;
  std::vector<Element> open_;
  bool has_graph_ = false;
  std::optional<std::string> weight_key_;
  std::optional<double> default_weight_;
  std::optional<double> weight_;
  bool has_weights_ = false;
  std::string text_;
  NameTable ids_;
  std::vector<NodeId> declared_as_;  // id number → place among the <node> elements
  NodeId nodes_ = 0;
  std::vector<Mention> mentions_;
  std::vector<Entry> entries_;
  std::vector<double> weights_;  // kNoWeight: the edge gave none
};

// The ids in the order of the <node> elements.
NodeNames GraphmlReader::names_in_order() const {
  std::vector<NodeId> id_of(nodes_);
  for (NodeId id = 0; id < ids_.size(); ++id) id_of[declared_as_[id]] = id;
  NodeNames names;
  for (const NodeId id : id_of) names.append(ids_.names().view(id));
  return names;
}

bool are_indices(const NodeNames& names) {
  for (NodeId node = 0; node < names.size(); ++node) {
    const fmt::format_int index(node);
    if (names.view(node) != std::string_view(index.data(), index.size())) return false;
  }
  return true;
}

GraphContents GraphmlReader::take(const GraphReadOptions& options, const RunContext& run) {
  const FilePosition whole_file = position();
  if (!has_graph_) throw ParseError(whole_file, "there is no graph in the file");
  for (const Mention& mention : mentions_) {
    if (declared_as_[mention.node] != kUndeclared) continue;
    throw ParseError(
        {whole_file.file, mention.line, mention.column},
        fmt::format("the edge names node {}, which does not exist", in_quotes(ids_.names().view(mention.node))));
  }
  GraphContents contents;
  contents.names = names_in_order();
  relabel(
      entries_, [&](NodeId id) { return declared_as_[id]; }, run);
  if (known_ != nullptr) {
    relabel(
        entries_, [&](NodeId node) { return known_->find(contents.names.view(node)); }, run);
    contents.names = known_->names();
    nodes_ = known_->size();
  } else {
    check_expected_nodes(whole_file, nodes_, options);
    if (are_indices(contents.names)) contents.names = {};
  }
  for (double& weight : weights_) {
    if (weight != weight) weight = default_weight_.value_or(1.0);
  }
  if (!has_weights_) weights_.clear();
  contents.list = {.nodes = nodes_, .entries = std::move(entries_), .weights = std::move(weights_)};
  return contents;
}

}  // namespace

GraphContents read_graphml(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run) {
  std::optional<NameTable> known;
  if (options.known_names != nullptr) known.emplace(*options.known_names);
  GraphmlReader reader(known ? &*known : nullptr);
  read_xml(file, reader, run);
  return reader.take(options, run);
}

}  // namespace cgsd
