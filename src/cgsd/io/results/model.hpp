// A DetectionModel as a file, for `cgsd assign`.
//
// The file is a .npz (NumPy opens it; docs/file_formats.md lists its arrays): a format line with a version, a
// fingerprint of the run it came from, the rules as name=value texts, and arrays of numbers. Nothing in it is executed.
// Promises: the file appears whole or not at all; equal models give equal bytes; what was read places new nodes to the
// same bits as what was written. Reading checks every checksum, shape and range.
#pragma once

#include <filesystem>
#include <string>

#include "cgsd/core/context.hpp"
#include "cgsd/detect/detection_model.hpp"

namespace cgsd {

// Of everything that a detection depends on: graph, attributes, seed and options.
std::string detection_fingerprint(const AttributedGraphView& input, const DetectOptions& options,
                                  const RunContext& run);

struct SavedModel {
  std::string fingerprint;
  DetectionModel model;
};

void write_model(const std::filesystem::path& file, const SavedModel& saved, const RunContext& run);

// Throws ParseError for a file that is no model, one of another version, or a damaged one.
SavedModel read_model(const std::filesystem::path& file, const RunContext& run);

}  // namespace cgsd
