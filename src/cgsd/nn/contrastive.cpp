#include "cgsd/nn/contrastive.hpp"

#include <memory>

#include "cgsd/nn/row_loops.hpp"
#include "cgsd/nn/tiles.hpp"

namespace cgsd {
namespace {

template <class T>
using Column = Eigen::Array<T, Eigen::Dynamic, 1>;

template <class T>
constexpr T kNothing = -std::numeric_limits<T>::infinity();

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

// log (Σ_k e^(u_i·v_k/τ) + Σ_k≠i e^(u_i·u_k/τ)) for every row i of u
template <class T>
Column<T> log_denominators(const Matrix<T>& u, const Matrix<T>& v, T factor, const RunContext& run) {
  Column<T> logs(to_index(u.rows()));
  parallel_for(run, u.rows(), kTileRows, [&](std::size_t begin, std::size_t end) {
    LogSumExp<T> sums(end - begin);
    RowMajor<T> tile;
    for_each_tile(u.rows(), kTileColumns, [&](std::size_t first, std::size_t last) {
      const TileRange range{begin, end, first, last};
      fill_tile(tile, u, v, range, factor);
      sums.absorb(tile);
      fill_tile(tile, u, u, range, factor);
      set_diagonal(tile, range, kNothing<T>);
      sums.absorb(tile);
    });
    for (std::size_t i = begin; i < end; ++i) logs(to_index(i)) = static_cast<T>(sums.of_row(i - begin));
  });
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

// One view as info_nce's gradient sees it: its rows, the logarithms of its denominators, and 1/τ.
template <class T>
struct Side {
  const Matrix<T>& rows;
  const Column<T>& logs;
  T factor;
};

// ∂u_i = scale (Σ_k (p_ik + p'_ki) v_k − 2 v_i + Σ_k≠i (q_ik + q_ki) u_k), where p_ik = e^(u_i·v_k/τ) / D_i,
// p'_ki = e^(v_k·u_i/τ) / D'_k and q_ik = e^(u_i·u_k/τ) / D_i: everything that u_i takes part in, so nothing is
// scattered.
template <class T>
void deposit_info_nce(Tape<T>& tape, Var u, const Side<T>& own, const Side<T>& other, T scale) {
  tape.deposit(u, [&](Matrix<T>& gradient, bool fresh) {
    parallel_for(tape.run(), own.rows.rows(), kTileRows, [&](std::size_t begin, std::size_t end) {
      RowMajor<T> tile;
      RowMajor<T> sum = T(-2) * row_panel(other.rows, begin, end);
      for_each_tile(own.rows.rows(), kTileColumns, [&](std::size_t first, std::size_t last) {
        const TileRange range{begin, end, first, last};
        fill_tile(tile, own.rows, other.rows, range, own.factor);
        weigh(tile, range, own.logs, other.logs);
        sum.noalias() += tile * row_panel(other.rows, first, last);
        fill_tile(tile, own.rows, own.rows, range, own.factor);
        weigh(tile, range, own.logs, own.logs);
        set_diagonal(tile, range, T(0));
        sum.noalias() += tile * row_panel(own.rows, first, last);
      });
      auto to = row_panel(gradient, begin, end);
      if (fresh) to.setZero();
      to += scale * sum;
    });
  });
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
  set_diagonal(tile, r, kNothing<T>);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    for (std::uint64_t k = entries.begin(i); k < entries.end(i); ++k) {
      const std::size_t j = entries.other(k);
      if (r.has_column(j)) tile(to_index(i - r.begin), to_index(j - r.first)) = kNothing<T>;
    }
  }
  const auto remaining = (tile.array() != kNothing<T>).count();
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
Var info_nce(Tape<T>& tape, Views views, double temperature) {
  const Matrix<T>& u = tape.value(views.first);
  const Matrix<T>& v = tape.value(views.second);
  assert(u.rows() == v.rows() && u.cols() == v.cols());
  const T factor = static_cast<T>(1.0 / temperature);
  auto first = std::make_shared<Column<T>>(log_denominators(u, v, factor, tape.run()));
  auto second = std::make_shared<Column<T>>(log_denominators(v, u, factor, tape.run()));
  const auto rows = static_cast<double>(u.rows());
  const double logs = ordered_sum<double>(tape.run(), u.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    double part = 0.0;
    for (std::size_t i = begin; i < end; ++i)
      part += static_cast<double>((*first)(to_index(i))) + static_cast<double>((*second)(to_index(i)));
    return part;
  });
  const Var out = tape.make(1, 1, {views.first, views.second});
  tape.result(out)(0, 0) = static_cast<T>((logs / 2.0 - inner_product(u, v, tape.run()) / temperature) / rows);
  tape.on_backward(out, [&tape, &u, &v, views, out, factor, first, second, temperature, rows] {
    const T scale = static_cast<T>(static_cast<double>(tape.gradient(out)(0, 0)) / (2.0 * temperature * rows));
    const Side<T> u_side{u, *first, factor};
    const Side<T> v_side{v, *second, factor};
    deposit_info_nce(tape, views.first, u_side, v_side, scale);
    deposit_info_nce(tape, views.second, v_side, u_side, scale);
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

#define CGSD_INSTANTIATE(T)                       \
  template Var info_nce(Tape<T>&, Views, double); \
  template Var similarity_sparsity(Tape<T>&, Views, const EntryPattern&, const SparsityOptions&);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd
