// What the readers of graphs in XML share: which elements are open, the text between tags, one graph in a file.
//
//   class Reader final : public XmlGraphReader<Element> {   // Element::outside is the parent of the first element
//     Element classify(std::string_view name, Element parent) const override;  // may refuse by throwing
//     void begun(Element element, Element parent, const XmlAttributes& attributes) override;
//     void ended(Element element) override;
//     bool wants_text(Element element, std::size_t size) const override;       // size: with the next piece
//   };
//
// Text is gathered over the pieces the parser hands on, up to 16 MB; a reader clears `text_` where a value begins.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/exchange/named_graph.hpp"
#include "cgsd/io/text/xml.hpp"

namespace cgsd {

template <class Element>
class XmlGraphReader : public XmlHandler {
 public:
  explicit XmlGraphReader(const GraphReadOptions& options) : graph_(options, [this] { return position(); }) {}

  void begin_element(std::string_view name, const XmlAttributes& attributes) final {
    const Element parent = open_.empty() ? Element::outside : open_.back();
    open_.push_back(classify(name, parent));
    begun(open_.back(), parent, attributes);
  }

  void end_element() final {
    const Element element = open_.back();
    open_.pop_back();
    ended(element);
  }

  void text(std::string_view piece) final {
    constexpr std::size_t kLongestValue = std::size_t{1} << 24;
    const std::size_t size = text_.size() + piece.size();
    if (open_.empty() || !wants_text(open_.back(), size)) return;
    if (size > kLongestValue) throw error("a value of more than 16 MB");
    text_ += piece;
  }

  GraphContents take(const RunContext& run) {
    if (!has_graph_) throw ParseError(position(), "there is no graph in the file");
    return graph_.take(run);
  }

 protected:
  virtual Element classify(std::string_view name, Element parent) const = 0;
  virtual void begun(Element element, Element parent, const XmlAttributes& attributes) = 0;
  virtual void ended(Element element) = 0;
  virtual bool wants_text(Element element, std::size_t size) const = 0;

  const char* required(const XmlAttributes& attributes, std::string_view name, std::string_view element) const {
    const char* value = attributes.find(name);
    if (value == nullptr) throw error(fmt::format("<{}> has no attribute {}", element, in_quotes(name)));
    return value;
  }

  // `direction` is the attribute that tells whether edges are directed.
  void begin_graph(const XmlAttributes& attributes, std::string_view direction) {
    if (has_graph_) throw error("more than one graph in the file");
    has_graph_ = true;
    if (const char* value = attributes.find(direction); value != nullptr)
      graph_.edges().set_directed(is_directed(direction, value));
  }

  // A mutual edge (GEXF) goes both ways.
  bool is_directed(std::string_view attribute, std::string_view value) const {
    if (value == "directed") return true;
    if (value == "undirected" || value == "mutual") return false;
    throw error(fmt::format("{} is {}; it must be directed or undirected", attribute, in_quotes(value)));
  }

  NamedGraph graph_;
  std::vector<Element> open_;
  std::string text_;

 private:
  bool has_graph_ = false;
};

template <class Reader>
GraphContents read_xml_graph(const std::filesystem::path& file, const GraphReadOptions& options,
                             const RunContext& run) {
  Reader reader(options);
  read_xml(file, reader, run);
  return reader.take(run);
}

}  // namespace cgsd
