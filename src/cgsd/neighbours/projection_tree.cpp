#include "cgsd/neighbours/projection_tree.hpp"

#include <algorithm>
#include <numeric>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

template <class T>
class TreeBuilder {
 public:
  TreeBuilder(const Matrix<T>& points, const RunContext& run) : points_(points), run_(run), position_(points.rows()) {}

  // Reorders the part about a cut and returns where the cut is.
  std::size_t split(std::span<NodeId> part, const RandomStream& stream) {
    RandomSequence random(stream);
    const auto first = points_.row(part[random.below(part.size())]);
    const auto second = points_.row(part[random.below(part.size())]);
    Vector direction = Eigen::Map<const Vector>(first.data(), to_index(first.size()));
    direction -= Eigen::Map<const Vector>(second.data(), to_index(second.size()));
    project(part, direction);
    const auto cut = static_cast<std::size_t>(static_cast<double>(part.size()) * (0.45 + 0.1 * random.uniform()));
    std::nth_element(
        part.begin(), part.begin() + static_cast<std::ptrdiff_t>(cut), part.end(),
        [&](NodeId u, NodeId v) { return position_[u] < position_[v] || (position_[u] == position_[v] && u < v); });
    return cut;
  }

 private:
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

  void project(std::span<const NodeId> part, const Vector& direction) {
    parallel_for(run_, part.size(), 4096, [&](std::size_t begin, std::size_t end) {
      for (const NodeId u : part.subspan(begin, end - begin)) {
        position_[u] = direction.dot(Eigen::Map<const Vector>(points_.row(u).data(), direction.size()));
      }
    });
  }

  const Matrix<T>& points_;
  const RunContext& run_;
  std::vector<T> position_;  // of each row along the direction of its part
};

}  // namespace

template <class T>
Leaves projection_tree(const Matrix<T>& points, std::size_t largest_leaf, const RandomStream& stream,
                       const RunContext& run) {
  Leaves leaves{.rows = std::vector<NodeId>(points.rows()), .offsets = {0, points.rows()}};
  std::iota(leaves.rows.begin(), leaves.rows.end(), NodeId{0});
  TreeBuilder<T> builder(points, run);
  for (std::uint64_t level = 0;; ++level) {
    std::vector<std::size_t> cuts(leaves.count(), 0);
    parallel_for(run, leaves.count(), 1, [&](std::size_t l, std::size_t) {
      const std::span part = std::span(leaves.rows).subspan(leaves.offsets[l], leaves.leaf(l).size());
      if (part.size() > largest_leaf) cuts[l] = builder.split(part, stream.at(level).at(l));
    });
    std::vector<std::size_t> offsets;
    for (std::size_t l = 0; l < leaves.count(); ++l) {
      offsets.push_back(leaves.offsets[l]);
      if (cuts[l] > 0) offsets.push_back(leaves.offsets[l] + cuts[l]);
    }
    offsets.push_back(points.rows());
    if (offsets.size() == leaves.offsets.size()) break;
    leaves.offsets = std::move(offsets);
  }
  parallel_for(run, leaves.count(), 1, [&](std::size_t l, std::size_t) {
    const auto begin = leaves.rows.begin();
    std::sort(begin + static_cast<std::ptrdiff_t>(leaves.offsets[l]),
              begin + static_cast<std::ptrdiff_t>(leaves.offsets[l + 1]));
  });
  return leaves;
}

template Leaves projection_tree(const Matrix<float>&, std::size_t, const RandomStream&, const RunContext&);
template Leaves projection_tree(const Matrix<double>&, std::size_t, const RandomStream&, const RunContext&);

}  // namespace cgsd
