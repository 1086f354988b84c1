// The normalised Laplacian L = I − D^−½ A D^−½ of an affinity whose weights are logarithms, as a linear operator.
//
// What enters are the numbers exp(ℓ_uv − (L_u + L_v)/2), L_u = log Σ_v e^(ℓ_uv): at most 1 in size, so neither tiny nor
// huge weights overflow, underflow to a missing edge, or make NaN. An isolated node has a zero row in D^−½ A D^−½.
// Cost: O(entries) to build and per product.
#pragma once

#include <span>
#include <vector>

#include "cgsd/core/linear_operator.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

class NormalisedLaplacian final : public WideOperator {
 public:
  // `log_weight`: one per entry of `graph`, symmetric; empty: every weight is 1. The graph must outlive the operator.
  NormalisedLaplacian(GraphView graph, std::span<const double> log_weight, const RunContext& run);

  std::size_t size() const override { return graph_.nodes(); }
  void apply(std::span<const double> x, std::span<double> y, const RunContext& run) const override;
  void apply_block(const Matrix<float>& x, Matrix<float>& y, const Recurrence& r, const RunContext& run) const override;
  void apply_block(const Matrix<double>& x, Matrix<double>& y, const Recurrence& r,
                   const RunContext& run) const override;

  GraphView graph() const { return graph_; }
  std::span<const double> log_degrees() const { return log_degree_; }  // L_u; −∞ for an isolated node
  std::span<const double> normalised() const { return value_; }        // D^−½ A D^−½, per entry
  double log_weight(EntryIndex i) const { return log_weight_[i]; }
  // log of the same for entry i of row u: finite even if the number itself underflows
  double log_normalised(NodeId u, EntryIndex i) const {
    return log_weight_[i] - (log_degree_[u] + log_degree_[graph_.targets()[i]]) / 2.0;
  }

 private:
  void apply_rows(std::span<const double> x, std::span<double> y, std::size_t begin, std::size_t end) const;
  template <class T>
  void apply_columns(const Matrix<T>& x, Matrix<T>& y, const Recurrence& r, const RunContext& run) const;

  GraphView graph_;
  std::vector<double> log_weight_;
  std::vector<double> log_degree_;
  std::vector<double> value_;
};

}  // namespace cgsd
