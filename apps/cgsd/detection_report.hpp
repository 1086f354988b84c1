// What `detect` and `demo` show of a result, for people.
#pragma once

#include <string>

#include "cgsd/metrics/scores.hpp"
#include "cgsd/pipeline/detect.hpp"

namespace cgsd::app {

std::string to_text(const Detection& detection, const Scores& scores);

}  // namespace cgsd::app
