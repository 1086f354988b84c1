// Text output in large pieces: numbers in their shortest form that reads back to the same value, then an AtomicFile.
//
//   TextWriter out(file);
//   out << "nodes=" << graph.nodes() << '\n';
//   out.commit();                                  // without it, nothing is left behind
#pragma once

#include <concepts>
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/text/delimited.hpp"

namespace cgsd {

class TextWriter {
 public:
  explicit TextWriter(const std::filesystem::path& file) : file_(file) {}

  TextWriter& operator<<(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= kPiece) flush();
    return *this;
  }
  TextWriter& operator<<(char c) { return *this << std::string_view(&c, 1); }
  template <std::integral T>
  requires(!std::same_as<T, char>) TextWriter& operator<<(T number) {
    const fmt::format_int digits(number);
    return *this << std::string_view(digits.data(), digits.size());
  }
  TextWriter& operator<<(double number);

  // The field as io/delimited reads it back; throws InvalidArgument if the delimiter cannot hold it.
  void field(std::string_view text, Delimiter delimiter) { append_field(buffer_, text, delimiter); }

  // A node by its name, or by its number if nodes have none.
  void node(const NodeNames& names, NodeId u, Delimiter delimiter) {
    if (names.none()) {
      *this << u;
    } else {
      field(names.view(u), delimiter);
    }
  }

  void commit() {
    flush();
    file_.commit();
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 16;
  void flush() {
    file_.write(buffer_);
    buffer_.clear();
  }

  AtomicFile file_;
  std::string buffer_;
};

// visit(u, v, entry): each undirected edge once, with u ≤ v; every entry of a directed graph. Rows in order.
template <class Visit>
void for_each_edge(GraphView graph, const RunContext& run, Visit&& visit) {
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    run.check_stop();
    for (EntryIndex entry = graph.row_begin(u); entry < graph.row_end(u); ++entry) {
      const NodeId v = graph.targets()[entry];
      if (graph.directed() || u <= v) visit(u, v, entry);
    }
  }
}

}  // namespace cgsd
