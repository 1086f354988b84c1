#include "cgsd/learned/graphmae.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "cgsd/learned/initial_weights.hpp"
#include "cgsd/learned/training_input.hpp"
#include "cgsd/nn/operations/activations.hpp"
#include "cgsd/nn/operations/affine_cosines.hpp"
#include "cgsd/nn/operations/elementwise.hpp"
#include "cgsd/nn/operations/normalisation.hpp"
#include "cgsd/nn/operations/products.hpp"

namespace cgsd {
namespace {

// The places of the weights in the list.
constexpr std::size_t kToken = 0;
constexpr std::size_t kFirstLayer = 1;
constexpr std::size_t kSecondLayer = 6;
constexpr std::size_t kLink = 11;
constexpr std::size_t kDecoder = 12;
constexpr std::size_t kWeights = 16;
// Those of a layer, counted from its first.
constexpr std::size_t kMap = 0;
constexpr std::size_t kOwn = 1;
constexpr std::size_t kOther = 2;
constexpr std::size_t kLayerBias = 3;
constexpr std::size_t kLayerSlope = 4;

struct LayerShape {
  std::size_t inputs, heads, width;
};

std::vector<std::uint32_t> shuffled_nodes(std::size_t nodes, RandomStream stream) {
  std::vector<std::uint32_t> order(nodes);
  std::iota(order.begin(), order.end(), 0u);
  RandomSequence random(stream);
  shuffle(std::span(order), random);
  return order;
}

std::vector<std::uint32_t> sorted(std::span<const std::uint32_t> nodes) {
  std::vector<std::uint32_t> out(nodes.begin(), nodes.end());
  std::ranges::sort(out);
  return out;
}

// The matrix that puts row p of its factor into row chosen.rows[p].
template <class T>
Csr<T> scattering(const RowSelection& chosen) {
  Csr<T> out{chosen.total(), chosen.rows.size(), chosen.offsets, {}, std::vector<T>(chosen.rows.size(), T(1))};
  out.columns.assign(chosen.positions.begin(), chosen.positions.end());
  return out;
}

// As PyTorch counts the inputs and outputs of attention vectors, 1 × heads × width.
template <class T>
void fill_vectors(Matrix<T>& vectors, RandomStream stream) {
  const auto heads = static_cast<double>(vectors.rows());
  fill_normal(vectors, 2.0 / std::sqrt((heads + 1.0) * static_cast<double>(vectors.cols())), stream);
}

template <class T>
void append_layer(std::vector<Matrix<T>>& weights, const LayerShape& shape, RandomStream stream) {
  const std::size_t outputs = shape.heads * shape.width;
  weights.emplace_back(shape.inputs, outputs);
  fill_normal(weights.back(), 2.0 / std::sqrt(static_cast<double>(shape.inputs + outputs)), stream.at(kMap));
  for (const std::uint64_t vectors : {kOwn, kOther}) {
    weights.emplace_back(shape.heads, shape.width);
    fill_vectors(weights.back(), stream.at(vectors));
  }
  weights.emplace_back(1, outputs);
}

}  // namespace

template <class T>
GraphmaeModel<T>::GraphmaeModel(const AttributedGraphView& input, const GraphmaeOptions& options, const RunContext& run)
    : options_(options),
      attributes_(input.attributes, AttributeRows::of_sum_one),
      pattern_(entry_pattern(input.graph, true)),
      initial_(run.stream("graphmae weights")),
      masks_(run.stream("graphmae mask")),
      dropout_(run.stream("graphmae dropout")) {}

template <class T>
std::vector<Matrix<T>> GraphmaeModel<T>::initial_weights() const {
  const auto heads = static_cast<std::size_t>(options_.heads);
  const auto width = static_cast<std::size_t>(options_.head_width);
  const Matrix<T> slope(1, 1, {T(0.25)});
  std::vector<Matrix<T>> weights;
  weights.emplace_back(1, attributes_.cols());
  append_layer(weights, {attributes_.cols(), heads, width}, initial_.at(kFirstLayer));
  weights.push_back(slope);
  append_layer(weights, {heads * width, heads, width}, initial_.at(kSecondLayer));
  weights.push_back(slope);
  weights.emplace_back(heads * width, heads * width);
  fill_uniform(weights.back(), 1.0 / std::sqrt(static_cast<double>(heads * width)), initial_.at(kLink));
  append_layer(weights, {heads * width, 1, attributes_.cols()}, initial_.at(kDecoder));
  assert(weights.size() == kWeights);
  return weights;
}

// The first of a shuffled list are masked; of these the last are the ones that get another node's attributes.
template <class T>
NodeMask GraphmaeModel<T>::mask(std::int32_t epoch) const {
  const std::size_t nodes = attributes_.rows();
  const RandomStream stream = masks_.at(static_cast<std::uint64_t>(epoch));
  const auto order = shuffled_nodes(nodes, stream.named("nodes"));
  const auto others = shuffled_nodes(nodes, stream.named("others"));
  const auto share = static_cast<std::size_t>(options_.masked_nodes * static_cast<double>(nodes));
  const std::size_t masked = std::max<std::size_t>(1, share);
  const auto replaced = static_cast<std::size_t>(options_.replaced * static_cast<double>(masked));
  std::vector<std::uint32_t> attributes_of(nodes);
  std::iota(attributes_of.begin(), attributes_of.end(), 0u);
  for (std::size_t i = 0; i < replaced; ++i) attributes_of[order[masked - replaced + i]] = others[i];
  const std::span all(order);
  return {RowSelection(sorted(all.first(masked)), nodes), RowSelection(sorted(all.subspan(masked)), nodes),
          RowSelection(sorted(all.first(masked - replaced)), nodes), RowSelection(std::move(attributes_of), nodes)};
}

template <class T>
AttentionLayer GraphmaeModel<T>::attention(std::span<const Var> vectors, const Dropping& dropping) const {
  AttentionLayer heads{.own = vectors[0], .other = vectors[1]};
  if (dropping) {
    heads.dropout = options_.attention_dropout;
    heads.stream = *dropping;
  }
  return heads;
}

template <class T>
Var GraphmaeModel<T>::layer(Tape<T>& tape, Var transformed, std::span<const Var> weights,
                            const Dropping& dropping) const {
  const Var gathered = graph_attention(tape, pattern_, transformed, attention(weights.subspan(kOwn, 2), dropping));
  return prelu(tape, add_row(tape, gathered, weights[kLayerBias]), weights[kLayerSlope]);
}

template <class T>
Var GraphmaeModel<T>::output(Tape<T>& tape, std::span<const Var> weights) {
  const Var hidden = layer(tape, attributes_.times(tape, weights[kFirstLayer]), weights.subspan(kFirstLayer), {});
  return layer(tape, product(tape, hidden, weights[kSecondLayer]), weights.subspan(kSecondLayer), {});
}

// X' W, X' the attributes with dropout, rows of others, and the token where it stands.
template <class T>
Var GraphmaeModel<T>::masked_input(Tape<T>& tape, std::span<const Var> weights, RandomStream stream) {
  const Var map = weights[kFirstLayer];
  dropped_ = attributes_.dropped(options_.attribute_dropout, stream.named("features"));
  const Var token = dropout(tape, weights[kToken], options_.attribute_dropout, stream.named("token"));
  const Var rows = gather_rows(tape, dropped_->times(tape, map), mask_->attributes_of);
  return replace_rows(tape, rows, mask_->with_token, product(tape, token, map));
}

// cos(y_v, x_v) for the masked nodes, y_v what the decoder gives. Its scores are r_v · (W a), as those of W r_v would
// be.
template <class T>
Var GraphmaeModel<T>::decoded_cosines(Tape<T>& tape, Var embedding, std::span<const Var> weights, RandomStream stream) {
  const auto decoder = weights.subspan(kDecoder);
  const Var visible = product(tape, gather_rows(tape, embedding, mask_->visible), weights[kLink]);
  scatter_ = SparseMatrix<T>(scattering<T>(mask_->visible));
  const Var r = sparse_product(tape, *scatter_,
                               dropout(tape, visible, options_.attribute_dropout, stream.named("representation")));
  const auto seen_through_map = [&](Var vector) {
    return transpose(tape, product(tape, decoder[kMap], transpose(tape, vector)));
  };
  const Var vectors[] = {seen_through_map(decoder[kOwn]), seen_through_map(decoder[kOther])};
  const Var gathered = graph_attention(tape, pattern_, r, attention(vectors, stream.named("decoder attention")));
  targets_ = SparseMatrix<T>(attributes_.sparse_rows(mask_->masked.rows));
  return affine_cosines(tape, {gather_rows(tape, gathered, mask_->masked), decoder[kMap], decoder[kLayerBias]},
                        *targets_);
}

template <class T>
Var GraphmaeModel<T>::loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) {
  mask_ = mask(epoch);
  const RandomStream stream = dropout_.at(static_cast<std::uint64_t>(epoch));
  const Var hidden =
      layer(tape, masked_input(tape, weights, stream), weights.subspan(kFirstLayer), stream.named("first attention"));
  const Var kept = dropout(tape, hidden, options_.attribute_dropout, stream.named("hidden"));
  const Var embedding = layer(tape, product(tape, kept, weights[kSecondLayer]), weights.subspan(kSecondLayer),
                              stream.named("second attention"));
  return scaled_cosine_error(tape, decoded_cosines(tape, embedding, weights, stream), options_.gamma);
}

template class GraphmaeModel<float>;
template class GraphmaeModel<double>;

EmbeddingResult graphmae(const AttributedGraphView& input, const GraphmaeOptions& options, const RunContext& run) {
  validate(options);
  check_training_input(input, options.communities, "graphmae");
  GraphmaeModel<float> model(input, options, run);
  const TrainingSettings settings{.epochs = options.epochs, .adam = options.adam, .schedule = LearningRate::cosine};
  return clustered(train_model(model, settings, run), options.communities, run);
}

}  // namespace cgsd
