// What `detect` and `demo` show of a result, for people.
#pragma once

#include <optional>

#include "cgsd/detect/detect.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/detect/stability.hpp"
#include "cgsd/metrics/scores.hpp"

#include "terminal.hpp"

namespace cgsd::app {

Facts facts_of(const Detection& detection, const Scores& scores, const std::optional<Stability>& stability = {});
Facts facts_of(const MethodResult& result, const Scores& scores, const std::optional<Stability>& stability = {});

}  // namespace cgsd::app
