#include "cgsd/io/datasets/attribute_tables.hpp"

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/arrays/npy.hpp"
#include "cgsd/io/bytes/byte_source.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {
namespace {

void write_value(TextWriter& out, float value) { out << fmt::format("{}", value); }

void write_heading(TextWriter& out, const TableNames& names, std::size_t columns, Delimiter delimiter) {
  const char between = static_cast<char>(delimiter);
  if (!names.nodes.none()) out << "node" << between;
  for (std::size_t j = 0; j < columns; ++j) {
    if (j > 0) out << between;
    out.field(names.columns.empty() ? fmt::format("f{}", j) : names.columns[j], delimiter);
  }
  out << '\n';
}

void write_table(TextWriter& out, MatrixView<float> x, const NodeNames& names, Delimiter delimiter,
                 const RunContext& run) {
  const char between = static_cast<char>(delimiter);
  for (std::size_t i = 0; i < x.rows(); ++i) {
    run.check_stop();
    if (!names.none()) {
      out.field(names.view(static_cast<NodeId>(i)), delimiter);
      out << between;
    }
    for (std::size_t j = 0; j < x.cols(); ++j) {
      if (j > 0) out << between;
      write_value(out, x(i, j));
    }
    out << '\n';
  }
}

void write_svmlight(const std::filesystem::path& target, AttributesView attributes, const RunContext& run) {
  TextWriter out(target);
  const auto write_pair = [&](std::size_t column, float value) {
    out << ' ' << column + 1 << ':';
    write_value(out, value);
  };
  for (std::size_t i = 0; i < attributes.rows(); ++i) {
    run.check_stop();
    out << '0';
    if (attributes.is_sparse()) {
      const SparseView x = attributes.sparse();
      for (std::uint64_t p = x.offsets[i]; p < x.offsets[i + 1]; ++p) write_pair(x.columns[p], x.values[p]);
    } else {
      const auto row = attributes.dense().row(i);
      for (std::size_t j = 0; j < row.size(); ++j) {
        if (row[j] != 0.0f) write_pair(j, row[j]);
      }
    }
    out << '\n';
  }
  out.commit();
}

Delimiter delimiter_of(const std::filesystem::path& target, const char* endings) {
  const std::string ending = format_ending(target);
  if (ending == ".csv") return Delimiter::comma;
  if (ending == ".tsv") return Delimiter::tab;
  throw InvalidArgument(fmt::format("{}: the ending must be one of {}", target.string(), endings));
}

}  // namespace

void write_attributes(const std::filesystem::path& target, AttributesView attributes, const TableNames& names,
                      const RunContext& run) {
  const std::string ending = format_ending(target);
  if (ending == ".svmlight" || ending == ".svm") {
    write_svmlight(target, attributes, run);
    return;
  }
  if (attributes.is_sparse()) {
    throw InvalidArgument(fmt::format(
        "{}: these attributes are sparse; write them as .svmlight, or the whole graph as .npz", target.string()));
  }
  if (ending == ".npy") {
    write_npy(target, attributes.dense());
  } else {
    const Delimiter delimiter = delimiter_of(target, ".npy .csv .tsv .svmlight");
    TextWriter out(target);
    write_heading(out, names, attributes.cols(), delimiter);
    write_table(out, attributes.dense(), names.nodes, delimiter, run);
    out.commit();
  }
}

void write_labels(const std::filesystem::path& target, const Labels& labels, const NodeNames& names) {
  const Delimiter delimiter = delimiter_of(target, ".csv .tsv");
  const char between = static_cast<char>(delimiter);
  TextWriter out(target);
  out << "node" << between << "label\n";
  for (std::size_t v = 0; v < labels.class_of.size(); ++v) {
    out.node(names, static_cast<NodeId>(v), delimiter);
    out << between;
    const std::int32_t c = labels.class_of[v];
    if (c != kUnlabelled && !labels.class_names.empty()) {
      out.field(labels.class_names[static_cast<std::size_t>(c)], delimiter);
    } else if (c != kUnlabelled) {
      out << c;
    }
    out << '\n';
  }
  out.commit();
}

}  // namespace cgsd
