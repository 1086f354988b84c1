// What is known of one cell of an experiment, and its form as one line of JSON in cells.jsonl.
//
// A figure that does not exist is NaN (null in JSON): agreement if the data have no classes, modularity without
// edges. Peak memory that was not measured is absent. The last member of a line is a checksum of the others.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/core/options.hpp"
#include "cgsd/experiment/spec.hpp"
#include "cgsd/experiment/tables/metric.hpp"

namespace cgsd {

enum class CellState { done, failed, timed_out };
constexpr auto enum_names(CellState) {
  return std::array{EnumName<CellState>{CellState::done, "done"}, EnumName<CellState>{CellState::failed, "failed"},
                    EnumName<CellState>{CellState::timed_out, "timed_out"}};
}

struct CellRecord {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  CellKey key;
  std::vector<std::string> overrides;
  CellState state = CellState::done;
  std::string reason;  // one line, if the state is not done
  double nmi = kNone;
  double ami = kNone;
  double ari = kNone;
  double accuracy = kNone;
  double modularity = kNone;
  std::int32_t communities = 0;  // found
  double seconds = kNone;        // of the method alone: no reading, no scoring
  std::optional<std::uint64_t> peak_memory{};
  std::string fingerprint;  // of the options
  std::string data;         // fingerprint of graph, attributes and classes
  std::string version;
};

// NaN if the cell has no such figure.
double value_of(const CellRecord& cell, Metric metric);

std::string cell_line(const CellRecord& cell);  // without a line end
// Nothing if `line` is not a whole record, or not the one that was written.
std::optional<CellRecord> parse_cell(std::string_view line);

// The first line of a message, for `reason`.
std::string one_line(std::string_view message);

}  // namespace cgsd
