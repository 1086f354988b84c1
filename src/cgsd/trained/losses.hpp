// Step 3: the three structural losses of a soft assignment S (n × c), each a 1 × 1 result on the tape. E entries,
// degree d = entries that leave a node. No n × n matrix is ever formed.
//
//   modularity      paper    −( Σ_entries S_u·S_v / E − ‖Sᵀ d / E‖² )      (E = 2m on an undirected graph)
//                   authors  −( 2 Σ_entries S_u·S_v / E − ‖Sᵀ d / E‖² ), S clamped to [1e-10, 1]
//   collapse        paper    ‖(c/n) SᵀS − I‖²_F
//                   authors  ‖SᵀS − (n/c) I‖²_F / n²
//   reconstruction  paper    ‖M ⊙ ε‖²_F, ε ~ N(0, 0.1²), M_v = mean σ(κ) over v's edges: what is left of the printed
//                            ‖M ⊙ (H − H̃)‖² with H̃ = H + ε. H cancels: it is reported, but it cannot train anything.
//                   authors  mean over entries of (S_u·S_v − σ(κ_uv))²
// Source: design of CGSD; the printed anti-collapse term ‖ZZᵀ − I_c‖² has mismatched shapes; (c/n) SᵀS is what
// fits.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "cgsd/core/options.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/graph/graph.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

enum class LossVariant { paper, authors };
constexpr auto enum_names(LossVariant) {
  return std::array{EnumName<LossVariant>{LossVariant::paper, "paper"},
                    EnumName<LossVariant>{LossVariant::authors, "authors"}};
}

// The entries of a graph by both of their ends: what the gradient of a sum over entries is gathered from.
struct EntryIncidence {
  explicit EntryIncidence(GraphView graph);

  std::vector<std::uint64_t> offsets;  // nodes + 1
  std::vector<NodeId> other;           // the other end
  std::vector<EntryIndex> entry;       // which entry; a loop, or one that leads to another process, is listed twice
  std::vector<NodeId> source;          // of every entry
};

// What the losses read of the graph; everything must outlive the record.
struct LossInput {
  GraphView graph;
  const EntryIncidence& incidence;
  std::span<const double> openness;  // σ(κ), per entry
};

template <class T>
Var modularity_loss(Tape<T>& tape, Var assignment, const LossInput& input, LossVariant variant);
template <class T>
Var collapse_loss(Tape<T>& tape, Var assignment, LossVariant variant);
// Variant authors.
template <class T>
Var reconstruction_loss(Tape<T>& tape, Var assignment, const LossInput& input);
// Variant paper: a number without a gradient; `width` ≥ 1 is that of the embedding.
double masked_noise(const LossInput& input, std::size_t width, RandomStream stream, const RunContext& run);

}  // namespace cgsd
