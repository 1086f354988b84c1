// The state of a training run as a file, so that an interrupted run resumes to the same bits.
//
// The file is a .npz (NumPy opens it): weights, Adam's moments, losses so far, the best embedding if one is kept, and a
// fingerprint of everything that the training depends on: graph, attributes, seed and options, the number of epochs
// excepted, which may be raised. A checkpoint of another run is refused. Promises: the file appears whole or not at
// all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "cgsd/core/context.hpp"
#include "cgsd/detect/detect.hpp"

namespace cgsd {

std::string training_fingerprint(const AttributedGraphView& input, const DetectOptions& options, const RunContext& run);

void write_checkpoint(const std::filesystem::path& file, const TrainingState<float>& state,
                      const std::string& fingerprint, const RunContext& run);

// Throws ParseError for a file that is no checkpoint, InvalidArgument for one of another run.
TrainingState<float> read_checkpoint(const std::filesystem::path& file, const std::string& fingerprint,
                                     const RunContext& run);

}  // namespace cgsd
