#include "cgsd/io/exchange/adjacency_list.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/exchange/named_graph.hpp"
#include "cgsd/io/exchange/python_dictionary.hpp"
#include "cgsd/io/formats/graph_annotations.hpp"
#include "cgsd/io/text/delimited.hpp"
#include "cgsd/io/text/line_reader.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {
namespace {

// Lines of nodes, with what both formats share.
class NodeLines {
 public:
  NodeLines(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run)
      : graph(options,
              [this] {
                return FilePosition{lines_.file(), lines_.line_number()};
              }),
        lines_(file),
        run_(run) {}

  // The next line that is neither blank nor a comment.
  bool next(std::string_view& line) {
    while (lines_.next(line)) {
      if (lines_.line_number() % 1024 == 0) run_.check_stop();
      if (!trimmed(line).empty() && !trimmed(line).starts_with('#')) return true;
    }
    return false;
  }

  // The fields of a line; the first line tells what parts them.
  const std::vector<Field>& split(std::string_view line) {
    line_ = line;
    line_ += '\n';
    if (!delimiter_) delimiter_ = detect_delimiter(line_);
    const Record record = split_record(line_, *delimiter_, fields_);
    if (record.status == RecordStatus::quote_left_open) throw error("this quote is not closed");
    if (record.status == RecordStatus::text_after_quote) throw error("text after the closing quote");
    std::erase_if(fields_, [](const Field& field) { return field.text.empty() && !field.quoted; });
    return fields_;
  }

  void add_edge(std::string_view source, std::string_view target) {
    graph.add_unless_there(source);
    graph.add_unless_there(target);
    graph.add_edge(source, target);
  }

  GraphContents take() {
    if (graph.nodes() == 0) throw ParseError({lines_.file()}, "no edges");
    graph.sort_nodes();
    return graph.take(run_);
  }
  ParseError error(const std::string& what) const { return lines_.error(what); }

  NamedGraph graph;

 private:
  LineReader lines_;
  const RunContext& run_;
  std::optional<Delimiter> delimiter_;
  std::string line_;
  std::vector<Field> fields_;
};

}  // namespace

GraphContents read_adjacency_list(const std::filesystem::path& file, const GraphReadOptions& options,
                                  const RunContext& run) {
  NodeLines lines(file, options, run);
  std::string first;
  std::string second;
  for (std::string_view line; lines.next(line);) {
    const std::vector<Field>& fields = lines.split(line);
    if (fields.empty()) continue;
    const std::string_view source = fields[0].value(first);
    lines.graph.add_unless_there(source);
    for (std::size_t i = 1; i < fields.size(); ++i) lines.add_edge(source, fields[i].value(second));
  }
  return lines.take();
}

GraphContents read_networkx_edges(const std::filesystem::path& file, const GraphReadOptions& options,
                                  const RunContext& run) {
  NodeLines lines(file, options, run);
  std::string first;
  std::string second;
  for (std::string_view line; lines.next(line);) {
    const std::size_t brace = std::min(line.find('{'), line.size());
    const std::vector<Field>& fields = lines.split(line.substr(0, brace));
    if (fields.size() != 2) throw lines.error("expected two nodes and a dictionary in {…}");
    lines.add_edge(fields[0].value(first), fields[1].value(second));
    const auto members = brace == line.size() ? std::vector<PythonMember>() : python_dictionary(line.substr(brace));
    if (!members) throw lines.error(fmt::format("{} is no dictionary of Python", in_quotes(line.substr(brace))));
    for (const PythonMember& member : *members) {
      const WeightName weight = weight_name(member.name);
      if (weight == WeightName::none) lines.graph.edges().leave_out(member.name);
      if (!member.value.empty()) lines.graph.set_weight(weight, member.value);
    }
  }
  return lines.take();
}

void write_adjacency_list(const std::filesystem::path& file, const Dataset& dataset, const RunContext& run) {
  check_annotations(dataset, {});
  const Graph& graph = dataset.input.graph;
  if (graph.weighted()) throw InvalidArgument("an adjacency list cannot hold weights; write .csv, .gml or .graphml");
  TextWriter out(file);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    run.check_stop();
    out.node(dataset.names, u, Delimiter::blanks);
    for (const NodeId v : graph.neighbours(u)) {
      if (!graph.directed() && v < u) continue;
      out << ' ';
      out.node(dataset.names, v, Delimiter::blanks);
    }
    out << '\n';
  }
  out.commit();
}

}  // namespace cgsd
