#include "cgsd/io/formats/matrix_market.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/datasets/node_count.hpp"
#include "cgsd/io/text/entry_lines.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {
namespace {

struct SizeLine {
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  std::uint64_t entries = 0;
  std::uint64_t line = 0;
};

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r";
  constexpr std::size_t kMostWords = 6;
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(kBlank); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlank, at), line.size());
    if (words.size() == kMostWords) break;  // too many already, and a line may hold millions
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlank, end);
  }
  return words;
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

class MatrixMarketReader {
 public:
  MatrixMarketReader(const std::filesystem::path& file, const RunContext& run) : batches_(file, run), run_(run) {}

  GraphContents read(const GraphReadOptions& options) {
    read_banner();
    const SizeLine size = read_size();
    check_expected_nodes({batches_.file(), size.line}, size.rows, options);
    EntryFormat format;
    format.fields = weighted_ ? 3 : 2;
    format.fields_known_from = "the first line of the file asks for";
    if (weighted_) format.weight = 2;
    format.rule = IdRule::index;
    format.first_id = 1;
    format.nodes = static_cast<NodeId>(size.rows);
    format.most_entries = size.entries;
    EntryLines lines = read_entry_lines(batches_, format, run_);
    if (lines.entries.size() < size.entries) {
      throw ParseError({batches_.file(), batches_.lines_consumed()},
                       fmt::format("the file ends after {} of {} entries", lines.entries.size(), size.entries));
    }
    check_declared_nodes({batches_.file(), size.line}, size.rows, lines.entries.size());
    GraphContents contents;
    contents.list = {.nodes = static_cast<NodeId>(size.rows),
                     .entries = std::move(lines.entries),
                     .weights = std::move(lines.weights)};
    if (options.known_names != nullptr) contents.names = *options.known_names;
    return contents;
  }

 private:
  void read_banner() {
    std::string_view line;
    if (!batches_.next_line(line)) throw ParseError({batches_.file()}, "the file is empty");
    const auto words = words_of(line);
    if (words.empty() || lower_case(words[0]) != "%%matrixmarket") {
      throw ParseError({batches_.file(), 1, 1}, "not a Matrix Market file: it must begin with %%MatrixMarket");
    }
    if (words.size() != 5) {
      throw ParseError({batches_.file(), 1}, "expected %%MatrixMarket matrix coordinate <values> <symmetry>");
    }
    allow(words[1], {"matrix"}, "object");
    allow(words[2], {"coordinate"}, "format");
    allow(words[3], {"real", "integer", "pattern"}, "kind of values");
    allow(words[4], {"general", "symmetric"}, "symmetry");
    weighted_ = lower_case(words[3]) != "pattern";
  }

  void allow(std::string_view word, std::initializer_list<std::string_view> known, std::string_view what) const {
    if (std::find(known.begin(), known.end(), lower_case(word)) != known.end()) return;
    throw batches_.error_at(word.data(), fmt::format("{} {} is not supported; a graph needs {}", what, in_quotes(word),
                                                     fmt::join(known, " or ")));
  }

  SizeLine read_size() {
    std::string_view line;
    do {
      if (!batches_.next_line(line)) {
        throw ParseError({batches_.file(), batches_.lines_consumed()},
                         "the line with rows, columns and entries is missing");
      }
    } while (trimmed(line).empty() || trimmed(line).starts_with('%'));
    const auto words = words_of(line);
    if (words.size() != 3) throw batches_.error_at(line.data(), "expected three numbers: rows, columns, entries");
    SizeLine size{.line = batches_.lines_consumed()};
    const std::array<std::uint64_t*, 3> targets = {&size.rows, &size.cols, &size.entries};
    for (std::size_t i = 0; i < words.size(); ++i) *targets[i] = count_in(words[i]);
    if (size.rows != size.cols) {
      throw batches_.error_at(
          words[1].data(), fmt::format("{} rows but {} columns: a graph needs a square matrix", size.rows, size.cols));
    }
    if (size.rows > kMaxNodes) {
      throw batches_.error_at(words[0].data(), fmt::format("{} rows: at most {} are possible", size.rows, kMaxNodes));
    }
    return size;
  }

  std::uint64_t count_in(std::string_view word) const {
    std::uint64_t count = 0;
    const char* end = word.data() + word.size();
    const auto [stopped, status] = std::from_chars(word.data(), end, count);
    if (status == std::errc() && stopped == end) return count;
    throw batches_.error_at(word.data(), fmt::format("{} is not a count", in_quotes(word)));
  }

  TextBatches batches_;
  const RunContext& run_;
  bool weighted_ = false;
};

}  // namespace

GraphContents read_matrix_market(const std::filesystem::path& file, const GraphReadOptions& options,
                                 const RunContext& run) {
  return MatrixMarketReader(file, run).read(options);
}

void write_matrix_market(const std::filesystem::path& file, const Dataset& dataset, const RunContext& run) {
  const Graph& graph = dataset.input.graph;
  TextWriter out(file);
  out << "%%MatrixMarket matrix coordinate " << (graph.weighted() ? "real " : "pattern ")
      << (graph.directed() ? "general\n" : "symmetric\n");
  out << graph.nodes() << ' ' << graph.nodes() << ' ' << graph.edges() << '\n';
  for_each_edge(graph, run, [&](NodeId u, NodeId v, EntryIndex entry) {
    // The lower triangle holds row ≥ column.
    const NodeId row = graph.directed() ? u : v;
    const NodeId column = graph.directed() ? v : u;
    out << row + 1 << ' ' << column + 1;
    if (graph.weighted()) out << ' ' << graph.weights()[entry];
    out << '\n';
  });
  out.commit();
}

}  // namespace cgsd
