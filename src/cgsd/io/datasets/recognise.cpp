#include "cgsd/io/datasets/recognise.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/byte_source.hpp"
#include "cgsd/io/datasets/foreign_format.hpp"
#include "cgsd/io/exchange/neo4j.hpp"
#include "cgsd/io/formats/csr_directory.hpp"
#include "cgsd/io/formats/geom_gcn.hpp"
#include "cgsd/io/formats/planetoid.hpp"
#include "cgsd/io/formats/scipy_npz.hpp"
#include "cgsd/io/text/delimited.hpp"
#include "cgsd/io/text/table_reader.hpp"
#include "cgsd/io/text/text_source.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kHead = 8192;

GraphFormat directory_format(const fs::path& directory) {
  if (is_geom_gcn(directory)) return GraphFormat::geom_gcn;
  if (is_planetoid(directory)) return GraphFormat::planetoid;
  if (is_csr_directory(directory)) return GraphFormat::csr;
  throw ParseError(
      {directory.string()},
      "this directory holds neither Geom-GCN files (out1_graph_edges.txt) nor Planetoid files (ind.NAME.graph) nor "
      "rows (graph.json of cgsd convert)");
}

GraphFormat archive_format(const fs::path& graph) {
  if (!holds_arrays(graph)) throw ParseError({graph.string()}, foreign_archive(graph));
  return is_scipy_npz(NpzFile(graph, RunContext())) ? GraphFormat::scipy_npz : GraphFormat::npz;
}

// Without blanks and without lines that begin with `comment`.
std::string_view first_words(std::string_view text, char comment) {
  text = trimmed(text);
  while (text.starts_with(comment)) text = trimmed(text.substr(std::min(text.find('\n'), text.size())));
  return text;
}

// "graph [", perhaps after Creator "…" and Version.
bool is_gml(std::string_view text) {
  const std::string lower = lower_case(first_words(text, '#'));
  const bool begins = lower.starts_with("graph") || lower.starts_with("creator") || lower.starts_with("version") ||
                      lower.starts_with("comment");
  if (!begins) return false;
  const std::size_t graph = lower.starts_with("graph") ? 0 : lower.find("\ngraph");
  if (graph == std::string::npos) return false;
  const std::string_view behind = trimmed(std::string_view(lower).substr(graph + (graph == 0 ? 5 : 6)));
  return behind.starts_with('[');
}

GraphFormat xml_format(std::string_view text) {
  return text.find("<gexf") < text.find("<graphml") ? GraphFormat::gexf : GraphFormat::graphml;
}

std::optional<GraphFormat> by_first_words(std::string_view text) {
  if (text.starts_with('<')) return xml_format(text);
  if (text.starts_with('{') || text.starts_with('[')) return GraphFormat::json;
  const std::string pajek = lower_case(first_words(text, '%').substr(0, 9));
  if (pajek == "*vertices" || pajek.starts_with("*network")) return GraphFormat::pajek;
  if (is_gml(text)) return GraphFormat::gml;
  return {};
}

std::optional<GraphFormat> by_ending(const std::string& ending) {
  if (ending == ".graphml") return GraphFormat::graphml;
  if (ending == ".gexf") return GraphFormat::gexf;
  if (ending == ".gml") return GraphFormat::gml;
  if (ending == ".json") return GraphFormat::json;
  if (ending == ".net" || ending == ".paj" || ending == ".pajek") return GraphFormat::pajek;
  if (ending == ".graph" || ending == ".metis" || ending == ".chaco") return GraphFormat::metis;
  if (ending == ".mtx") return GraphFormat::matrix_market;
  if (ending == ".npz") return GraphFormat::npz;
  if (ending == ".npy") return GraphFormat::npy;
  if (ending == ".h5ad") return GraphFormat::h5ad;
  if (ending == ".adjlist" || ending == ".adj") return GraphFormat::adjacency_list;
  return {};
}

// The lines of `text` that are neither blank nor comments, without the last, which may be cut off.
std::vector<std::string> lines_of(std::string_view text, bool whole) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos && !whole) break;
    const std::string_view line = text.substr(0, end);
    if (!is_blank_or_comment(line)) lines.emplace_back(trimmed(line));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// An edge list has the same number of fields in each line, and more than three only under a header.
bool is_adjacency_list(const std::vector<std::string>& lines) {
  std::size_t least = kMostFields;
  std::size_t most = 0;
  std::vector<Field> fields;
  for (const std::string& line : lines) {
    if (line.find_first_of(",;\"\t") != std::string::npos) return false;
    split_record(line + '\n', Delimiter::blanks, fields);
    least = std::min(least, fields.size());
    most = std::max(most, fields.size());
  }
  return most > 3 && least < most;
}

bool ends_in_dictionary(const std::string& line) { return line.ends_with('}') && line.find('{') != std::string::npos; }

GraphFormat by_lines(const fs::path& graph, std::string_view text) {
  const std::vector<std::string> lines = lines_of(text, text.size() < kHead);
  if (lines.empty()) return GraphFormat::edge_list;
  if (is_neo4j_header(lines[0])) return GraphFormat::neo4j;
  if (ends_in_dictionary(lines[0])) return GraphFormat::networkx_edgelist;
  if (lines.size() > 1 && ends_in_dictionary(lines[1])) {
    throw ParseError({graph.string()},
                     "looks like a multi-line adjacency list of networkx, which cgsd does not read; in Python: "
                     "import networkx as nx; nx.write_graphml(nx.read_multiline_adjlist(FILE), \"graph.graphml\")");
  }
  return is_adjacency_list(lines) ? GraphFormat::adjacency_list : GraphFormat::edge_list;
}

}  // namespace

GraphFormat recognise_format(const fs::path& graph) {
  if (fs::is_directory(graph)) return directory_format(graph);
  if (is_geom_gcn(graph)) return GraphFormat::geom_gcn;
  if (is_planetoid(graph)) return GraphFormat::planetoid;
  const std::string head = first_bytes(graph, kHead);
  if (starts_like_zip(head)) return archive_format(graph);
  if (head.starts_with("\x93NUMPY")) return GraphFormat::npy;
  if (head.starts_with("%%MatrixMarket")) return GraphFormat::matrix_market;
  if (head.starts_with("\x89HDF\r\n\x1a\n")) return GraphFormat::h5ad;
  if (const auto foreign = foreign_format(graph, head)) throw ParseError({graph.string()}, *foreign);
  const std::string decoded = first_text(graph, kHead);
  std::string_view text = decoded;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (const auto format = by_first_words(trimmed(text))) return *format;
  if (const auto format = by_ending(format_ending(graph))) return *format;
  if (is_binary(text)) {
    throw ParseError({graph.string()},
                     "this is no text and no binary format that cgsd knows; see docs/file_formats.md");
  }
  return by_lines(graph, text);
}

}  // namespace cgsd
