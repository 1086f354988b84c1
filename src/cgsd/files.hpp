// The public face of what touches files: include this, link cgsd::files. See cgsd.hpp for what is kept stable.
#pragma once

// IWYU pragma: begin_exports
#include "cgsd/cgsd.hpp"
#include "cgsd/experiment/runner.hpp"
#include "cgsd/experiment/spec_file.hpp"
#include "cgsd/experiment/tables/table.hpp"
#include "cgsd/figure/curvature_histograms.hpp"
#include "cgsd/figure/png.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/datasets/load.hpp"
#include "cgsd/io/datasets/save.hpp"
#include "cgsd/io/results/communities.hpp"
#include "cgsd/io/results/community_table.hpp"
#include "cgsd/io/results/model.hpp"
// IWYU pragma: end_exports
