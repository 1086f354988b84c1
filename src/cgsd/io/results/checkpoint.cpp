#include "cgsd/io/results/checkpoint.hpp"

#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/arrays/npy_values.hpp"
#include "cgsd/io/arrays/npz.hpp"
#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/bytes/zip_writer.hpp"
#include "cgsd/io/datasets/input_hash.hpp"

namespace cgsd {
namespace {

constexpr std::string_view kCheckpointFormat = "cgsd checkpoint 1";
constexpr std::size_t kLosses = 4;
constexpr std::array<const char*, 3> kWeightNames = {"layer1", "layer2", "assignment"};

Matrix<double> loss_matrix(const std::vector<LossRecord>& losses) {
  Matrix<double> matrix(losses.size(), kLosses);
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const LossRecord& l = losses[i];
    const std::array<double, kLosses> row = {l.modularity, l.collapse, l.reconstruction, l.total};
    std::copy(row.begin(), row.end(), matrix.row(i).begin());
  }
  return matrix;
}

Matrix<float> float_matrix(const NpzFile& file, const std::string& name) { return attribute_matrix(file.get(name)); }

std::vector<LossRecord> losses_of(const NpzFile& file) {
  const NpyArray array = file.get("losses");
  if (array.shape.size() != 2 || array.shape[1] != kLosses) throw array.error("must have four columns");
  const auto values = double_values(array);
  std::vector<LossRecord> losses;
  for (std::size_t i = 0; i + kLosses <= values.size(); i += kLosses)
    losses.push_back({values[i], values[i + 1], values[i + 2], values[i + 3]});
  return losses;
}

void check_format(const NpzFile& file, const std::string& fingerprint, const std::string& name) {
  if (!file.has("format")) throw file.error("this is not a checkpoint");
  const auto format = text_values(file.get("format"));
  if (format.size() != 2 || format[0] != kCheckpointFormat)
    throw file.error("this is not a checkpoint of this version of cgsd");
  if (format[1] != fingerprint) {
    throw InvalidArgument(
        fmt::format("{}: this checkpoint belongs to another run (graph, attributes, seed or options differ)", name));
  }
}

}  // namespace

std::string training_fingerprint(const AttributedGraphView& input, const DetectOptions& options,
                                 const RunContext& run) {
  Sha256 hash;
  hash.update(fmt::format("seed {}\n", run.seed()));
  for (const auto& [name, value] : training_settings(options)) {
    if (name != "trained.epochs") hash.update(fmt::format("{} = {}\n", name, to_text(value)));
  }
  update(hash, input);
  return hash.hex();
}

void write_checkpoint(const std::filesystem::path& file, const TrainingState<float>& state,
                      const std::string& fingerprint, const RunContext& run) {
  const std::vector<std::string> format = {std::string(kCheckpointFormat), fingerprint};
  const std::vector<std::int64_t> epochs = {state.epoch, state.best_epoch};
  std::vector<ZipContent> contents = {{"format.npy", npy_bytes(std::span<const std::string>(format))},
                                      {"epochs.npy", npy_bytes(std::span<const std::int64_t>(epochs))},
                                      {"losses.npy", npy_bytes(loss_matrix(state.losses))},
                                      {"gradient_norms.npy", npy_bytes(std::span<const double>(state.gradient_norms))},
                                      {"best_score.npy", npy_bytes(std::span<const double>(&state.best_score, 1))},
                                      {"best_embedding.npy", npy_bytes(state.best_embedding)},
                                      {"best_assignment.npy", npy_bytes(state.best_assignment)}};
  const auto weights = state.weights.all();
  const auto before = state.weights_before.all();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::string name = kWeightNames[i];
    contents.push_back({name + ".npy", npy_bytes(*weights[i])});
    contents.push_back({name + "_before.npy", npy_bytes(*before[i])});
    contents.push_back({name + "_mean.npy", npy_bytes(state.moments[i].mean)});
    contents.push_back({name + "_square.npy", npy_bytes(state.moments[i].square)});
  }
  write_zip(file, contents, run);
}

TrainingState<float> read_checkpoint(const std::filesystem::path& file, const std::string& fingerprint,
                                     const RunContext& run) {
  const NpzFile archive(file, run);
  check_format(archive, fingerprint, file.string());
  TrainingState<float> state;
  const auto epochs = integer_values(archive.get("epochs"));
  const auto best_score = double_values(archive.get("best_score"));
  if (epochs.size() != 2 || best_score.size() != 1) throw archive.error("this checkpoint is damaged");
  state.epoch = static_cast<std::int32_t>(epochs[0]);
  state.best_epoch = static_cast<std::int32_t>(epochs[1]);
  state.best_score = best_score[0];
  state.losses = losses_of(archive);
  state.gradient_norms = double_values(archive.get("gradient_norms"));
  state.best_embedding = float_matrix(archive, "best_embedding");
  state.best_assignment = float_matrix(archive, "best_assignment");
  const auto weights = state.weights.all();
  const auto before = state.weights_before.all();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::string name = kWeightNames[i];
    *weights[i] = float_matrix(archive, name);
    *before[i] = float_matrix(archive, name + "_before");
    state.moments[i] = {float_matrix(archive, name + "_mean"), float_matrix(archive, name + "_square")};
  }
  return state;
}

}  // namespace cgsd
