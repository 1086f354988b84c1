// How far two partitions agree, whatever their classes are called. Natural logarithms; 1 is full agreement.
//
//   NMI  I(T;F) / mean(H(T), H(F)), the arithmetic mean; 1 if both partitions are trivial, 0 if one is
//   AMI  (I − E[I]) / (mean(H(T), H(F)) − E[I]), E under random permutation (Vinh, Epps & Bailey, JMLR 2010, eq. 24a);
//        0 if one partition is a single class or all nodes alone, as by chance, 1 if both are the same such one
//   ARI  (pairs together in both − expected) / (mean of both − expected) (Hubert & Arabie 1985, eq. 5)
//
// Promises: within 1e-12 of scikit-learn's values (compared in the tests). Nodes without a label are left out.
// Cost: O(cells); AMI O(s t √n) for s and t different sizes of classes: 40 ms for 292 × 100 classes of 10⁶ nodes.
#pragma once

#include "cgsd/metrics/contingency.hpp"

namespace cgsd {

double nmi(const Contingency& table);
double ami(const Contingency& table);
double ari(const Contingency& table);

}  // namespace cgsd
