// The stalks of the sheaf: node attributes as a few coordinates each, in the normalisations that may suit them.
//
//   idf      words: tf-idf, x_vf (log((1 + n) / (1 + df_f)) + 1), rows to length 1, centred, SVD
//   z_score  rare words, or columns of different units: columns centred and divided by their standard deviation
//            (constant ones dropped), SVD
//   centred  real numbers of comparable units, in which scaling would amplify noise: columns centred, SVD
//
// A row is blank if nothing in it differs from 0, among more than kFewColumns columns. If blank rows are unknown, they take
// no part in n, df, means and deviations, and their stalks are 0: centred like the others, they would all be alike. If being
// blank is a value like others, they are centred too, save for idf: what has no words has no direction
// (diffusion/blank_rows.hpp decides).
//
// Attributes are bag-of-words-like if there are more than kFewColumns, none is negative and at most half are not 0. The
// candidates are then z_score and idf, else z_score and centred, of few columns z_score alone. The agreement of neighbours
// chooses between two (diffusion/edge_agreement.hpp). The coordinates are U Σ of the SVD (randomised_svd.hpp), unscaled: callers make rows
// of length 1 if the map asks for it.
//
// Promises: sparse attributes are not made dense; the same bits at any number of threads; attributes of any finite
// size. Cost: O(numbers stored · rank · iterations).
#pragma once

#include <array>
#include <vector>

#include "cgsd/attributes/randomised_svd.hpp"
#include "cgsd/attributes/signal_rank.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

enum class StalkMetric { idf, z_score, centred };
constexpr auto enum_names(StalkMetric) {
  return std::array{EnumName<StalkMetric>{StalkMetric::idf, "idf", "tf-idf, rows of length 1"},
                    EnumName<StalkMetric>{StalkMetric::z_score, "z_score", "columns of mean 0 and variance 1"},
                    EnumName<StalkMetric>{StalkMetric::centred, "centred", "columns of mean 0"}};
}

enum class BlankRows { unknown, alike };
constexpr auto enum_names(BlankRows) {
  return std::array{EnumName<BlankRows>{BlankRows::unknown, "unknown", "nothing is known of such a node"},
                    EnumName<BlankRows>{BlankRows::alike, "alike", "such nodes are alike"}};
}

// d columns of noise make rows of length √d (1 ± 1 / √(2d)). Of many columns the length of a row says little but how long
// a text is; of this many or fewer it is as much a part of the attributes as the direction.
inline constexpr std::size_t kFewColumns = 16;

// How a row of attributes becomes a stalk: z = (r · x C − e μ) V, r = 1 / ‖x C‖ for idf and 1 elsewhere, e = 0 for a
// row of which nothing is known and 1 elsewhere. New nodes are placed by it.
struct StalkMap {
  StalkMetric metric = StalkMetric::z_score;
  std::vector<float> column_scale;  // C
  std::vector<float> mean;          // μ, of the scaled rows
  Matrix<float> directions;         // V: columns × rank
  BlankRows blanks = BlankRows::unknown;

  // Whether stalks are to be scaled to length 1 before they are compared.
  bool unit_rows() const { return metric == StalkMetric::z_score && column_scale.size() > kFewColumns; }
};

struct Stalks {
  StalkMetric metric = StalkMetric::z_score;
  Matrix<float> rows;                   // n × rank
  std::vector<double> singular_values;  // falling
  SignalRank signal;                    // how many of them are more than noise
  StalkMap map;
};

bool bag_of_words_like(AttributesView attributes, const RunContext& run);

// The normalisations to try for these attributes, z_score first; alone if there are few columns.
std::vector<StalkMetric> candidate_metrics(AttributesView attributes, const RunContext& run);

// 1 for rows that have a value, 0 for blank ones; all 1 if there are few columns.
std::vector<float> rows_with_values(AttributesView attributes);

Stalks make_stalks(AttributesView attributes, StalkMetric metric, const RandomisedSvdOptions& svd,
                   const RunContext& run, BlankRows blanks = BlankRows::unknown);

// The stalks of other nodes, attributes with the same columns.
Matrix<float> map_rows(AttributesView attributes, const StalkMap& map, const RunContext& run);

}  // namespace cgsd
