// NumPy arrays and SciPy matrices inside a pickle, with the checks of io/npy and io/csr_arrays.
#pragma once

#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/io/arrays/npy.hpp"
#include "cgsd/io/arrays/pickle.hpp"

namespace cgsd {

NpyArray pickled_array(const Pickle& pickle, PickleIndex index);   // of a numpy.ndarray
SparseRows pickled_rows(const Pickle& pickle, PickleIndex index);  // of a scipy.sparse.csr_matrix

}  // namespace cgsd
