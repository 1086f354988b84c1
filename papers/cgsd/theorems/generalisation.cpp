#include "papers/cgsd/theorems/generalisation.hpp"

#include <cmath>

namespace cgsd {

double generalisation_bound(const GeneralisationSizes& sizes, double width) {
  const double free = width * static_cast<double>(sizes.communities) + static_cast<double>(sizes.edges);
  return std::sqrt(free / static_cast<double>(sizes.nodes));
}

double largest_useful_constant(const GeneralisationSizes& sizes, double width) {
  return 0.5 / generalisation_bound(sizes, width);
}

}  // namespace cgsd
