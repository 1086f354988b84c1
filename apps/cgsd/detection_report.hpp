// What `detect` and `demo` show of a result, for people.
#pragma once

#include "cgsd/baselines/methods.hpp"
#include "cgsd/metrics/scores.hpp"
#include "cgsd/pipeline/detect.hpp"

#include "terminal.hpp"

namespace cgsd::app {

Facts facts_of(const Detection& detection, const Scores& scores);
Facts facts_of(const MethodResult& result, const Scores& scores);

}  // namespace cgsd::app
