#include "cgsd/io/datasets/foreign_format.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/byte_source.hpp"
#include "cgsd/io/bytes/zip_archive.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace {

using namespace std::string_view_literals;

// How to get on: {0} is the name of the file, {1} the name without its ending.
constexpr std::string_view kByNetworkx = R"(in Python: import networkx as nx; nx.write_graphml({2}, "{1}.graphml"))";
constexpr std::string_view kByPandas =
    R"(in Python: import pandas as pd; pd.{2}("{0}").to_csv("{1}.csv", index=False))";
constexpr std::string_view kByPickle =
    R"(if you trust it, in Python: import pickle, networkx as nx; nx.write_graphml(pickle.load(open("{0}", "rb")), )"
    R"("{1}.graphml"))";
constexpr std::string_view kByR = R"(in R: igraph::write_graph(GRAPH, "{1}.graphml", "graphml"))";

struct Foreign {
  std::string_view magic;
  std::string_view name;
  std::string_view advice;
  std::string_view call = {};  // {2} of the advice
};

constexpr std::string_view kUnpack = R"(unpack it: {2} "{0}" | cgsd … -)";
constexpr std::array kMagic = {Foreign{"PAR1"sv, "Parquet", kByPandas, "read_parquet"},
                               Foreign{"ARROW1"sv, "Arrow (Feather)", kByPandas, "read_feather"},
                               Foreign{"FEA1"sv, "Feather", kByPandas, "read_feather"},
                               Foreign{"SQLite format 3\0"sv, "an SQLite database",
                                       R"(in a shell: sqlite3 -header -csv "{0}" "select * from TABLE" > "{1}.csv")"},
                               Foreign{"%PDF"sv, "PDF", "give the data it was made from"},
                               Foreign{"RDX2\n"sv, "an R workspace (.RData)", kByR},
                               Foreign{"RDX3\n"sv, "an R workspace (.RData)", kByR},
                               Foreign{"X\n\0\0\0"sv, "an R object (.rds)", kByR},
                               Foreign{"MATLAB 5.0"sv, "a MATLAB file",
                                       R"(in Python: import scipy.io, scipy.sparse; scipy.sparse.save_npz("{1}.npz", )"
                                       R"(scipy.sparse.csr_matrix(scipy.io.loadmat("{0}")["A"])))"},
                               Foreign{"\xd0\xcf\x11\xe0"sv, "an old Excel file", kByPandas, "read_excel"},
                               Foreign{"\xfd"
                                       "7zXZ"sv,
                                       "xz-compressed", kUnpack, "xz -dc"},
                               Foreign{"BZh"sv, "bzip2-compressed", kUnpack, "bzip2 -dc"},
                               Foreign{"\x28\xb5\x2f\xfd"sv, "zstd-compressed", kUnpack, "zstd -dc"},
                               Foreign{"7z\xbc\xaf"sv, "a 7z archive", "unpack it first"},
                               Foreign{"Rar!"sv, "a RAR archive", "unpack it first"},
                               Foreign{"\x89PNG"sv, "a PNG image", "give the data it was made from"},
                               Foreign{"\xff\xd8\xff"sv, "a JPEG image", "give the data it was made from"},
                               Foreign{"GIF8"sv, "a GIF image", "give the data it was made from"},
                               Foreign{"\x7f"
                                       "ELF"sv,
                                       "a program", "give a graph"},
                               Foreign{"\x80\x02"sv, "a Python pickle", kByPickle},
                               Foreign{"\x80\x03"sv, "a Python pickle", kByPickle},
                               Foreign{"\x80\x04"sv, "a Python pickle", kByPickle},
                               Foreign{"\x80\x05"sv, "a Python pickle", kByPickle},
                               Foreign{">>graph6<<"sv, "graph6", kByNetworkx, R"(nx.read_graph6("{0}"))"},
                               Foreign{">>sparse6<<"sv, "sparse6", kByNetworkx, R"(nx.read_sparse6("{0}"))"}};

// Told by their first word, without regard to case.
constexpr std::array kWords = {
    Foreign{"nodedef>"sv, "GDF", "in Gephi: open it and export GEXF"},
    Foreign{"(tlp"sv, "Tulip (.tlp)", "in Tulip: export GML"},
    Foreign{"dl "sv, "UCINET DL", "in UCINET: export Pajek (.net)"},
    Foreign{"dl\n"sv, "UCINET DL", "in UCINET: export Pajek (.net)"},
    Foreign{"*node data"sv, "VNA", "in NetDraw: save as Pajek (.net)"},
    Foreign{"<!doctype html"sv, "a web page (HTML)", "download the file itself, not the page about it"},
    Foreign{"<html"sv, "a web page (HTML)", "download the file itself, not the page about it"},
    Foreign{"version https://git-lfs"sv, "a pointer of Git LFS, not the file itself", "fetch it with: git lfs pull"}};

std::string described(const std::filesystem::path& file, const Foreign& foreign) {
  const std::string name = file.filename().string();
  std::string stem = file.stem().string();
  if (stem.empty()) stem = "graph";
  const std::string call = foreign.call.empty() ? std::string() : fmt::format(fmt::runtime(foreign.call), name);
  const std::string advice = fmt::format(fmt::runtime(foreign.advice), name, stem, call);
  std::string text = fmt::format("looks like {}, which cgsd does not read; {}", foreign.name, advice);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '?');
  return text;
}

// graph {, digraph G {, strict graph "x" {: but not graph [, which is GML.
bool is_dot(std::string_view text) {
  const std::string lower = lower_case(text.substr(0, std::min<std::size_t>(text.size(), 200)));
  std::string_view rest = lower;
  if (rest.starts_with("strict")) rest = trimmed(rest.substr(6));
  if (!rest.starts_with("graph") && !rest.starts_with("digraph")) return false;
  return rest.find('{') < rest.find('[');
}

}  // namespace

std::optional<std::string> foreign_format(const std::filesystem::path& file, std::string_view head) {
  for (const Foreign& foreign : kMagic) {
    if (head.starts_with(foreign.magic)) return described(file, foreign);
  }
  if (head.size() > 262 && head.substr(257, 5) == "ustar") {
    return described(file, {{}, "a tar archive", R"(unpack it: tar xf "{0}")"});
  }
  if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
  std::string_view text = trimmed(head);
  for (const std::string_view comment : {"//", "/*"}) {
    if (text.starts_with(comment)) text = trimmed(text.substr(std::min(text.find('\n'), text.size())));
  }
  const std::string begin = lower_case(text.substr(0, std::min<std::size_t>(text.size(), 64)));
  for (const Foreign& foreign : kWords) {
    if (begin.starts_with(foreign.magic)) return described(file, foreign);
  }
  if (is_dot(text)) return described(file, {{}, "DOT (Graphviz)", kByNetworkx, R"(nx.nx_pydot.read_dot("{0}"))"});
  if (format_ending(file) == ".lgl") {
    return described(file, {{}, "LGL", kByR});
  }
  return {};
}

bool holds_arrays(const std::filesystem::path& file) {
  const ZipArchive archive(file, RunContext());
  return archive.members().empty() ||
         std::any_of(archive.members().begin(), archive.members().end(),
                     [](const ZipMember& member) { return std::string_view(member.name).ends_with(".npy"); });
}

std::string foreign_archive(const std::filesystem::path& file) {
  const ZipArchive archive(file, RunContext());
  const auto holds = [&](std::string_view end) {
    return std::any_of(archive.members().begin(), archive.members().end(),
                       [&](const ZipMember& member) { return std::string_view(member.name).ends_with(end); });
  };
  if (holds("xl/workbook.xml")) return described(file, {{}, "an Excel file (.xlsx)", kByPandas, "read_excel"});
  if (holds("content.xml")) return described(file, {{}, "an OpenDocument file", kByPandas, "read_excel"});
  if (holds("word/document.xml")) return described(file, {{}, "a Word document", "give the data it was made from"});
  if (holds("data.pkl")) {
    return described(file, {{},
                            "a file of PyTorch",
                            R"(in Python: import torch, numpy; d = torch.load("{0}"); )"
                            R"(numpy.savez("{1}.npz", edges=d.edge_index.T, node_features=d.x, node_labels=d.y))"});
  }
  return described(file, {{}, "a zip archive of other files", "unpack it first"});
}

bool is_binary(std::string_view head) {
  constexpr std::size_t kOneIn = 50;
  std::size_t odd = 0;
  for (const char c : head) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == 0) return true;
    if (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\f') ++odd;
  }
  return odd * kOneIn > head.size();
}

}  // namespace cgsd
