#include "cgsd/diffusion/sheaf_sign.hpp"

#include <algorithm>
#include <cmath>

namespace cgsd {
namespace {

// 0 below `middle`, 1 above, ½ at it; the power says how sharply.
double soft_step(double x, double middle, double power) {
  if (x <= 0.0) return 0.0;
  return 1.0 / (1.0 + std::pow(middle / x, power));
}

constexpr double kMostShare = 0.95;
constexpr double kMostStrength = 0.95;    // as seen from afar: beyond it nothing a node says itself would count
constexpr double kLeastAgreement = 0.01;  // ρ2 below it is too near to 0 to divide by

// In a planted partition agreement falls by the same factor at every step: about 1 where it does, about 0 where it was
// not measured or something else than communities makes neighbours alike.
double planted_fit(const EdgeAgreement& agreement, double strength) {
  if (strength <= 0.0 || agreement.paths <= kLeastAgreement || agreement.distant <= 0.0) return 0.0;
  return 1.0 - soft_step(std::sqrt(agreement.distant / agreement.paths) / strength, 1.6, 12.0);
}

// What is left at a distance, where that was measured.
void look_from_afar(SheafSign& sign, const EdgeAgreement& agreement) {
  if (agreement.paths <= kLeastAgreement || agreement.distant <= 0.0) return;
  const double near = std::abs(sign.strength);
  const double far =
      std::clamp(std::sqrt(agreement.distant / agreement.paths), std::min(near, kMostStrength), kMostStrength);
  sign.strength = std::copysign(far, sign.strength);
  sign.share = std::clamp(agreement.paths / (far * far), 0.0, kMostShare);
}

}  // namespace

SheafSign sheaf_sign(const EdgeAgreement& agreement) {
  const double rho = agreement.edges;
  // ρ2 is above 0 in a planted partition of either kind, so λ has the sign of ρ1.
  const double strength = std::max(0.0, rho > 0.0 ? agreement.strength() : -agreement.strength());
  const double model = 1.0 - soft_step(strength, 1.0, 32.0);
  const double significant = soft_step(std::abs(agreement.significance), 4.0, 4.0);
  SheafSign sign;
  sign.pull = std::max(model * soft_step(strength, 0.4, 12.0), soft_step(rho, 0.3, 8.0));
  const double weak = (1.0 - soft_step(strength, 0.26, 12.0)) * (1.0 - planted_fit(agreement, strength));
  sign.push = (rho > 0.0 ? weak : 1.0 - sign.pull) * (1.0 - sign.pull);
  sign.use = significant * std::max(model, sign.pull);
  sign.strength = std::copysign(std::min(strength, 1.0), rho);
  sign.share = sign.strength != 0.0 ? std::clamp(rho / sign.strength, 0.0, kMostShare) : 0.0;
  sign.vouched = sign.share * soft_step(std::abs(agreement.significance), 6.0, 12.0);
  look_from_afar(sign, agreement);
  return sign;
}

}  // namespace cgsd
