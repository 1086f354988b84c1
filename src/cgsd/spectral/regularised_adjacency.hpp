// The regularised adjacency matrix and what of its spectrum is structure rather than noise.
//
//     N = (D + t I)^−½ A (D + t I)^−½,   t > 0, by default the mean degree
//
// By Sylvester's law the Bethe Hessian (r² − 1) I − r A + D with r² − 1 = t has as many negative eigenvalues as r N has
// above 1, and with −r as many as r N has below −1 (Saade, Krzakala & Zdeborová 2014). So an eigenvalue λ of N counts,
// assortative or not, if its strength √t |λ| exceeds 1, the edge of the bulk of a random graph (√t, not r: the two
// differ in sparse graphs only, and the stricter is the safer). N is well-conditioned even if the Bethe Hessian
// is not, since hubs cannot dominate it.
//
// Weights of edges are not used. Cost: O(entries) a product. Promises: the same bits at any number of threads.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/linear_operator.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

class RegularisedAdjacency final : public LinearOperator {
 public:
  // The graph must outlive the operator.
  RegularisedAdjacency(GraphView graph, double regulariser);

  std::size_t size() const override { return graph_.nodes(); }
  void apply(std::span<const double> x, std::span<double> y, const RunContext& run) const override;

 private:
  void apply_rows(std::span<const double> x, std::span<double> y, std::size_t begin, std::size_t end) const;

  GraphView graph_;
  std::vector<double> inverse_root_;
};

double mean_degree(GraphView graph);

struct TopologySpectrum {
  double regulariser = 0.0;         // t
  std::vector<double> values{};     // λ, by falling size; the first belongs to the degrees
  Matrix<double> vectors{};         // n × values
  std::vector<double> strengths{};  // √t |λ|
  std::int32_t beyond_bulk = 0;     // eigenvalues of strength above 1, the first included
  std::int32_t disassortative = 0;  // of these, below 0
  bool converged = true;
};

// The `pairs` eigenpairs of largest size, fewer if those in the bulk do not converge soon; none for a graph without
// edges.
TopologySpectrum topology_spectrum(GraphView graph, std::int32_t pairs, const RunContext& run);

}  // namespace cgsd
