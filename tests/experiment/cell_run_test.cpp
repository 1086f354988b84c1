#include "cgsd/experiment/cell_run.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/karate.hpp"
#include "cgsd/metrics/scores.hpp"

namespace cgsd {
namespace {

const MethodEntry kSpectral{"spectral", "cuts", {"spectral.kmeans.restarts=3"}};

TEST(CellRun, RecordsWhatTheMethodFound) {
  const Dataset karate = karate_club(RunContext());
  const RunContext run({.seed = 4});
  const CellRecord cell = run_cell({"cuts", "karate", 4}, kSpectral, {karate, 2}, run);
  ASSERT_EQ(cell.state, CellState::done) << cell.reason;
  const Partition found = configured(kSpectral, 2).run(karate.input, run).partition;
  const Scores expected = scores(karate.input.graph, found.community_of, karate.labels, run);
  EXPECT_EQ(cell.key, (CellKey{"cuts", "karate", 4}));
  EXPECT_EQ(cell.nmi, expected.agreement->nmi);
  EXPECT_EQ(cell.ami, expected.agreement->ami);
  EXPECT_EQ(cell.ari, expected.agreement->ari);
  EXPECT_EQ(cell.accuracy, expected.agreement->accuracy);
  EXPECT_EQ(cell.modularity, expected.cut.modularity);
  EXPECT_EQ(cell.communities, 2);
  EXPECT_EQ(cell.overrides, kSpectral.overrides);
  EXPECT_EQ(cell.fingerprint, fingerprint(configured(kSpectral, 2)));
}

TEST(CellRun, HasNoAgreementWithoutClasses) {
  Dataset karate = karate_club(RunContext());
  karate.labels = {};
  const CellRecord cell = run_cell({"cuts", "karate", 0}, kSpectral, {karate, 2}, RunContext());
  EXPECT_TRUE(std::isnan(cell.nmi));
  EXPECT_FALSE(std::isnan(cell.modularity));
}

TEST(CellRun, MakesAFailureARecord) {
  const Dataset karate = karate_club(RunContext());
  const CellRecord unknown = run_cell({"cuts", "karate", 0}, kSpectral, {karate, 0}, RunContext());
  EXPECT_EQ(unknown.state, CellState::failed);
  EXPECT_EQ(unknown.reason, "spectral needs the number of communities (-k C)");
  const CellRecord no_attributes = run_cell({"k", "karate", 0}, {"kmeans", "k", {}}, {karate, 2}, RunContext());
  EXPECT_EQ(no_attributes.reason, "kmeans needs attributes, and the input has none");
}

TEST(CellRun, ACancelledCellIsNone) {
  const Dataset karate = karate_club(RunContext());
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(run_cell({"cuts", "karate", 0}, kSpectral, {karate, 2}, RunContext({.stop = stop.get_token()})),
               Cancelled);
}

}  // namespace
}  // namespace cgsd
