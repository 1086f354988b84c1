// Friedman's test (1937): do k methods differ, judged by their ranks on n data sets? And Nemenyi's (1963): which do?
//
//   scores    one row per data set, one column per method; in each row the best gets rank 1, equal ones the mean
//   χ²        12 n / (k (k+1)) · Σ_j (R_j − (k+1)/2)² / C, R_j average ranks; k − 1 degrees of freedom.
//             C = 1 − Σ(t³ − t) / (n k (k² − 1)) corrects for ties
//   F         (n − 1) χ² / (n (k − 1) − χ²) (Iman & Davenport 1980), less conservative; k − 1 and (k − 1)(n − 1)
//   Nemenyi   p_ij = P(Q > |R_i − R_j| / √(k (k+1) / (12 n))), Q the range of k normal numbers
//             (studentised_range.hpp); the critical difference has p = `level` (Demšar, JMLR 2006, §3.2.2)
//   groups    every largest set of methods within less than the critical difference of each other: the bars of a
//             critical-difference diagram. Best first; a method unlike all others is a group of its own.
//
// If every row is one tie there is no evidence: χ² = F = 0, p = 1. Full agreement of the rows gives F = ∞, p = 0.
// Equality is that of doubles. Throws InvalidArgument for fewer than two rows or columns and scores that are not
// finite. Cost: O(n k log k); Nemenyi one quadrature per pair of methods.
#pragma once

#include <cstddef>
#include <vector>

#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"

namespace cgsd {

struct FriedmanOptions {
  bool higher_is_better = true;
};

inline void describe(OptionVisitor& v, FriedmanOptions& o) {
  v.flag("higher_is_better", o.higher_is_better, "the highest score of a data set gets rank 1");
}

struct Friedman {
  std::vector<double> average_ranks;  // 1 is best
  double statistic;                   // χ²
  double p;
  double degrees_of_freedom;
  double iman_davenport;
  double iman_davenport_p;
  double tie_correction;  // C: 1 without ties, 0 if nothing differs
  std::size_t tied;       // scores that share their rank
  std::size_t blocks;     // n, data sets
  std::size_t methods;    // k
};

Friedman friedman(const Matrix<double>& scores, const FriedmanOptions& options);

struct NemenyiOptions {
  double level = 0.05;
};

inline void describe(OptionVisitor& v, NemenyiOptions& o) {
  v.number("level", o.level, {1e-9, 0.5}, "p-value below which two methods differ");
}

struct Nemenyi {
  double critical_difference;
  Matrix<double> p_values;                       // method by method, 1 on the diagonal
  std::vector<std::vector<std::size_t>> groups;  // columns of the scores, best rank first
};

Nemenyi nemenyi(const Friedman& test, const NemenyiOptions& options);

}  // namespace cgsd
