#include "cgsd/io/features.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/npy_values.hpp"
#include "cgsd/io/npz_dataset.hpp"
#include "cgsd/io/scipy_npz.hpp"
#include "cgsd/io/svmlight.hpp"
#include "cgsd/io/table_reader.hpp"
#include "cgsd/io/whole_file.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

FeatureFormat format_of(const fs::path& file) {
  constexpr std::size_t kHead = std::size_t{1} << 16;
  const std::string head = peeked_bytes(file, kHead);
  if (head.starts_with(kNpyMagic)) return FeatureFormat::npy;
  if (starts_like_zip(head)) return FeatureFormat::npz;
  const std::string ending = format_ending(file);
  const bool named_so = ending == ".svmlight" || ending == ".libsvm" || ending == ".svm";
  return named_so || looks_like_svmlight(head) ? FeatureFormat::svmlight : FeatureFormat::text;
}

// What the first row says about the table.
struct Layout {
  bool heading = false;
  bool ids = false;
};

Layout layout_of(const std::vector<std::string_view>& first) {
  const auto is_number = [](std::string_view cell) { return float_cell(cell).has_value(); };
  const bool numbers_behind = std::all_of(first.begin() + 1, first.end(), is_number);
  if (first.size() == 1) return {.heading = !is_number(first[0]), .ids = false};
  if (names_nodes(first[0])) return {.heading = true, .ids = true};
  if (!numbers_behind) return {.heading = true, .ids = false};
  return {.heading = false, .ids = !is_number(first[0])};
}

class TextFeatures {
 public:
  TextFeatures(const fs::path& file, const RunContext& run) : table_(file, std::nullopt, run) {}

  FeatureTable read() {
    if (!table_.next()) throw ParseError({table_.file()}, "the file is empty");
    const Layout layout = layout_of(table_.cells());
    cells_ = table_.cells().size();
    first_ = layout.ids ? 1 : 0;
    if (layout.heading && !table_.next()) throw table_.error("there is no row below the heading");
    do {
      read_row();
    } while (table_.next());
    FeatureTable out;
    out.features = Matrix<float>(rows_, cells_ - first_, std::move(values_));
    if (layout.ids) check_unique_ids(ids_, lines_, table_.file());
    out.ids = std::move(ids_);
    return out;
  }

 private:
  void read_row() {
    if (table_.cells().size() != cells_) {
      throw table_.error(fmt::format("{} cells, but the first row has {}", table_.cells().size(), cells_));
    }
    if (first_ == 1) {
      ids_.append(table_.cell(0));
      lines_.push_back(table_.line_number());
    }
    for (std::size_t i = first_; i < cells_; ++i) values_.push_back(number(i));
    ++rows_;
  }

  float number(std::size_t i) const {
    const std::optional<float> value = float_cell(table_.cell(i));
    if (!value) throw table_.error_at(i, fmt::format("{} is not a number", in_quotes(table_.cell(i))));
    if (!std::isfinite(*value)) {
      throw table_.error_at(i, fmt::format("{} is not a finite 32-bit number", in_quotes(table_.cell(i))));
    }
    return *value;
  }

  TableReader table_;
  std::size_t cells_ = 0;
  std::size_t first_ = 0;  // cell with a feature
  std::size_t rows_ = 0;
  std::vector<float> values_;
  NodeNames ids_;
  std::vector<std::uint64_t> lines_;
};

FeatureTable read_npz_features(const fs::path& file, const RunContext& run) {
  const NpzFile npz(file, run);
  if (is_scipy_npz(npz)) return {{}, scipy_features(npz)};
  std::optional<Features> features = npz_features(npz);
  if (!features) throw npz.error(fmt::format("there are no features; there are: {}", npz.names()));
  return {npz_node_names(npz), std::move(*features)};
}

FeatureTable read_as(const fs::path& file, FeatureFormat format, const RunContext& run) {
  switch (format) {
    case FeatureFormat::npy:
      return {{}, feature_matrix(read_npy(file, run))};
    case FeatureFormat::npz:
      return read_npz_features(file, run);
    case FeatureFormat::svmlight:
      return {{}, read_svmlight(file, run)};
    default:
      return TextFeatures(file, run).read();
  }
}

}  // namespace

FeatureTable read_features(const fs::path& file, const RunContext& run, FeatureFormat format) {
  FeatureTable table = read_as(file, format == FeatureFormat::automatic ? format_of(file) : format, run);
  if (table.features.none()) throw ParseError({file.string()}, "there are no features in the file");
  if (!table.ids.none() && table.ids.size() != table.features.rows()) {
    throw ParseError({file.string()}, fmt::format("{} node names for {} rows of features", grouped(table.ids.size()),
                                                  grouped(table.features.rows())));
  }
  return table;
}

}  // namespace cgsd
