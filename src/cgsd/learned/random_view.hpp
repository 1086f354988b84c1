// Random views of an attributed graph, as contrastive methods compare them: entries dropped, attributes masked.
//
// A view's adjacency is A' + I, normalised, where A' keeps every entry of A with probability 1 − dropped_entries, the
// two directions of an edge apart; its attributes are those of the graph with whole columns set to 0, each with
// probability masked_attributes. Normalised by the sums r of rows and k of columns of A' + I:
//
//   of_rows     r_u^-½ a_uv r_v^-½   as PyTorch Geometric does (GRACE)
//   of_columns  k_u^-½ a_uv k_v^-½   as NS4GC does
//   of_both     r_u^-½ a_uv k_v^-½   as DGL does (CCA-SSG)
#pragma once

#include "cgsd/learned/graph_convolution.hpp"

namespace cgsd {

enum class ViewDegrees { of_rows, of_columns, of_both };

struct ViewRates {
  double dropped_entries = 0.0;
  double masked_attributes = 0.0;
};

template <class T>
struct RandomView {
  SparseMatrix<T> adjacency;
  Matrix<T> attribute_mask;  // attributes × 1: 0 for a masked attribute, else 1
};

// The same stream makes the same view.
template <class T>
class ViewSource {
 public:
  ViewSource(const AttributedGraphView& input, ViewDegrees degrees)
      : rows_(adjacency_rows<T>(input.graph, SelfLoops::added)),
        attributes_(input.attributes.cols()),
        degrees_(degrees) {}
  RandomView<T> view(const ViewRates& rates, RandomStream stream) const;

 private:
  Csr<T> rows_;  // A + I
  std::size_t attributes_;
  ViewDegrees degrees_;
};

}  // namespace cgsd
