#include "cgsd/diffusion/sheaf_sign.hpp"

#include <algorithm>
#include <cmath>

namespace cgsd {
namespace {

// σ(x; middle, power): 0 below `middle`, 1 above, ½ at it; the power says how sharply.
double soft_step(double x, double middle, double power) {
  if (x <= 0.0) return 0.0;
  return 1.0 / (1.0 + std::pow(middle / x, power));
}

constexpr double kMostShare = 0.95;
constexpr double kLeastAgreement = 0.01;  // ρ2 below it is too near to 0 to divide by

// How evenly agreement falls; 0 where that was not measured.
double evenness(const EdgeAgreement& agreement, double strength) {
  if (strength <= 0.0 || agreement.paths <= kLeastAgreement || agreement.distant <= 0.0) return 0.0;
  return 1.0 - soft_step(std::sqrt(agreement.distant / agreement.paths) / strength, 1.6, 12.0);
}

double confirmed_share(const EdgeAgreement& agreement, double strength) {
  if (strength <= 0.0) return 0.0;
  const double share = std::min(std::abs(agreement.edges) / std::min(strength, 1.0), kMostShare);
  return share * soft_step(std::abs(agreement.significance), 6.0, 12.0);
}

}  // namespace

SheafSign sheaf_sign(const EdgeAgreement& agreement) {
  // ρ2 is above 0 in a planted partition of either kind.
  const double strength =
      std::max(0.0, std::abs(agreement.edges) > 0.0 ? agreement.paths / std::abs(agreement.edges) : 0.0);
  const double strong = soft_step(strength, 0.4, 12.0);
  SheafSign sign;
  sign.use = soft_step(std::abs(agreement.significance), 4.0, 4.0) * (1.0 - soft_step(strength, 1.0, 32.0));
  sign.opposite = agreement.edges < 0.0;
  sign.pull = sign.opposite ? strong : 1.0 - (1.0 - strong) * (1.0 - evenness(agreement, strength));
  sign.push = sign.opposite ? 0.0 : 1.0 - sign.pull;
  sign.confirmed = confirmed_share(agreement, strength);
  return sign;
}

}  // namespace cgsd
