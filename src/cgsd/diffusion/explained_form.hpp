// How much of some vectors the attributes explain.
//
//   form = Vᵀ P V,   P the projection onto the centred columns of the stalks Z: (Zᵀ V)ᵀ (Zᵀ Z)⁺ (Zᵀ V)
//
// The columns of V have mean 0; of one of length 1, form_jj is the share that attributes explain (R²). Columns of Z that
// depend on others count once. Promises: the same bits at any number of threads; rows of all processes. Cost: O(n · columns²).
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"

namespace cgsd {

struct ExplainedForm {
  Matrix<double> form;
  double rank = 0.0;  // of Z
};

ExplainedForm explained_form(const Matrix<float>& stalks, const Matrix<float>& v, const RunContext& run);

}  // namespace cgsd
