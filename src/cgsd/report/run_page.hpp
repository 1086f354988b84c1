// The page of a run: everything its manifest says, its nodes, where they stand on a map, and why each is where it is.
//
// `manifest` is summary_json of the run, as it is or read back. Graphs beyond kMostNodes nodes are there as communities with
// a part of their nodes each (run_part.hpp); figures are of the whole graph either way. Promises: the same run gives the
// same bytes at any number of threads. Cost: that of the layout, the explanations and zlib.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "cgsd/core/context.hpp"
#include "cgsd/report/run_part.hpp"

namespace cgsd {

inline constexpr std::size_t kMostNodes = 120'000;

std::string run_page(const nlohmann::ordered_json& manifest, const RunContents& run, const RunContext& context);

}  // namespace cgsd
