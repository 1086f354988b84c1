// Algorithm 1: communities of an attributed graph, without labels.
//
//   curvature → encoder (sheaf diffusion gated by curvature, in closed form or trained) → k-NN affinity weighted by
//   curvature → power iteration or eigenvectors → K-means
//
// The values of the options here are the default preset; others are in presets.hpp.
// Comes back: the partition, numbered by falling size, and every intermediate: reports are plain reads.
// `communities` = 0 chooses c: for encoding = diffused, cut = smoothed by the criteria of community_count.hpp,
// otherwise by the widest gap between the eigenvalues of the final Laplacian alone; what is trained then has
// `max_communities` columns, an upper bound. `cut` = kmeans clusters the embedding itself instead of the eigenvectors
// (the paper's "K-means" rows). A graph without attributes gets some (encoder/structural_attributes.hpp). Isolated nodes
// take part by their attributes alone. More communities than distinct rows gives fewer communities. Promises: the same
// bits at any number of threads. A loss that is not finite, or eigenpairs that do not converge, are data
// (training.ending, spectrum.converged). Throws InvalidArgument that names the option, Cancelled. Cost: O(epochs ·
// (nonzeros + m) · width + n² · width) with exact neighbours; approximate ones: see knn_graph.hpp.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "cgsd/attributes/structural_attributes.hpp"
#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/curvature/curvature.hpp"
#include "cgsd/detect/community_count.hpp"
#include "cgsd/diffusion/diffusion.hpp"
#include "cgsd/neighbours/knn_graph.hpp"
#include "cgsd/rounding/row_scaling.hpp"
#include "cgsd/spectral/affinity.hpp"
#include "cgsd/spectral/eigenpairs.hpp"
#include "cgsd/trained/train.hpp"

namespace cgsd {

enum class Encoding { diffused, trained };
constexpr auto enum_names(Encoding) {
  return std::array{EnumName<Encoding>{Encoding::diffused, "diffused", "sheaf diffusion in closed form"},
                    EnumName<Encoding>{Encoding::trained, "trained", "two layers, trained by structural losses"}};
}

enum class Cut { smoothed, cspec, kmeans };
constexpr auto enum_names(Cut) {
  return std::array{EnumName<Cut>{Cut::smoothed, "smoothed", "K-means of the embedding smoothed over the k-NN graph"},
                    EnumName<Cut>{Cut::cspec, "cspec", "spectral, of the curvature-weighted k-NN graph"},
                    EnumName<Cut>{Cut::kmeans, "kmeans", "K-means of the embedding"}};
}

enum class SpectralWidth { communities_less_one, communities };
constexpr auto enum_names(SpectralWidth) {
  return std::array{EnumName<SpectralWidth>{SpectralWidth::communities_less_one, "c-1"},
                    EnumName<SpectralWidth>{SpectralWidth::communities, "c"}};
}

struct DetectOptions {
  std::int32_t communities = 0;
  std::int32_t max_communities = 20;
  bool directed = false;
  AttributeSource attributes = AttributeSource::automatic;
  CurvatureOptions curvature;
  Encoding encoding = Encoding::diffused;
  DiffusionOptions diffusion;
  EncoderOptions encoder;
  KnnOptions knn{.neighbours = 30};
  AffinityOptions affinity;
  SpectrumOptions spectrum;
  SpectralWidth spectral_width = SpectralWidth::communities_less_one;
  Cut cut = Cut::smoothed;
  std::int32_t smoothing_steps = 3;
  RowScaling row_scaling = RowScaling::half;
  KmeansOptions kmeans;
};

void describe(OptionVisitor& v, DetectOptions& o);

struct Detection {
  Attributes made_attributes;  // where the graph had none
  std::vector<double> curvature;
  Diffusion diffusion;       // encoding = diffused: embedding and what was decided
  Training<float> training;  // encoding = trained: embedding and loss trace
  Affinity affinity;
  Spectrum spectrum;
  CommunityCount count;
  std::int32_t smoothing_steps = 0;  // that were made
  Matrix<double> points;             // what K-means was given: eigenvectors as coordinates, or the smoothed embedding
  KmeansResult clustering;           // clustering.partition: the communities

  const Partition& communities() const { return clustering.partition; }
  const Matrix<float>& embedding() const {
    return training.embedding.rows() > 0 ? training.embedding : diffusion.embedding;
  }
};

// Where training begins other than at the start, and who wants to see it after every epoch: for checkpoints.
struct TrainingHooks {
  std::optional<TrainingState<float>> resume;
  std::function<void(const TrainingState<float>&)> after_epoch;
};

Detection detect(const AttributedGraph& input, const DetectOptions& options, const RunContext& run,
                 TrainingHooks hooks = {});

// What detect() would refuse, before any work.
void check(const DetectOptions& options, const AttributedGraph& input);

}  // namespace cgsd
