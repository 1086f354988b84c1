// The public face of the library: include this, link cgsd::cgsd.
//
//   RunContext run({.seed = 7});                                     seed, threads, cancellation, progress
//   ConfiguredMethod method = configured("default");                 or "paper", "leiden", … (detect/methods.hpp)
//   method.communities = 5;                                          leave it out and they are counted, if it can
//   MethodResult found = method.run(input, run);                     input: a graph with attributes, or views of yours
//   Summary s = summarise({}, data, found, run);                     everything that is ever shown, as plain numbers
//
// The headers listed here keep their names and meaning from one minor release to the next. What they include is installed
// with them and may change; what they do not include is not installed. Nothing prints, reads files or exits. Readers,
// writers, experiments and figures are in <cgsd/files.hpp>, target cgsd::files.
#pragma once

// IWYU pragma: begin_exports
#include "cgsd/core/context.hpp"
#include "cgsd/core/error.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/core/stage_record.hpp"
#include "cgsd/curvature/curvature.hpp"
#include "cgsd/curvature/statistics.hpp"
#include "cgsd/detect/confidence.hpp"
#include "cgsd/detect/detect.hpp"
#include "cgsd/detect/detection_model.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/detect/placement.hpp"
#include "cgsd/detect/presets.hpp"
#include "cgsd/detect/stability.hpp"
#include "cgsd/diagnosis/diagnosis.hpp"
#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/components.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/graph/graph.hpp"
#include "cgsd/graph/karate.hpp"
#include "cgsd/levels/level_continuity.hpp"
#include "cgsd/levels/levels.hpp"
#include "cgsd/levels/warm_start.hpp"
#include "cgsd/metrics/homophily.hpp"
#include "cgsd/metrics/scores.hpp"
#include "cgsd/summary/node_explanation.hpp"
#include "cgsd/summary/summary.hpp"
// IWYU pragma: end_exports
