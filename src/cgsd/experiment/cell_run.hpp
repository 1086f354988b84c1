// One cell: run the method, score what it found. The method gets data.input, in which there are no labels; these are
// read after it has ended, for the scores.
//
// Comes back: the record, without memory and version. A failure (InvalidArgument, no memory, …) is data: the state is
// `failed` and the reason is one line. Throws Cancelled if the context asks to stop.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cgsd/core/context.hpp"
#include "cgsd/experiment/cell.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/trained/train.hpp"

namespace cgsd {

struct CellData {
  const Dataset& dataset;
  std::int32_t communities = 0;  // to ask for; 0: not known
  std::string fingerprint{};     // of the dataset, for the record
  // Shared with other cells whose training_fingerprint and seed are the same: taken from here, or left here.
  std::optional<TrainingState<float>>* training = nullptr;
};

CellRecord run_cell(const CellKey& key, const MethodEntry& method, const CellData& data, const RunContext& run);

}  // namespace cgsd
