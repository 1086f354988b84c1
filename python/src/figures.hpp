// Scores of a partition and the curvature of edges, for Python.
#pragma once

#include <string>

#include "python/src/casters.hpp"
#include "python/src/data.hpp"

namespace cgsd::python {

nb::dict agreement_figures(const Vector<std::int32_t>& truth, const Vector<std::int32_t>& found);
nb::dict cut_figures(const Data& data, const Vector<std::int32_t>& community, int threads);
nb::dict homophily_figures(const Data& data, const Vector<std::int32_t>& class_of, int threads);

// (source, target, weight or None): each undirected edge once.
nb::tuple edge_arrays(const Data& data);
// Of these edges, in the same order.
NumpyVector<double> curvature_figures(const Data& data, const std::string& kind, double idleness, int threads);

}  // namespace cgsd::python
