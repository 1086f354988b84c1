#include "cgsd/levels/rounded_points.hpp"

#include <vector>

namespace cgsd {

Matrix<double> in_double(const Matrix<float>& rows) {
  return {rows.rows(), rows.cols(), std::vector<double>(rows.values().begin(), rows.values().end())};
}

Matrix<double> rounded_points(const Detection& found) {
  if (const auto* smoothed = std::get_if<SmoothedRounding>(&found.rounded)) return smoothed->smoothed.points;
  if (const auto* spectral = std::get_if<SpectralRounding>(&found.rounded)) return spectral->points;
  return in_double(found.embedding());
}

}  // namespace cgsd
