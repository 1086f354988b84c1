#include "cgsd/io/formats/metis.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/datasets/node_count.hpp"
#include "cgsd/io/text/text_batches.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {
namespace {

constexpr std::uint64_t kRowsBetweenStops = 1024;  // rows

struct Header {
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  bool vertex_sizes = false;
  bool edge_weights = false;
  std::uint64_t vertex_weights = 0;
};

// The words of a line, one after another.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}
  bool next(std::string_view& word) {
    const std::size_t begin = rest_.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return false;
    const std::size_t end = std::min(rest_.find_first_of(" \t\r", begin), rest_.size());
    word = rest_.substr(begin, end - begin);
    rest_.remove_prefix(end);
    return true;
  }
  const char* place() const { return rest_.data(); }

 private:
  std::string_view rest_;
};

class MetisReader {
 public:
  MetisReader(const std::filesystem::path& file, const RunContext& run) : batches_(file, run), run_(run) {}

  GraphContents read(const GraphReadOptions& options) {
    read_header();
    check_expected_nodes({batches_.file(), batches_.lines_consumed()}, header_.nodes, options);
    std::string_view line;
    for (std::uint64_t row = 0; row < header_.nodes; ++row) {
      if (row % kRowsBetweenStops == 0) run_.check_stop();
      if (!next_row(line)) throw end_error(fmt::format("the file ends after {} of {} rows", row, header_.nodes));
      read_row(static_cast<NodeId>(row), line);
    }
    while (next_row(line)) {
      if (!trimmed(line).empty()) {
        throw batches_.error_at(line.data(), fmt::format("more rows than the {} nodes declared", header_.nodes));
      }
    }
    if (list_.entries.size() / 2 != header_.edges) {
      throw end_error(fmt::format("the rows list {} neighbours, but {} edges are declared and each stands in two rows",
                                  list_.entries.size(), header_.edges));
    }
    GraphContents contents;
    list_.nodes = static_cast<NodeId>(header_.nodes);
    contents.list = std::move(list_);
    if (options.known_names != nullptr) contents.names = *options.known_names;
    return contents;
  }

 private:
  bool next_row(std::string_view& line) {
    do {
      if (!batches_.next_line(line)) return false;
    } while (line.starts_with('%'));
    return true;
  }

  ParseError end_error(const std::string& what) const { return {{batches_.file(), batches_.lines_consumed()}, what}; }

  void read_header() {
    std::string_view line;
    do {
      if (!next_row(line)) throw end_error("the header line with the numbers of nodes and edges is missing");
    } while (trimmed(line).empty());
    Words words(line);
    std::string_view word;
    header_.nodes = count_in(words, "number of nodes");
    header_.edges = count_in(words, "number of edges");
    if (header_.nodes > kMaxNodes) {
      throw batches_.error_at(line.data(), fmt::format("{} nodes: at most {} are possible", header_.nodes, kMaxNodes));
    }
    if (!words.next(word)) return;
    read_format(word);
    const bool weights = word.size() >= 2 && word[word.size() - 2] == '1';
    header_.vertex_weights = weights ? 1 : 0;
    Words rest = words;
    if (!rest.next(word)) return;
    const std::uint64_t constraints = count_in(words, "number of weights per node");
    if (weights) header_.vertex_weights = constraints;
    if (words.next(word)) throw batches_.error_at(word.data(), "the header has at most four numbers");
  }

  void read_format(std::string_view word) {
    const bool digits = word.size() <= 3 && word.find_first_not_of("01") == std::string_view::npos;
    if (!digits) {
      throw batches_.error_at(word.data(), fmt::format("format {} must be up to three digits 0 or 1", in_quotes(word)));
    }
    header_.vertex_sizes = word.size() == 3 && word[0] == '1';
    header_.edge_weights = word.back() == '1';
  }

  std::uint64_t count_in(Words& words, std::string_view what) const {
    std::string_view word;
    std::uint64_t count = 0;
    if (!words.next(word)) throw batches_.error_at(words.place(), fmt::format("{} is missing", what));
    const auto [stopped, status] = std::from_chars(word.data(), word.data() + word.size(), count);
    if (status == std::errc() && stopped == word.data() + word.size()) return count;
    throw batches_.error_at(word.data(), fmt::format("{} {} is not a whole number", what, in_quotes(word)));
  }

  void read_row(NodeId row, std::string_view line) {
    Words words(line);
    std::string_view word;
    const std::uint64_t skipped = header_.vertex_weights + (header_.vertex_sizes ? 1 : 0);
    for (std::uint64_t i = 0; i < skipped; ++i) {
      if (!words.next(word)) throw batches_.error_at(words.place(), "size or weight of the node is missing");
      if (!parse_number(word)) throw batches_.error_at(word.data(), fmt::format("{} is not a number", in_quotes(word)));
    }
    while (words.next(word)) {
      if (list_.entries.size() / 2 == header_.edges) {
        throw batches_.error_at(word.data(), fmt::format("more neighbours than {} edges have", header_.edges));
      }
      list_.entries.push_back({row, neighbour(word)});
      if (!header_.edge_weights) continue;
      if (!words.next(word)) throw batches_.error_at(words.place(), "weight of the last edge is missing");
      const auto weight = parse_number(word);
      if (!weight)
        throw batches_.error_at(word.data(), fmt::format("weight {} is not a finite number", in_quotes(word)));
      list_.weights.push_back(*weight);
    }
  }

  NodeId neighbour(std::string_view word) const {
    std::uint64_t id = 0;
    const auto [stopped, status] = std::from_chars(word.data(), word.data() + word.size(), id);
    if (status != std::errc() || stopped != word.data() + word.size()) {
      throw batches_.error_at(word.data(),
                              fmt::format("node id {} is not a whole number that can be a node", in_quotes(word)));
    }
    if (id == 0) throw batches_.error_at(word.data(), "node id 0: ids begin at 1 here");
    if (id > header_.nodes) {
      throw batches_.error_at(word.data(), fmt::format("node id {} > node count {}", id, header_.nodes));
    }
    return static_cast<NodeId>(id - 1);
  }

  TextBatches batches_;
  const RunContext& run_;
  Header header_;
  EntryList list_;
};

void check_writable(GraphView graph) {
  if (graph.directed()) throw InvalidArgument("a METIS file holds undirected graphs only");
  constexpr double kMost = 9007199254740992.0;  // 2^53: every whole number up to here is exact
  for (const double weight : graph.weights()) {
    if (weight >= 1.0 && weight <= kMost && weight == std::floor(weight)) continue;
    throw InvalidArgument(fmt::format("weight {}: a METIS file holds whole positive weights only", weight));
  }
}

}  // namespace

GraphContents read_metis(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run) {
  return MetisReader(file, run).read(options);
}

void write_metis(const std::filesystem::path& file, const Dataset& dataset, const RunContext& run) {
  const Graph& graph = dataset.input.graph;
  check_writable(graph);
  TextWriter out(file);
  out << graph.nodes() << ' ' << graph.edges() << (graph.weighted() ? " 001\n" : "\n");
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    run.check_stop();
    for (EntryIndex entry = graph.row_begin(u); entry < graph.row_end(u); ++entry) {
      if (entry > graph.row_begin(u)) out << ' ';
      out << graph.targets()[entry] + 1;
      if (graph.weighted()) out << ' ' << static_cast<std::uint64_t>(graph.weights()[entry]);
    }
    out << '\n';
  }
  out.commit();
}

}  // namespace cgsd
