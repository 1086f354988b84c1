#include "cgsd/io/formats/graphml.hpp"

#include <map>
#include <optional>

#include "cgsd/io/exchange/xml_graph.hpp"
#include "cgsd/io/text/delimited.hpp"

namespace cgsd {
namespace {

enum class GraphmlElement { outside, graphml, graph, key, key_default, node, edge, data, node_label, other };

class GraphmlReader final : public XmlGraphReader<GraphmlElement> {
 public:
  using XmlGraphReader::XmlGraphReader;

 private:
  using Element = GraphmlElement;

  void begun(Element element, Element parent, const XmlAttributes& attributes) override {
    switch (element) {
      case Element::graph:
        begin_graph(attributes, "edgedefault");
        break;
      case Element::key:
        begin_key(attributes);
        break;
      case Element::node:
        graph_.add_node(required(attributes, "id", "node"));
        break;
      case Element::edge:
        begin_edge(attributes);
        break;
      case Element::key_default:
      case Element::node_label:
        text_.clear();
        break;
      case Element::data:
        begin_data(attributes, parent);
        break;
      default:
        break;
    }
  }

  void ended(Element element) override {
    if (element == Element::key_default) end_default();
    if (element == Element::node_label) graph_.set(graph_.column("label"), trimmed(text_));
    if (element == Element::data && key_ != nullptr) end_data();
  }

  bool wants_text(Element element, std::size_t size) const override {
    constexpr std::size_t kLongestNumber = 1000;
    const bool is_value = element == Element::data && key_ != nullptr;
    if (!is_value && element != Element::key_default && element != Element::node_label) return false;
    const bool is_weight = key_ != nullptr && key_->weight == WeightName::weight;
    if (is_weight && size > kLongestNumber) throw error("weight is not a number");
    return true;
  }

  struct Key {
    std::string name;
    bool for_nodes = false;
    bool for_edges = false;
    WeightName weight = WeightName::none;  // of edges
    std::size_t column = 0;                // of nodes
  };

  Element classify(std::string_view name, Element parent) const override {
    switch (parent) {
      case Element::outside:
        if (name != "graphml") throw error(fmt::format("not GraphML: the first element is {}", in_quotes(name)));
        return Element::graphml;
      case Element::graphml:
        return name == "graph" ? Element::graph : name == "key" ? Element::key : Element::other;
      case Element::graph:
        if (name == "hyperedge") throw error("hyperedges are not supported");
        return name == "node" ? Element::node : name == "edge" ? Element::edge : Element::other;
      case Element::key:
        return name == "default" ? Element::key_default : Element::other;
      case Element::node:
      case Element::edge:
        if (name == "graph") throw error("nested graphs are not supported");
        return name == "data" ? Element::data : Element::other;
      case Element::data:
      case Element::other:
        return name == "NodeLabel" && in_node() ? Element::node_label : Element::other;  // as yEd writes it
      default:
        return Element::other;
    }
  }

  bool in_node() const {
    return open_.size() > 2 && open_[2] == Element::node;  // graphml, graph, node
  }

  void begin_key(const XmlAttributes& attributes) {
    key_ = nullptr;
    const char* name = attributes.find("attr.name");
    const std::string id(required(attributes, "id", "key"));
    if (keys_.contains(id)) throw error(fmt::format("key id {} is there twice", in_quotes(id)));
    if (name == nullptr) {  // for drawing, as yEd writes it
      keys_.emplace(id, Key());
      return;
    }
    const char* domain = attributes.find("for");
    const std::string_view on = domain == nullptr ? "all" : domain;
    Key key{.name = name};
    key.for_nodes = on == "node" || on == "all";
    key.for_edges = on == "edge" || on == "all";
    if (key.for_edges) key.weight = weight_name(name);
    if (key.for_nodes && on != "all") key.column = graph_.column(name, id.starts_with("cgsd.") ? id : "");
    key_ = &(keys_[id] = std::move(key));
  }

  void end_default() {
    if (key_ == nullptr || trimmed(text_).empty()) return;
    if (key_->for_nodes && !key_->for_edges) graph_.set_missing(key_->column, trimmed(text_));
    if (key_->weight != WeightName::weight) return;
    const auto number = parse_number(trimmed(text_));
    if (!number) throw error(fmt::format("weight {} is not a finite number", in_quotes(trimmed(text_))));
    graph_.edges().set_default_weight(*number);
  }

  void begin_edge(const XmlAttributes& attributes) {
    graph_.add_edge(required(attributes, "source", "edge"), required(attributes, "target", "edge"));
    has_weight_ = false;
    const char* directed = attributes.find("directed");
    if (directed != nullptr) graph_.edges().set_edge_directed(truth("directed", directed));
  }

  // As XML Schema spells it.
  bool truth(std::string_view attribute, std::string_view value) const {
    if (value == "true" || value == "1") return true;
    if (value == "false" || value == "0") return false;
    throw error(fmt::format("{} is {}; it must be true or false", attribute, in_quotes(value)));
  }

  void begin_data(const XmlAttributes& attributes, Element parent) {
    const char* id = required(attributes, "key", "data");
    const auto key = keys_.find(id);
    if (key == keys_.end()) throw error(fmt::format("no <key> before this has the id {}", in_quotes(id)));
    key_ = nullptr;
    on_node_ = parent == Element::node;
    text_.clear();
    if (on_node_ ? key->second.for_nodes : key->second.for_edges) key_ = &key->second;
  }

  void end_data() {
    const Key& key = *key_;
    key_ = nullptr;
    if (on_node_) {
      graph_.set(key.for_edges ? graph_.column(key.name) : key.column, trimmed(text_));
    } else if (key.weight != WeightName::none) {
      // networkx has a key for whole weights and one for others; an edge has one of them.
      if (key.weight == WeightName::weight && std::exchange(has_weight_, true))
        throw error("this edge has two weights");
      graph_.set_weight(key.weight, text_);
    } else if (key.name != "curvature") {
      graph_.edges().leave_out(key.name);
    }
  }

  bool has_weight_ = false;  // the edge that is open
  std::map<std::string, Key, std::less<>> keys_;
  const Key* key_ = nullptr;  // of the data or key element that is open
  bool on_node_ = false;
};

}  // namespace

GraphContents read_graphml(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run) {
  return read_xml_graph<GraphmlReader>(file, options, run);
}

}  // namespace cgsd
