// Why a detection came out as it did, in a few plain sentences: which metric the attributes were compared in and why,
// what edges were found to say and what was therefore done with them, and what the graph's own structure added. Read
// from the evidence that the detection carries. Empty for encoding = trained, where losses decide.
#pragma once

#include <string>

#include "cgsd/pipeline/detect.hpp"

namespace cgsd {

std::string explanation(const Detection& detection);

// Only what concerns attributes and edges, for who has a diffusion and no detection.
std::string attribute_explanation(const Diffusion& diffusion);

}  // namespace cgsd
