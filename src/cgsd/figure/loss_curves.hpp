// Losses over the epochs of a training, one small panel each, for their scales differ.
//
//   scale    linear; logarithmic if all values are positive and the largest is more than 100 times the smallest
//            (stated in the title)
//   kept     the epoch whose embedding was kept is marked by a vertical line and said in the legend
//   first    epochs count from 1
//
// Values that are not finite are left out and break the line; a loss without any is marked "no values".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cgsd {

struct LossCurve {
  std::string name = {};
  std::vector<double> values = {};  // one per epoch
};

struct LossCurves {
  std::vector<LossCurve> losses = {};
  std::string title = {};
  std::string x_name = "epoch";
  std::optional<std::size_t> kept_epoch = {};  // counted from 1
  double width_mm = 175.0;
  std::int32_t columns = 0;  // panels side by side; 0: as many as are legible
};

std::string loss_curves(const LossCurves& figure);

}  // namespace cgsd
