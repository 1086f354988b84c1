// The regularised adjacency matrix and what of its spectrum is structure rather than noise.
//
//     N = (D + t I)^−½ W (D + t I)^−½,   D the row sums of W, t > 0, by default their mean
//
// W is the adjacency, by the weights of the edges if there are any. Without weights, by Sylvester's law the Bethe Hessian (r² − 1) I − r A + D with r² − 1 = t has as many negative eigenvalues as r N has
// above 1, and with −r as many as r N has below −1 (Saade, Krzakala & Zdeborová 2014). So an eigenvalue λ of N counts,
// assortative or not, if its strength √t |λ| exceeds 1, the edge of the bulk of a random graph (√t, not r: the two
// differ in sparse graphs only, and the stricter is the safer). N is well-conditioned even if the Bethe Hessian
// is not, since hubs cannot dominate it.
//
// With weights a row of W has Σ w² in place of the variance t, so that the edge is at q |λ| > √q, q = t² / mean Σ w²: the
// mean degree if weights are equal, and free of their unit.
//
// Cost: O(entries) a product. Promises: the same bits at any number of threads.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/linear_operator.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

class RegularisedAdjacency final : public WideOperator {
 public:
  // The graph must outlive the operator.
  RegularisedAdjacency(GraphView graph, double regulariser);

  std::size_t size() const override { return graph_.nodes(); }
  void apply(std::span<const double> x, std::span<double> y, const RunContext& run) const override;
  std::span<const double> row_factors() const override { return inverse_root_; }
  double regulariser() const { return regulariser_; }
  void apply_block(const Matrix<float>& x, Matrix<float>& y, const Recurrence& r, const RunContext& run) const override;
  void apply_block(const Matrix<double>& x, Matrix<double>& y, const Recurrence& r,
                   const RunContext& run) const override;

 private:
  void apply_rows(std::span<const double> x, std::span<double> y, std::size_t begin, std::size_t end) const;

  GraphView graph_;
  double regulariser_;
  std::vector<double> inverse_root_;
};

struct TopologySpectrum {
  double regulariser = 0.0;         // t
  double degree = 0.0;              // q
  std::vector<double> values{};     // λ, by falling size; the first, above 0, belongs to the degrees
  Matrix<float> vectors{};          // n × values
  std::vector<double> residuals{};  // ‖N v − λ v‖
  std::vector<double> strengths{};  // √q |λ|
  std::int32_t beyond_bulk = 0;     // eigenvalues of strength above 1, the first included
  std::int32_t disassortative = 0;  // of these, below 0
  std::int32_t same_from = 0;       // a search for this many pairs, or more, finds these to the bit; 0: unknown
  std::int32_t in_bulk = 0;         // of the pairs asked for: not searched for, since they mean nothing
  bool converged = true;
};

// √(q / (1 − q/n)), by which |λ| at the edge of a random graph's bulk becomes 1 even if that graph is dense.
double bulk_scale(const TopologySpectrum& spectrum, double nodes);

// The `pairs` eigenpairs of largest size, fewer if those in the bulk do not converge soon; none for a graph without
// edges. Up to 20 000 nodes by Lanczos, beyond by Chebyshev filters (chebyshev.hpp), which leave the bulk alone.
TopologySpectrum topology_spectrum(GraphView graph, std::int32_t pairs, const RunContext& run);

// The same of a graph whose edges are a sample of those of `whole`, as far as a comparison needs them: no more pairs are
// looked for than a graph with fewer edges may have, from the vectors of the whole, to residuals of 0.001. Up to 20 000
// nodes the same as above.
TopologySpectrum topology_spectrum_of_part(GraphView part, std::int32_t pairs, const TopologySpectrum& whole,
                                           const RunContext& run);

// The same of the `pairs` largest λ, with more patience: the bulk counts here too.
TopologySpectrum assortative_spectrum(GraphView graph, std::int32_t pairs, const RunContext& run);

// The second largest λ, and the lowest one if it is below 0, wherever they lie; 0 if there is none. Up to 20 000 nodes as
// above, beyond by krylov_ends.hpp: at the edge of a bulk a little too small, the same for graphs alike.
struct SpectrumEnds {
  double second = 0.0;
  double lowest = 0.0;
};
SpectrumEnds spectrum_ends(GraphView graph, const RunContext& run);

}  // namespace cgsd
