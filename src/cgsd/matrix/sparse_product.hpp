// The product of a sparse matrix and a dense one: out ← S B, or out ← out + S B if not `fresh`.
//
// Promises: the same bits at any number of threads. Cost: O(nonzeros · columns of B).
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/matrix/csr.hpp"

namespace cgsd {

template <class T>
void multiply(const Csr<T>& s, const Matrix<T>& b, Matrix<T>& out, bool fresh, const RunContext& run);

}  // namespace cgsd
