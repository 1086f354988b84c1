#include "cgsd/io/exchange/pajek.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/datasets/node_count.hpp"
#include "cgsd/io/exchange/gml_tokens.hpp"
#include "cgsd/io/exchange/named_graph.hpp"
#include "cgsd/io/formats/graph_annotations.hpp"
#include "cgsd/io/text/delimited.hpp"
#include "cgsd/io/text/line_reader.hpp"
#include "cgsd/io/text/table_reader.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {
namespace {

constexpr std::array<std::string_view, 10> kShapes = {"ellipse", "box",   "diamond", "triangle", "cross",
                                                      "empty",   "house", "man",     "woman",    "circle"};
constexpr std::array<std::string_view, 22> kDrawing = {"x_fact", "y_fact", "phi",  "r",   "q",  "ic",   "bc", "bw",
                                                       "lc",     "la",     "lphi", "fos", "lr", "font", "p",  "hooks",
                                                       "url",    "s_size", "x",    "y",   "z",  "shape"};

constexpr std::array<std::string_view, 20> kLineDrawing = {"c",  "w",  "p",    "s",  "a",   "ap",   "l",
                                                           "lp", "lr", "lphi", "lc", "fos", "font", "la",
                                                           "h1", "h2", "a1",   "a2", "k1",  "k2"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// How a line looks, or the times at which it is there ("[1-3]"), if no weight stands before them.
bool describes_line(std::string_view word) { return word.starts_with('[') || is_one_of(word, kLineDrawing); }

class PajekReader {
 public:
  PajekReader(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run)
      : lines_(file), run_(run), graph_(options, [this] {
          return FilePosition{lines_.file(), lines_.line_number()};
        }) {}

  GraphContents read() {
    std::string_view line;
    while (lines_.next(line)) {
      if (lines_.line_number() % 1024 == 0) run_.check_stop();
      line = trimmed(line);
      if (line.empty() || line.starts_with('%')) continue;
      split(line);
      if (line.starts_with('*')) {
        begin_section();
      } else {
        read_line();
      }
    }
    finish_vertices();
    if (!has_vertices_) throw ParseError({lines_.file()}, "there is no *Vertices in the file");
    return graph_.take(run_);
  }

 private:
  enum class Section { none, vertices, arcs, edges, arcs_list, edges_list, matrix, other };

  void split(std::string_view line) {
    words_.clear();
    while (!line.empty()) {
      if (line.front() == '"') {
        const std::size_t end = line.find('"', 1);
        if (end == std::string_view::npos) throw lines_.error("this quote is not closed");
        words_.push_back(line.substr(1, end - 1));
        line.remove_prefix(end + 1);
      } else {
        const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
        words_.push_back(line.substr(0, end));
        line.remove_prefix(end);
      }
      line = trimmed(line);
    }
  }

  void begin_section() {
    const std::string name = lower_case(words_[0]);
    if (section_ == Section::vertices) finish_vertices();
    if (name == "*vertices") {
      begin_vertices();
    } else if (name == "*network") {
      section_ = Section::none;
    } else if (name == "*arcs") {
      section_ = Section::arcs;
    } else if (name == "*edges") {
      section_ = Section::edges;
    } else if (name == "*arcslist") {
      section_ = Section::arcs_list;
    } else if (name == "*edgeslist") {
      section_ = Section::edges_list;
    } else if (name == "*matrix") {
      section_ = Section::matrix;
      row_ = 0;
    } else {
      section_ = Section::other;
      graph_.edges().note(fmt::format("section {} is left out", in_quotes(words_[0])));
    }
  }

  void begin_vertices() {
    if (has_vertices_) throw lines_.error("more than one network in the file");
    has_vertices_ = true;
    section_ = Section::vertices;
    const auto count = words_.size() < 2 ? std::nullopt : integer_cell(words_[1]);
    if (!count || *count < 0) throw lines_.error("*Vertices must be followed by their number");
    if (*count > std::int64_t{kMaxNodes}) {
      const auto claimed = static_cast<std::uint64_t>(*count);
      throw lines_.error(fmt::format("{} vertices: at most {} are possible", grouped(claimed), grouped(kMaxNodes)));
    }
    vertices_ = static_cast<NodeId>(*count);
  }

  // Vertices that no line describes are there too.
  void finish_vertices() {
    if (vertices_ > kFreeNodes && graph_.nodes() < vertices_ / kNodesPerEntry) {
      throw ParseError({lines_.file()}, fmt::format("*Vertices says {}, but only {} are described", grouped(vertices_),
                                                    grouped(graph_.nodes())));
    }
    add_up_to(vertices_);
  }

  void add_up_to(NodeId number) {
    while (graph_.nodes() < number) graph_.add_node(fmt::format_int(graph_.nodes() + 1).str());
  }

  void read_line() {
    switch (section_) {
      case Section::none:
        throw lines_.error("a section such as *Vertices is expected here");
      case Section::vertices:
        return read_vertex();
      case Section::arcs:
      case Section::edges:
        if (words_.size() < 2) throw lines_.error("a line has two vertices and perhaps a weight");
        add_edge(words_[0], words_[1], section_ == Section::arcs);
        if (words_.size() > 2 && !describes_line(words_[2])) graph_.set_weight(WeightName::weight, words_[2]);
        return;
      case Section::arcs_list:
      case Section::edges_list:
        for (std::size_t i = 1; i < words_.size(); ++i) {
          add_edge(words_[0], words_[i], section_ == Section::arcs_list);
        }
        return;
      case Section::matrix:
        return read_row();
      case Section::other:
        return;
    }
  }

  NodeId vertex(std::string_view word) const {
    const auto number = integer_cell(word);
    if (!number || *number < 1 || *number > std::int64_t{vertices_}) {
      throw lines_.error(fmt::format("{} is no vertex from 1 to {}", in_quotes(word), vertices_));
    }
    return static_cast<NodeId>(*number);
  }

  void read_vertex() {
    const NodeId number = vertex(words_[0]);
    if (number <= graph_.nodes()) throw lines_.error(fmt::format("vertex {} is there twice or not in order", number));
    add_up_to(number);
    if (words_.size() > 1) graph_.set(graph_.column("label"), utf8_or_latin1(words_[1]));
    std::size_t at = 2;
    while (at < words_.size() && parse_number(words_[at])) ++at;  // coordinates
    if (at < words_.size() && is_one_of(words_[at], kShapes)) ++at;
    for (; at + 1 < words_.size(); at += 2) {
      if (!is_one_of(words_[at], kDrawing))
        graph_.set(graph_.column(utf8_or_latin1(words_[at])), utf8_or_latin1(words_[at + 1]));
    }
  }

  void add_edge(std::string_view source, std::string_view target, bool directed) {
    vertex(source);
    vertex(target);
    graph_.add_edge(source, target);
    graph_.edges().set_edge_directed(directed);
  }

  void read_row() {
    ++row_;
    if (row_ > vertices_ || words_.size() != vertices_) {
      throw lines_.error(fmt::format("*Matrix must have {} rows of {} numbers", vertices_, vertices_));
    }
    const fmt::format_int source(row_);
    for (NodeId column = 1; column <= vertices_; ++column) {
      const auto weight = parse_number(words_[column - 1]);
      if (!weight) throw lines_.error(fmt::format("{} is not a finite number", in_quotes(words_[column - 1])));
      if (*weight == 0.0) continue;
      const fmt::format_int target(column);
      add_edge({source.data(), source.size()}, {target.data(), target.size()}, true);
      graph_.set_weight(WeightName::weight, words_[column - 1]);
    }
  }

  LineReader lines_;
  const RunContext& run_;
  NamedGraph graph_;
  std::vector<std::string_view> words_;
  Section section_ = Section::none;
  bool has_vertices_ = false;
  NodeId vertices_ = 0;
  NodeId row_ = 0;
};

}  // namespace

GraphContents read_pajek(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run) {
  return PajekReader(file, options, run).read();
}

void write_pajek(const std::filesystem::path& file, const Dataset& dataset, const RunContext& run) {
  check_annotations(dataset, {});
  const Graph& graph = dataset.input.graph;
  TextWriter out(file);
  out << "*Vertices " << graph.nodes() << '\n';
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    const std::string name = dataset.names.name(u);
    if (name.find_first_of("\"\r\n") != std::string::npos) {
      throw InvalidArgument(fmt::format("node name {} cannot be written in Pajek's format", in_quotes(name)));
    }
    out << u + 1 << " \"" << name << "\"\n";
  }
  out << (graph.directed() ? "*Arcs\n" : "*Edges\n");
  for_each_edge(graph, run, [&](NodeId u, NodeId v, EntryIndex entry) {
    out << u + 1 << ' ' << v + 1;
    if (graph.weighted()) out << ' ' << graph.weights()[entry];
    out << '\n';
  });
  out.commit();
}

}  // namespace cgsd
