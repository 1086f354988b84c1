#include "cgsd/io/exchange/gml.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/exchange/gml_tokens.hpp"
#include "cgsd/io/exchange/named_graph.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace {

class GmlReader {
 public:
  GmlReader(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run)
      : tokens_(file, run), run_(run), graph_(options, [this] { return tokens_.position(); }) {}

  GraphContents read() {
    bool has_graph = false;
    for (GmlToken token = tokens_.next(); token != GmlToken::end; token = tokens_.next()) {
      const std::string key = key_of(token);
      token = tokens_.next();
      if (key != "graph" || token != GmlToken::open) {
        skip(token);
        continue;
      }
      if (has_graph) throw tokens_.error("more than one graph in the file");
      has_graph = true;
      graph_.edges().set_directed(false);  // unless it says otherwise
      read_graph();
    }
    if (!has_graph) throw ParseError({tokens_.position().file}, "there is no graph [ … ] in the file");
    return graph_.take(run_);
  }

 private:
  struct Value {
    std::string key;
    std::string text;
  };

  std::string key_of(GmlToken token) const {
    if (token == GmlToken::end) throw tokens_.error("the file ends inside a list: a ] is missing");
    if (token != GmlToken::word) throw tokens_.error("a name is expected here");
    return tokens_.text();
  }

  // A value that is not needed, with all that is in it.
  void skip(GmlToken token) {
    constexpr int kDeepest = 256;
    int depth = 0;
    while (true) {
      if (token == GmlToken::end) throw tokens_.error("the file ends where a value or a ] is expected");
      if (token == GmlToken::open && ++depth > kDeepest) throw tokens_.error("lists are nested deeper than 256");
      if (token == GmlToken::close && --depth < 0) throw tokens_.error("a value is expected here");
      if (depth == 0) return;
      token = tokens_.next();
    }
  }

  void read_graph() {
    for (GmlToken token = tokens_.next(); token != GmlToken::close; token = tokens_.next()) {
      const std::string key = lower_case(key_of(token));
      token = tokens_.next();
      if (token == GmlToken::open && (key == "node" || key == "edge")) {
        read_values();
        key == "node" ? add_node() : add_edge();
      } else if (key == "directed" && token == GmlToken::number) {
        graph_.edges().set_directed(tokens_.text() != "0");
      } else {
        skip(token);
      }
    }
  }

  void read_values() {
    values_.clear();
    for (GmlToken token = tokens_.next(); token != GmlToken::close; token = tokens_.next()) {
      std::string key = key_of(token);
      token = tokens_.next();
      if (token == GmlToken::open || token == GmlToken::close || token == GmlToken::end) {
        skip(token);
      } else {
        values_.push_back({std::move(key), tokens_.text()});
      }
    }
  }

  std::string_view required(std::string_view key, std::string_view of) const {
    const auto found = std::find_if(values_.begin(), values_.end(), [&](const Value& v) { return v.key == key; });
    if (found == values_.end()) throw tokens_.error(fmt::format("this {} has no {}", of, key));
    return found->text;
  }

  void add_node() {
    graph_.add_node(required("id", "node"));
    for (const Value& value : values_) {
      if (value.key != "id") graph_.set(column_of(value.key), value.text);
    }
  }

  // cgsd_class → the column cgsd.class: a name in GML holds no dot.
  std::size_t column_of(const std::string& key) {
    if (!key.starts_with("cgsd_")) return graph_.column(key);
    std::string origin = key;
    std::replace(origin.begin(), origin.end(), '_', '.');
    return graph_.column(key, origin);
  }

  void add_edge() {
    graph_.add_edge(required("source", "edge"), required("target", "edge"));
    for (const Value& value : values_) {
      if (value.key == "source" || value.key == "target" || value.key == "id" || value.key == "key") continue;
      const WeightName weight = weight_name(value.key);
      graph_.set_weight(weight, value.text);
      if (weight == WeightName::none && value.key != "curvature") graph_.edges().leave_out(value.key);
    }
  }

  GmlTokens tokens_;
  const RunContext& run_;
  NamedGraph graph_;
  std::vector<Value> values_;
};

}  // namespace

GraphContents read_gml(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run) {
  return GmlReader(file, options, run).read();
}

}  // namespace cgsd
