// How well communities found in one half of the data fit the other half, for several numbers of communities.
//
//   fit(c) = mean over splits and both directions of the modularity, in the k-NN graph of half B, of the c clusters that
//            K-means finds among the points of half A
//
// The halves share no column and no edge (data_halves.hpp), so a cut through noise in A cuts B at random: the fit rises
// with c as long as communities are told apart and falls once they are torn. There is no constant in it. Candidates are
// all numbers to 20 and those asked for; beyond, in steps of a quarter while the best lies in the last third; then every
// number between the neighbours of the best.
// Promises: the same bits at any number of threads. Cost: K-means of every half for each candidate.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

// What one half of the data makes of the nodes.
struct HalfPoints {
  Matrix<double> points;
  Graph neighbours;  // their k-NN graph, weighted
};
using HalvesPoints = std::array<HalfPoints, 2>;

struct CrossedModularity {
  std::vector<std::int32_t> candidates;  // rising
  std::vector<double> fits;              // mean of each
  std::vector<double> behind;            // how far it is behind the best, and
  std::vector<double> errors;            // the standard error of that, over splits and directions
  std::size_t best = 0;                  // of the candidates: the largest fit, ties to the smaller number

  bool none() const { return candidates.empty(); }
  bool near_best(std::size_t i) const { return behind[i] <= errors[i]; }
};

struct CrossedOptions {
  std::int32_t most = 100;              // communities
  std::vector<std::int32_t> also = {};  // candidates besides
};

CrossedModularity crossed_modularity(std::span<const HalvesPoints> splits, const CrossedOptions& options,
                                     const RunContext& run);

}  // namespace cgsd
