#include "cgsd/diffusion/blank_rows.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "cgsd/diffusion/edge_agreement.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

constexpr double kBlanksByChance = 3.0;  // standard deviations

}  // namespace

BlankRowCheck check_blank_rows(const AttributedGraphView& input, const RunContext& run) {
  const std::vector<float> with_values = rows_with_values(input.attributes);
  const auto blank = static_cast<double>(std::ranges::count(with_values, 0.0F));
  BlankRowCheck check{.rows = static_cast<std::uint64_t>(sum_over_processes(run, blank))};
  if (check.rows == 0) return check;
  Matrix<float> b(with_values.size(), 1);
  for (std::size_t i = 0; i < with_values.size(); ++i) b(i, 0) = with_values[i] == 0.0F ? 1.0F : -1.0F;
  check.significance = edge_agreement(without_weights(input.graph), b, run).significance;
  if (std::abs(check.significance) > kBlanksByChance) check.are = BlankRows::alike;
  return check;
}

}  // namespace cgsd
