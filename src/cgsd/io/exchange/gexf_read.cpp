#include <map>
#include <utility>

#include "cgsd/io/exchange/xml_graph.hpp"
#include "cgsd/io/formats/gexf.hpp"

namespace cgsd {
namespace {

enum class GexfElement {
  outside,
  gexf,
  graph,
  columns,
  column,
  missing,
  nodes,
  edges,
  node,
  edge,
  values,
  value,
  other
};

class GexfReader final : public XmlGraphReader<GexfElement> {
 public:
  using XmlGraphReader::XmlGraphReader;

 private:
  using Element = GexfElement;

  void begun(Element element, Element parent, const XmlAttributes& attributes) override {
    switch (element) {
      case Element::graph:
        begin_gexf_graph(attributes);
        break;
      case Element::columns:
        for_nodes_ = std::string_view(required(attributes, "class", "attributes")) == "node";
        break;
      case Element::column:
        begin_column(attributes);
        break;
      case Element::missing:
        text_.clear();
        break;
      case Element::node:
        begin_node(attributes);
        break;
      case Element::edge:
        begin_edge(attributes);
        break;
      case Element::values:
        begin_values(parent == Element::node);
        break;
      case Element::value:
        set_value(attributes);
        break;
      default:
        break;
    }
  }

  void ended(Element element) override {
    if (element == Element::node) open_nodes_.pop_back();
    if (element == Element::missing && for_nodes_) graph_.set_missing(column_, trimmed(text_));
  }

  bool wants_text(Element element, std::size_t /*size*/) const override { return element == Element::missing; }

  Element classify(std::string_view name, Element parent) const override {
    switch (parent) {
      case Element::outside:
        if (name != "gexf") throw error(fmt::format("not GEXF: the first element is {}", in_quotes(name)));
        return Element::gexf;
      case Element::gexf:
        return name == "graph" ? Element::graph : Element::other;
      case Element::graph:
      case Element::node:  // GEXF lets nodes hold nodes
        if (name == "attributes" && parent == Element::graph) return Element::columns;
        if (name == "nodes") return Element::nodes;
        if (name == "edges") return Element::edges;
        return name == "attvalues" && parent == Element::node ? Element::values : Element::other;
      case Element::edge:
        return name == "attvalues" ? Element::values : Element::other;
      case Element::columns:
        return name == "attribute" ? Element::column : Element::other;
      case Element::column:
        return name == "default" ? Element::missing : Element::other;
      case Element::nodes:
        return name == "node" ? Element::node : Element::other;
      case Element::edges:
        return name == "edge" ? Element::edge : Element::other;
      case Element::values:
        return name == "attvalue" ? Element::value : Element::other;
      default:
        return Element::other;
    }
  }

  void begin_gexf_graph(const XmlAttributes& attributes) {
    begin_graph(attributes, "defaultedgetype");
    const char* mode = attributes.find("mode");
    if (mode != nullptr && std::string_view(mode) == "dynamic") {
      graph_.edges().note("the graph changes with time: all times are read as one");
    }
  }

  void begin_column(const XmlAttributes& attributes) {
    const std::string id = required(attributes, "id", "attribute");
    const char* title = attributes.find("title");
    const std::string name = title == nullptr ? id : title;
    if (for_nodes_ ? node_columns_.contains(id) : edge_columns_.contains(id)) {
      throw error(fmt::format("attribute id {} is there twice", in_quotes(id)));
    }
    if (for_nodes_) {
      column_ = graph_.column(name, id.starts_with("cgsd.") ? id : "");
      node_columns_[id] = column_;
    } else {
      edge_columns_[id] = name;
    }
  }

  void begin_node(const XmlAttributes& attributes) {
    graph_.add_node(required(attributes, "id", "node"));
    open_nodes_.push_back(graph_.nodes());
    const char* label = attributes.find("label");
    if (label != nullptr) graph_.set(graph_.column("label"), label);
  }

  void begin_edge(const XmlAttributes& attributes) {
    graph_.add_edge(required(attributes, "source", "edge"), required(attributes, "target", "edge"));
    const char* weight = attributes.find("weight");
    has_weight_ = weight != nullptr;
    if (has_weight_) graph_.set_weight(WeightName::weight, weight);
    if (const char* type = attributes.find("type")) graph_.edges().set_edge_directed(is_directed("type", type));
  }

  void begin_values(bool of_node) {
    on_node_ = of_node;
    if (of_node && open_nodes_.back() != graph_.nodes()) {
      throw error("the values of a node must stand before the nodes within it");
    }
  }

  // GEXF 1.1 calls the column "id", later versions "for".
  void set_value(const XmlAttributes& attributes) {
    const char* id = attributes.find("for");
    if (id == nullptr) id = required(attributes, "id", "attvalue");
    const char* value = required(attributes, "value", "attvalue");
    if (on_node_) {
      const auto column = node_columns_.find(id);
      graph_.set(column == node_columns_.end() ? graph_.column(id) : column->second, value);
      return;
    }
    const auto column = edge_columns_.find(id);
    const std::string& name = column == edge_columns_.end() ? id : column->second;
    const WeightName weight = weight_name(name);
    if (weight == WeightName::weight && std::exchange(has_weight_, true)) return;  // Gephi writes it both ways
    graph_.set_weight(weight, value);
    if (weight == WeightName::none && name != "curvature") graph_.edges().leave_out(name);
  }

  bool for_nodes_ = false;          // the <attributes> that are open
  bool on_node_ = false;            // the <attvalues> that are open
  bool has_weight_ = false;         // the edge that is open
  std::vector<NodeId> open_nodes_;  // how many nodes there were once each had begun
  std::size_t column_ = 0;
  std::map<std::string, std::size_t, std::less<>> node_columns_;
  std::map<std::string, std::string, std::less<>> edge_columns_;
};

}  // namespace

GraphContents read_gexf(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run) {
  return read_xml_graph<GexfReader>(file, options, run);
}

}  // namespace cgsd
