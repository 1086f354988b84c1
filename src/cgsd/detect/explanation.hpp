// Why a detection came out as it did, in a few plain sentences: which metric the attributes were compared in and why,
// what edges were found to say and what was therefore done with them, and what the graph's own structure added. Read
// from the evidence that the detection carries. Empty for encoding = trained, where losses decide.
#pragma once

#include <optional>
#include <string>

#include "cgsd/detect/detect.hpp"
#include "cgsd/detect/stability.hpp"

namespace cgsd {

std::string explanation(const Detection& detection);

// Only what concerns attributes and edges, for who has a diffusion and no detection.
std::string attribute_explanation(const Diffusion& diffusion);

// How firmly it stands: whether the starts of K-means ended alike, and what repetitions say. Empty where there is
// nothing to say.
std::string explanation(const KmeansResult& rounding);
std::string explanation(const Stability& stability);

// All of the above, one paragraph.
std::string explanation(const Detection& detection, const std::optional<Stability>& stability);

}  // namespace cgsd
