#include "cgsd/nn/operations/contrastive.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "cgsd/nn/row_loops.hpp"
#include "cgsd/nn/tiles.hpp"

namespace cgsd {
namespace {

template <class T>
using Column = Eigen::Array<T, Eigen::Dynamic, 1>;

template <class T>
constexpr T kNoPair = -std::numeric_limits<T>::infinity();

// tile ← factor · A_rows B_columnsᵀ
template <class T>
void fill_tile(RowMajor<T>& tile, const Matrix<T>& a, const Matrix<T>& b, const TileRange& r, T factor) {
  tile.noalias() = row_panel(a, r.begin, r.end) * row_panel(b, r.first, r.last).transpose();
  tile *= factor;
}

template <class T>
void set_diagonal(RowMajor<T>& tile, const TileRange& r, T value) {
  for (std::size_t i = std::max(r.begin, r.first); i < std::min(r.end, r.last); ++i)
    tile(to_index(i - r.begin), to_index(i - r.first)) = value;
}

constexpr std::size_t kPairBlock = 256;

// The upper triangle of factor · W Wᵀ, tile by tile. Where all of it is small enough, tiles are kept from one pass to
// the next: of the four products of a loss and its gradient one is saved.
template <class T>
class Triangle {
 public:
  Triangle(const Matrix<T>& w, T factor, std::size_t most_bytes)
      : w_(w), factor_(factor), blocks_((w.rows() + kPairBlock - 1) / kPairBlock) {
    if (w.rows() * (w.rows() + kPairBlock) / 2 <= most_bytes / sizeof(T)) kept_.resize(blocks_ * blocks_);
  }

  // body(range, tile) for every tile, as for_each_pair_of_blocks orders them
  template <class Body>
  void fill(const RunContext& run, Body&& body) {
    for_each_pair_of_blocks(run, blocks_, [&](std::size_t i, std::size_t j) {
      RowMajor<T> tile;
      fill_tile(tile, w_, w_, range(i, j), factor_);
      body(range(i, j), tile);
      if (!kept_.empty()) kept_[i * blocks_ + j] = std::move(tile);
    });
  }

  // The same once more; what body writes to a tile is not kept.
  template <class Body>
  void consume(const RunContext& run, Body&& body) {
    for_each_pair_of_blocks(run, blocks_, [&](std::size_t i, std::size_t j) {
      RowMajor<T> tile = kept_.empty() ? RowMajor<T>() : std::move(kept_[i * blocks_ + j]);
      if (tile.size() == 0) fill_tile(tile, w_, w_, range(i, j), factor_);
      body(range(i, j), tile);
    });
  }

 private:
  std::size_t from(std::size_t block) const { return std::min(w_.rows(), block * kPairBlock); }
  TileRange range(std::size_t i, std::size_t j) const { return {from(i), from(i + 1), from(j), from(j + 1)}; }

  const Matrix<T>& w_;
  T factor_;
  std::size_t blocks_;
  std::vector<RowMajor<T>> kept_;
};

bool on_diagonal(const TileRange& r) { return r.begin == r.first; }

// log D_r, D_r = Σ_s≠r e^(w_r·w_s/τ), for every row r of W
template <class T>
Column<T> log_denominators(const Matrix<T>& w, Triangle<T>& products, const RunContext& run) {
  LogSumExp<T> sums(w.rows());
  products.fill(run, [&](const TileRange& range, RowMajor<T>& tile) {
    if (on_diagonal(range)) set_diagonal(tile, range, kNoPair<T>);
    sums.absorb(tile, range.begin);
    if (!on_diagonal(range)) sums.absorb(tile.transpose(), range.first);
  });
  Column<T> logs(to_index(w.rows()));
  for (std::size_t r = 0; r < w.rows(); ++r) logs(to_index(r)) = static_cast<T>(sums.of_row(r));
  return logs;
}

// tile_ik ← e^(tile_ik − rows_i) + e^(tile_ik − columns_k)
template <class T>
void weigh(RowMajor<T>& tile, const TileRange& r, const Column<T>& rows, const Column<T>& columns) {
  const auto by_column = columns.segment(to_index(r.first), r.width()).transpose();
  for (Eigen::Index i = 0; i < tile.rows(); ++i) {  // row by row: a column of shifts would not be vectorised
    auto row = tile.row(i).array();
    row = (row - rows(to_index(r.begin) + i)).exp() + (row - by_column).exp();
  }
}

// Σ_s≠r (P_rs + P_sr) w_s − 2 w_r', P_rs = e^(w_r·w_s/τ) / D_r, for every row r of W with its partner r': 2nτ times the
// gradient of the loss. P + Pᵀ is symmetric, so each of its tiles is computed once and serves its rows and its columns.
template <class T>
Matrix<T> info_nce_slopes(const Matrix<T>& w, const Column<T>& logs, Triangle<T>& products, const RunContext& run) {
  const std::size_t n = w.rows() / 2;
  Matrix<T> sum(w.rows(), w.cols());
  row_panel(sum, 0, n) = T(-2) * row_panel(w, n, 2 * n);
  row_panel(sum, n, 2 * n) = T(-2) * row_panel(w, 0, n);
  products.consume(run, [&](const TileRange& r, RowMajor<T>& tile) {
    weigh(tile, r, logs, logs);
    if (on_diagonal(r)) set_diagonal(tile, r, T(0));
    row_panel(sum, r.begin, r.end).noalias() += tile * row_panel(w, r.first, r.last);
    if (!on_diagonal(r)) row_panel(sum, r.first, r.last).noalias() += tile.transpose() * row_panel(w, r.begin, r.end);
  });
  return sum;
}

// The rows of the first view above those of the second.
template <class T>
Matrix<T> stacked(const Matrix<T>& u, const Matrix<T>& v) {
  Matrix<T> w(u.rows() + v.rows(), u.cols());
  std::copy(u.values().begin(), u.values().end(), w.values().begin());
  std::copy(v.values().begin(), v.values().end(), w.row(u.rows()).begin());
  return w;
}

// gradient(view) += scale · the rows of `slopes` from `first` on
template <class T>
void deposit_rows(Tape<T>& tape, Var view, const Matrix<T>& slopes, std::size_t first, T scale) {
  deposit_elements(tape, view, [&](std::size_t i, std::size_t j) { return scale * slopes(first + i, j); });
}

// The entries of the pattern as the rows of one view meet them: those of its rows, or of its columns.
struct EntriesOf {
  const EntryPattern& pattern;
  bool of_columns;
  std::uint64_t begin(std::size_t i) const { return of_columns ? pattern.column.offsets[i] : pattern.offsets[i]; }
  std::uint64_t end(std::size_t i) const { return begin(i + 1); }
  std::size_t other(std::uint64_t k) const {
    return of_columns ? pattern.row_of[pattern.column.positions[k]] : pattern.column.rows[k];
  }
};

// tile_ij ← σ(tile_ij − shift), but 0 for i = j and for the entries; returns how many elements remain.
template <class T>
std::size_t sigmoid_of_pairs(RowMajor<T>& tile, const TileRange& r, const EntriesOf& entries, T shift) {
  set_diagonal(tile, r, kNoPair<T>);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    for (std::uint64_t k = entries.begin(i); k < entries.end(i); ++k) {
      const std::size_t j = entries.other(k);
      if (r.has_column(j)) tile(to_index(i - r.begin), to_index(j - r.first)) = kNoPair<T>;
    }
  }
  const auto remaining = (tile.array() != kNoPair<T>).count();
  tile = (T(1) / (T(1) + (shift - tile.array()).exp())).matrix();
  return static_cast<std::size_t>(remaining);
}

struct PairSum {
  double sum = 0.0;
  double pairs = 0.0;
  PairSum& operator+=(const PairSum& other) {
    sum += other.sum;
    pairs += other.pairs;
    return *this;
  }
};

// gradient(u)_i += scale Σ_j σ'_ij v_j over the pairs of row i
template <class T>
void deposit_sparsity(Tape<T>& tape, Views own_and_other, const EntriesOf& entries, const SparsityOptions& options,
                      T scale) {
  const Matrix<T>& u = tape.value(own_and_other.first);
  const Matrix<T>& v = tape.value(own_and_other.second);
  const T factor = static_cast<T>(1.0 / options.temperature);
  const T shift = static_cast<T>(options.split / options.temperature);
  tape.deposit(own_and_other.first, [&](Matrix<T>& gradient, bool fresh) {
    parallel_for(tape.run(), u.rows(), kTileRows, [&](std::size_t begin, std::size_t end) {
      RowMajor<T> tile;
      RowMajor<T> sum = RowMajor<T>::Zero(to_index(end - begin), to_index(u.cols()));
      for_each_tile(v.rows(), kTileColumns, [&](std::size_t first, std::size_t last) {
        const TileRange range{begin, end, first, last};
        fill_tile(tile, u, v, range, factor);
        sigmoid_of_pairs(tile, range, entries, shift);
        tile.array() *= T(1) - tile.array();
        sum.noalias() += tile * row_panel(v, first, last);
      });
      auto to = row_panel(gradient, begin, end);
      if (fresh) to.setZero();
      to += scale * sum;
    });
  });
}

}  // namespace

template <class T>
Var info_nce(Tape<T>& tape, Views views, double temperature, std::size_t kept_bytes) {
  const Matrix<T>& u = tape.value(views.first);
  const Matrix<T>& v = tape.value(views.second);
  assert(u.rows() == v.rows() && u.cols() == v.cols());
  const T factor = static_cast<T>(1.0 / temperature);
  auto w = std::make_shared<Matrix<T>>(stacked(u, v));
  auto products = std::make_shared<Triangle<T>>(*w, factor, kept_bytes);
  auto logs = std::make_shared<Column<T>>(log_denominators(*w, *products, tape.run()));
  const auto rows = static_cast<double>(u.rows());
  const double sum_of_logs =
      ordered_sum<double>(tape.run(), w->rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
        return std::accumulate(logs->data() + begin, logs->data() + end, 0.0);
      });
  const Var out = tape.make(1, 1, {views.first, views.second});
  tape.result(out)(0, 0) = static_cast<T>((sum_of_logs / 2.0 - inner_product(u, v, tape.run()) / temperature) / rows);
  tape.on_backward(out, [&tape, views, out, products, w, logs, temperature, rows] {
    const T scale = static_cast<T>(static_cast<double>(tape.gradient(out)(0, 0)) / (2.0 * temperature * rows));
    const Matrix<T> slopes = info_nce_slopes(*w, *logs, *products, tape.run());
    deposit_rows(tape, views.first, slopes, 0, scale);
    deposit_rows(tape, views.second, slopes, slopes.rows() / 2, scale);
  });
  return out;
}

template <class T>
Var similarity_sparsity(Tape<T>& tape, Views views, const EntryPattern& pattern, const SparsityOptions& options) {
  const Matrix<T>& u = tape.value(views.first);
  const Matrix<T>& v = tape.value(views.second);
  assert(u.rows() == pattern.rows() && v.rows() == pattern.cols() && u.cols() == v.cols());
  const T factor = static_cast<T>(1.0 / options.temperature);
  const T shift = static_cast<T>(options.split / options.temperature);
  const auto total = ordered_sum<PairSum>(tape.run(), u.rows(), kTileRows, [&](std::size_t begin, std::size_t end) {
    PairSum part;
    RowMajor<T> tile;
    for_each_tile(v.rows(), kTileColumns, [&](std::size_t first, std::size_t last) {
      const TileRange range{begin, end, first, last};
      fill_tile(tile, u, v, range, factor);
      part.pairs += static_cast<double>(sigmoid_of_pairs(tile, range, {pattern, false}, shift));
      part.sum += static_cast<double>(tile.sum());
    });
    return part;
  });
  const Var out = tape.make(1, 1, {views.first, views.second});
  const double pairs = std::max(1.0, total.pairs);
  tape.result(out)(0, 0) = static_cast<T>(total.sum / pairs);
  tape.on_backward(out, [&tape, &pattern, views, out, options, pairs] {
    const T scale = static_cast<T>(static_cast<double>(tape.gradient(out)(0, 0)) / (options.temperature * pairs));
    deposit_sparsity(tape, views, {pattern, false}, options, scale);
    deposit_sparsity(tape, {views.second, views.first}, {pattern, true}, options, scale);
  });
  return out;
}

#define CGSD_INSTANTIATE(T)                                    \
  template Var info_nce(Tape<T>&, Views, double, std::size_t); \
  template Var similarity_sparsity(Tape<T>&, Views, const EntryPattern&, const SparsityOptions&);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd
