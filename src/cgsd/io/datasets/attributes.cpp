#include "cgsd/io/datasets/attributes.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/arrays/npy_values.hpp"
#include "cgsd/io/bytes/whole_file.hpp"
#include "cgsd/io/datasets/foreign_format.hpp"
#include "cgsd/io/formats/npz_dataset.hpp"
#include "cgsd/io/formats/scipy_npz.hpp"
#include "cgsd/io/formats/svmlight.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

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

class TextAttributes {
 public:
  TextAttributes(const fs::path& file, const RunContext& run) : table_(file, std::nullopt, run) {}

  AttributeTable read() {
    if (!table_.next()) throw ParseError({table_.file()}, "the file is empty");
    const Layout layout = layout_of(table_.cells());
    cells_ = table_.cells().size();
    first_ = layout.ids ? 1 : 0;
    if (layout.heading && !table_.next()) throw table_.error("there is no row below the heading");
    do {
      read_row();
    } while (table_.next());
    AttributeTable out;
    out.attributes = Matrix<float>(rows_, cells_ - first_, std::move(values_));
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
  std::size_t first_ = 0;  // cell with an attribute
  std::size_t rows_ = 0;
  std::vector<float> values_;
  NodeNames ids_;
  std::vector<std::uint64_t> lines_;
};

AttributeTable read_npz_attributes(const fs::path& file, const RunContext& run) {
  const NpzFile npz(file, run);
  if (is_scipy_npz(npz)) return {{}, scipy_attributes(npz)};
  std::optional<Attributes> attributes = npz_attributes(npz);
  if (!attributes) throw npz.error(fmt::format("there are no attributes; there are: {}", npz.names()));
  return {npz_node_names(npz), std::move(*attributes)};
}

AttributeTable read_as(const fs::path& file, AttributeFormat format, const RunContext& run) {
  switch (format) {
    case AttributeFormat::npy:
      return {{}, attribute_matrix(read_npy(file, run))};
    case AttributeFormat::npz:
      return read_npz_attributes(file, run);
    case AttributeFormat::svmlight:
      return {{}, read_svmlight(file, run)};
    default:
      return TextAttributes(file, run).read();
  }
}

}  // namespace

AttributeFormat attribute_format(const fs::path& file) {
  constexpr std::size_t kHead = std::size_t{1} << 16;
  const std::string head = peeked_bytes(file, kHead);
  if (head.starts_with(kNpyMagic)) return AttributeFormat::npy;
  if (starts_like_zip(head)) {
    if (!holds_arrays(file)) throw ParseError({file.string()}, foreign_archive(file));
    return AttributeFormat::npz;
  }
  if (is_binary(head)) {
    if (const auto foreign = foreign_format(file, head)) throw ParseError({file.string()}, *foreign);
  }
  const std::string ending = format_ending(file);
  const bool named_so = ending == ".svmlight" || ending == ".libsvm" || ending == ".svm";
  return named_so || looks_like_svmlight(head) ? AttributeFormat::svmlight : AttributeFormat::text;
}

AttributeTable read_attributes(const fs::path& file, const RunContext& run, AttributeFormat format) {
  AttributeTable table = read_as(file, format == AttributeFormat::automatic ? attribute_format(file) : format, run);
  if (table.attributes.none()) throw ParseError({file.string()}, "there are no attributes in the file");
  if (!table.ids.none() && table.ids.size() != table.attributes.rows()) {
    throw ParseError({file.string()}, fmt::format("{} node names for {} rows of attributes", grouped(table.ids.size()),
                                                  grouped(table.attributes.rows())));
  }
  return table;
}

}  // namespace cgsd
