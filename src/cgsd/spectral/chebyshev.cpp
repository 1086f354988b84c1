#include "cgsd/spectral/chebyshev.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "cgsd/graph/processes.hpp"
#include "cgsd/spectral/ritz_subspace.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kFirstBlock = 16;   // columns, if a bulk is known: most graphs have fewer pairs beyond it
constexpr std::size_t kSpare = 6;         // columns beyond the pairs wanted, which take what is next to them
constexpr std::size_t kWholeVectors = 8;  // columns come in such groups
constexpr double kFirstGrowth = 1e4;      // of the largest over the smallest in one sweep, from random columns
constexpr double kGrowth = 1e7;           // and from Ritz vectors
constexpr double kFirstShare = 1e4;       // of the largest pair over all others after the first sweep
constexpr double kFarthestEdge = 0.8;     // of the way to the bound, by a guess
constexpr double kBeyondTolerance = 4.0;  // by which the last sweep is to pass it
constexpr std::int32_t kLongestSweep = 40;
constexpr std::int32_t kFewestSweeps = 2;
constexpr double kFloatLimit = 1e-6;  // residuals that float reaches
constexpr double kLeastEdge = 0.05;   // of the bounds, before anything is known of the spectrum

double larger_bound(const ChebyshevOptions& o) { return std::max(std::abs(o.lower), std::abs(o.upper)); }

FilterInterval unwanted(const ChebyshevOptions& o, double edge) {
  const double least = kLeastEdge * (o.upper - o.lower);
  if (o.end == SpectrumEnd::largest_size) return {0.0, std::max(edge, least)};
  if (o.end == SpectrumEnd::largest) return {(o.lower + edge) / 2.0, std::max((edge - o.lower) / 2.0, least)};
  return {(edge + o.upper) / 2.0, std::max((o.upper - edge) / 2.0, least)};
}

// T_m(place) = growth
double degree_for(double place, double growth) {
  return std::acosh(std::max(growth, 1.0)) / std::acosh(std::max(place, 1.0 + 1e-9));
}

std::int32_t whole_degree(double degree) {
  return std::clamp(static_cast<std::int32_t>(std::min(degree, 1e6)), 2, kLongestSweep);
}

// What the first columns are.
enum class FirstColumns { random, near_vectors };

// Whether to go on, and what with.
class Course {
 public:
  Course(const ChebyshevOptions& options, std::size_t nodes, double tolerance, FirstColumns first)
      : options_(options),
        first_(first),
        tolerance_(tolerance * larger_bound(options)),
        bulk_(options.bulk ? rank_of(*options.bulk, options.end) : -std::numeric_limits<double>::infinity()),
        share_(std::sqrt(static_cast<double>(nodes))),
        widest_(std::min(nodes / 2, whole(static_cast<std::size_t>(options.pairs) + spare()))) {}

  std::size_t first_width() const { return options_.bulk ? std::min(widest_, kFirstBlock) : widest_; }

  // Columns to add: all but a few of the block are beyond the bulk, and there may be more.
  std::size_t columns_to_add(const std::vector<double>& values) const {
    if (values.size() >= widest_ || beyond(values) + kSpare <= values.size()) return 0;
    return std::min(widest_ - values.size(), whole(values.size()));
  }

  // Of the first `pairs`, those beyond the bulk.
  std::size_t wanted(const std::vector<double>& values) const {
    return std::min(beyond(values), static_cast<std::size_t>(options_.pairs));
  }

  bool finished(const std::vector<double>& values, const std::vector<double>& residuals) {
    const std::size_t count = wanted(values);
    const bool all_seen =
        !options_.bulk || filtered_ >= options_.enough || count == static_cast<std::size_t>(options_.pairs);
    bool done = ++sweeps_ >= kFewestSweeps && all_seen;
    farthest_ = 0.0;
    for (std::size_t j = 0; j < values.size(); ++j) {
      if (j < count) done = done && converged(residuals[j]);
      farthest_ = std::max(farthest_, std::abs(values[j]) + residuals[j]);
    }
    return done;
  }

  bool converged(double residual) const { return residual <= tolerance_; }
  bool kept(double residual) const { return options_.keep_all || converged(residual); }

  FilterInterval interval(const std::vector<double>& values, const std::vector<double>& residuals) const {
    double edge = std::max(rank_of(values.back(), options_.end), bulk_);
    if (from_random()) edge = edge_of_random_graph(values, residuals);
    return unwanted(options_, options_.end == SpectrumEnd::smallest ? -edge : edge);
  }

  // Products of the next sweep.
  std::int32_t next_degree(const FilterInterval& interval, const std::vector<double>& values,
                           const std::vector<double>& residuals) {
    const std::int32_t degree =
        options_.bulk ? degree_beyond_bulk(interval) : degree_to_converge(interval, values, residuals);
    filtered_ += degree;
    return degree;
  }

  // If the block never had to be widened, only the number of pairs beyond the bulk counts.
  std::int32_t same_from(const std::vector<double>& values) const {
    if (!options_.bulk || values.size() != kFirstBlock || columns_to_add(values) > 0) return 0;
    const std::size_t least = kFirstBlock - kWholeVectors - kSpare + 1;  // asks for a block of that width
    return static_cast<std::int32_t>(std::max(least, wanted(values) + 1));
  }

  std::int32_t sweeps() const { return sweeps_; }
  std::int32_t pairs() const { return options_.pairs; }

 private:
  static std::size_t whole(std::size_t columns) {
    return (columns + kWholeVectors - 1) / kWholeVectors * kWholeVectors;
  }
  std::size_t spare() const { return std::max(kSpare, static_cast<std::size_t>(options_.pairs) / 4); }

  std::size_t beyond(const std::vector<double>& values) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(values, [&](double value) { return rank_of(value, options_.end) > bulk_; }));
  }

  static double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  }

  // Residuals of random columns are the deviation of all eigenvalues from their mean: those of a random graph end at two
  // of it (Wigner's semicircle).
  double edge_of_random_graph(const std::vector<double>& values, const std::vector<double>& residuals) const {
    const double bound = std::max(rank_of(options_.lower, options_.end), rank_of(options_.upper, options_.end));
    const double middle = rank_of(mean(values), options_.end);
    return middle + std::min(2.0 * mean(residuals), kFarthestEdge * (bound - middle));
  }

  bool from_random() const { return sweeps_ == 1 && !options_.bulk && first_ == FirstColumns::random; }

  double farthest_place(const FilterInterval& interval) const {
    return std::max(std::abs(interval.place(options_.lower)), std::abs(interval.place(options_.upper)));
  }

  // Until the largest pair shows, it may be as large as the bound.
  std::int32_t degree_beyond_bulk(const FilterInterval& interval) const {
    const double most = sweeps_ > 2 ? std::min(farthest_, larger_bound(options_)) : larger_bound(options_);
    const double place = std::max(std::abs(interval.place(most)), std::abs(interval.place(-most)));
    return whole_degree(degree_for(std::min(place, farthest_place(interval)), sweeps_ > 2 ? kGrowth : kFirstGrowth));
  }

  // As many as the numbers allow, and no more than the wanted pairs need. In random columns a pair has 1/√n of the whole.
  std::int32_t degree_to_converge(const FilterInterval& interval, const std::vector<double>& values,
                                  const std::vector<double>& residuals) const {
    if (from_random()) return whole_degree(degree_for(farthest_place(interval), kFirstShare * share_));
    const auto place = [&](std::size_t j, double slack) {
      const double largest =
          std::max(std::abs(interval.place(values[j] + slack)), std::abs(interval.place(values[j] - slack)));
      return std::min(largest, farthest_place(interval));
    };
    double needed = 0.0;
    for (std::size_t j = 0; j < wanted(values); ++j)
      needed = std::max(needed, degree_for(place(j, 0.0), kBeyondTolerance * residuals[j] / tolerance_));
    return whole_degree(std::min(degree_for(place(0, residuals[0]), kGrowth), std::ceil(needed)));
  }

  const ChebyshevOptions& options_;
  FirstColumns first_;
  double tolerance_;
  double bulk_;
  double share_;  // √n
  std::size_t widest_;
  double farthest_ = 0.0;  // no eigenvalue is larger in size, as far as the block shows
  std::int32_t sweeps_ = 0;
  std::int32_t filtered_ = 0;  // products of the filters so far
};

// Sweeps until the course is finished.
template <class T>
void iterate(RitzSubspace<T>& space, Course& course, const ChebyshevOptions& options) {
  space.rotate_to_ritz();
  while (!course.finished(space.values(), space.residuals()) && space.products() < options.max_products) {
    if (const std::size_t columns = course.columns_to_add(space.values()); columns > 0) {
      space.widen(columns, options.start.at(space.width()));
      space.rotate_to_ritz();
    }
    const FilterInterval interval = course.interval(space.values(), space.residuals());
    space.filter(interval, course.next_degree(interval, space.values(), space.residuals()));
    space.rotate_to_ritz();
  }
}

template <class T>
Matrix<T> signed_columns(const Matrix<T>& x, const std::vector<std::size_t>& columns, const RunContext& run) {
  Matrix<T> out(x.rows(), columns.size());
  std::vector<T> largest(columns.size(), T(0));
  for (std::size_t i = 0; i < x.rows(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      out(i, j) = x(i, columns[j]);
      if (std::abs(out(i, j)) > std::abs(largest[j])) largest[j] = out(i, j);
    }
  }
  const std::vector<T> of_all = gathered(run, std::span<const T>(largest));  // the first of equals is the first row's
  for (std::size_t j = 0; j < of_all.size(); ++j) {
    T& so_far = largest[j % columns.size()];
    if (j < columns.size() || std::abs(of_all[j]) > std::abs(so_far)) so_far = of_all[j];
  }
  for (std::size_t i = 0; i < x.rows(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j)
      if (largest[j] < T(0)) out(i, j) = -out(i, j);
  return out;
}

Matrix<float> first_columns_of(const Matrix<float>& x, std::size_t count) {
  Matrix<float> out(x.rows(), count);
  for (std::size_t i = 0; i < x.rows(); ++i) std::ranges::copy(x.row(i).first(count), out.row(i).begin());
  return out;
}

// The wanted pairs that converged, without vectors; their columns.
template <class T>
std::vector<std::size_t> collect(const RitzSubspace<T>& space, const Course& course, ChebyshevPairs& out) {
  std::vector<std::size_t> columns;
  const std::size_t wanted = course.wanted(space.values());
  for (std::size_t j = 0; j < wanted; ++j) {
    out.converged = out.converged && course.converged(space.residuals()[j]);
    if (!course.kept(space.residuals()[j])) continue;
    columns.push_back(j);
    out.values.push_back(space.values()[j]);
    out.residuals.push_back(space.residuals()[j]);
  }
  out.in_bulk = course.pairs() - static_cast<std::int32_t>(wanted);
  out.width = static_cast<std::int32_t>(space.width());
  out.same_from = course.same_from(space.values());
  out.products += space.products();
  out.sweeps += course.sweeps();
  return columns;
}

// Goes on in double, from what float has found.
ChebyshevPairs in_double(const WideOperator& a, const ChebyshevOptions& options, const Matrix<double>& locked,
                         Matrix<float> found, const RunContext& run) {
  RitzSubspace<double> space(a, options.end, locked, run);
  Matrix<double> start(found.rows(), found.cols());
  std::ranges::transform(found.values(), start.values().begin(), [](float x) { return static_cast<double>(x); });
  found = {};
  space.start_with(std::move(start));
  Course course(options, rows_of_all(run, a.size()), options.tolerance, FirstColumns::near_vectors);
  iterate(space, course, options);
  ChebyshevPairs out;
  const std::vector<std::size_t> columns = collect(space, course, out);
  out.precise = signed_columns(space.release(), columns, run);
  out.vectors = Matrix<float>(a.size(), columns.size());
  std::ranges::transform(out.precise.values(), out.vectors.values().begin(),
                         [](double x) { return static_cast<float>(x); });
  return out;
}

}  // namespace

ChebyshevPairs chebyshev_pairs(const WideOperator& a, const ChebyshevOptions& options, const Matrix<double>& locked,
                               const RunContext& run) {
  RitzSubspace<float> space(a, options.end, locked, run);
  const bool precise = options.tolerance < kFloatLimit;
  const FirstColumns first = options.near != nullptr ? FirstColumns::near_vectors : FirstColumns::random;
  Course course(options, rows_of_all(run, a.size()), precise ? 3.0 * kFloatLimit : options.tolerance, first);
  const std::size_t known = options.near != nullptr ? std::min(options.near->cols(), course.first_width()) : 0;
  if (known > 0) space.start_with(first_columns_of(*options.near, known));
  if (known < course.first_width()) space.widen(course.first_width() - known, options.start);
  iterate(space, course, options);
  ChebyshevPairs out;
  if (precise) {
    const std::int32_t products = space.products();
    out = in_double(a, options, locked, space.release(), run);
    out.products += products;
    out.sweeps += course.sweeps();
  } else {
    const std::vector<std::size_t> columns = collect(space, course, out);
    out.vectors = signed_columns(space.release(), columns, run);
  }
  return out;
}

}  // namespace cgsd
