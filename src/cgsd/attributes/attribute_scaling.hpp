// Attributes on a common scale, as methods are published with them.
//
//   raw         as given
//   row_sum     every row divided by Σ|x|: for counts, shares of words
//   row_length  every row divided by its Euclidean length
//   tf_idf      words: x_vf (log((1 + n) / (1 + rows in which f is not 0)) + 1), then rows of length 1
//   z_score     every column (x − mean) / standard deviation (over n, not n − 1); a constant column becomes 0
//
// A row of zeros stays zero. Comes back in the form that is smaller: sparse if under a fifth of the numbers differ
// from 0, dense elsewhere, whatever form the data came in, so that a method's result does not depend on it. Sparse rows
// are never made dense: z_score leaves the mean in them, which moves all rows alike and changes no difference of two
// rows. Promises: sums in double; the same bits at any number of threads. Cost: O(numbers stored).
#pragma once

#include <array>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

enum class AttributeScaling { raw, row_sum, row_length, tf_idf, z_score };
constexpr auto enum_names(AttributeScaling) {
  using S = AttributeScaling;
  return std::array{EnumName<S>{S::raw, "raw", "as given"}, EnumName<S>{S::row_sum, "row_sum", "rows of sum 1"},
                    EnumName<S>{S::row_length, "row_length", "rows of length 1"},
                    EnumName<S>{S::tf_idf, "tf_idf", "rare words count more; rows of length 1"},
                    EnumName<S>{S::z_score, "z_score", "columns of mean 0 and variance 1"}};
}

Attributes scaled_attributes(AttributesView attributes, AttributeScaling scaling, const RunContext& run);

// A copy with all numbers stored; needs rows · cols floats.
Matrix<float> dense_copy(AttributesView attributes);

}  // namespace cgsd
