// The smoothing of the default (rounding/smoothing.hpp) for new points: rows drawn towards the nearest
// rows of a model.
//
//   u joins its k nearest v, and those that it would be among the k nearest of (closer than `reach`),
//   W_uv as in spectral/self_tuning.hpp, times the gate of an edge between nodes of that many neighbours;
//   result  Σ_v W_uv s_v / Σ_v W_uv,   s the known rows one step before the last.
//
// That is the last step, u's own row of the step before taken to be the mean of its neighbours' (after one step it
// nearly is: a row keeps a few per cent of itself a step). With a single step the row itself is known, and is used;
// with none it is the result. Promises: ties to the lower node; the same bits at any number of threads.
// Cost: O(n · width) a row.
#pragma once

#include "cgsd/detect/detection_model.hpp"

namespace cgsd {

Matrix<float> smoothed_among_known(const DetectionModel& model, const Matrix<float>& rows, const RunContext& run);

}  // namespace cgsd
