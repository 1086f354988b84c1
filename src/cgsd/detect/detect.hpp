// Communities of an attributed graph, without labels: count, unless the number is given → encode → round.
//
// Comes back: the partition, numbered by falling size, and the evidence of each stage; reports are plain reads of it.
// `communities` = 0 counts them first, by an encoding made for the purpose (count_communities.hpp); encode and round
// then run as if the number had been asked for, so -k auto that finds 5 gives the same bytes as -k 5. Isolated nodes
// take part by their attributes alone. Diffusion counts edges by their weights, whatever their unit, unless these are
// noise (weight_choice.hpp); a trained encoder reads them for the kinds of curvature that do. More communities than distinct rows gives fewer communities.
// Promises: the same bits at any number of threads. A loss that is not finite, or eigenpairs that do not converge, are
// data. Throws InvalidArgument that names the option, Cancelled. Cost: that of the stages; counting doubles it.
#pragma once

#include <optional>

#include "cgsd/core/context.hpp"
#include "cgsd/detect/count/community_count.hpp"
#include "cgsd/detect/detect_options.hpp"
#include "cgsd/detect/stages.hpp"
#include "cgsd/diffusion/weight_choice.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {

struct Detection {
  std::optional<WeightChoice> weights;  // none: the graph has no weights, or the encoder does not read them
  CommunityCount count;
  Encoded encoded;
  Rounded rounded;

  const Partition& communities() const { return clustering_of(rounded).partition; }
  const Matrix<float>& embedding() const { return embedding_of(encoded); }
};

// The graph as the diffusion read it: its weights in the chosen form and in units of their mean, or none.
class GraphRead {
 public:
  GraphRead(GraphView graph, const std::optional<WeightChoice>& weights, const RunContext& run);
  GraphRead(const GraphRead&) = delete;  // view() is of its own graphs
  GraphRead& operator=(const GraphRead&) = delete;
  GraphView view() const { return view_; }
  const WeightMap& map() const { return map_; }  // how a weight became that of the graph

 private:
  Graph in_mean_;
  Graph formed_;
  GraphView view_;
  std::optional<SameGhosts> ghosts_;
  WeightMap map_;
};

// `hooks` are of the training, if there is one.
Detection detect(const AttributedGraphView& given, const DetectOptions& options, const RunContext& run,
                 TrainingHooks hooks = {});

}  // namespace cgsd
