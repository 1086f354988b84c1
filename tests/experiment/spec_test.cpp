#include "cgsd/experiment/spec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

DatasetEntry data(const std::string& name) {
  DatasetEntry entry;
  entry.data = entry.label = name;
  return entry;
}

ExperimentSpec small_spec() {
  return {"small", {{"kmeans", "kmeans", {}}, {"dgi", "DGI", {}}}, {data("karate"), data("cora")}, {3, 1}, {}};
}

template <class Change>
std::string refused(Change&& change) {
  ExperimentSpec spec = small_spec();
  change(spec);
  return testing::error_text<InvalidArgument>([&] { check(spec); });
}

TEST(Spec, ListsItsCellsDatasetByDatasetMethodByMethodSeedBySeed) {
  const std::vector<CellKey> expected = {{"kmeans", "karate", 3}, {"kmeans", "karate", 1}, {"DGI", "karate", 3},
                                         {"DGI", "karate", 1},    {"kmeans", "cora", 3},   {"kmeans", "cora", 1},
                                         {"DGI", "cora", 3},      {"DGI", "cora", 1}};
  EXPECT_EQ(cells_of(small_spec()), expected);
  EXPECT_NO_THROW(check(small_spec()));
}

TEST(Spec, RefusesWhatCouldNotBeToldApart) {
  EXPECT_THAT(refused([](auto& s) { s.methods[1].label = "kmeans"; }), HasSubstr("two methods are called 'kmeans'"));
  EXPECT_THAT(refused([](auto& s) { s.datasets[1].label = "karate"; }), HasSubstr("two datasets are called 'karate'"));
  EXPECT_THAT(refused([](auto& s) { s.seeds = {1, 2, 1}; }), HasSubstr("seed 1 is there twice"));
  EXPECT_THAT(refused([](auto& s) {
                s.methods[1].overrides = {"dgi.epochs=1", "dgi.epochs=2"};
              }),
              HasSubstr("'dgi.epochs' is set twice"));
}

TEST(Spec, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(refused([](auto& s) { s.methods[1].method = "dgj"; }), HasSubstr("method 'DGI': unknown method 'dgj'"));
  EXPECT_THAT(refused([](auto& s) { s.methods[1].overrides = {"dgi.epoch=1"}; }), HasSubstr("'dgi.epochs'"));
  EXPECT_THAT(refused([](auto& s) { s.datasets[1].data = "corra"; }), HasSubstr("did you mean 'cora'?"));
  EXPECT_THAT(refused([](auto& s) { s.paper = {{Metric::nmi, "dgi", "cora", 0.3}}; }), HasSubstr("no method 'dgi'"));
  EXPECT_THAT(refused([](auto& s) { s.paper = {{Metric::nmi, "DGI", "Cora", 0.3}}; }), HasSubstr("no dataset 'Cora'"));
}

TEST(Spec, RefusesAnExperimentWithNothingToRun) {
  EXPECT_THAT(refused([](auto& s) { s.methods.clear(); }), HasSubstr("no methods"));
  EXPECT_THAT(refused([](auto& s) { s.datasets.clear(); }), HasSubstr("no datasets"));
  EXPECT_THAT(refused([](auto& s) { s.seeds.clear(); }), HasSubstr("no seeds"));
}

TEST(Spec, RefusesNamesThatNoFileOrTableCouldHold) {
  EXPECT_THAT(refused([](auto& s) { s.methods[0].label = "two\nlines"; }), HasSubstr("one line of text"));
  EXPECT_THAT(refused([](auto& s) { s.datasets[0].label = "\xff"; }), HasSubstr("one line of text"));
  EXPECT_THAT(refused([](auto& s) { s.datasets[0].data = "a/\xff.csv"; }), HasSubstr("is not UTF-8"));
  EXPECT_THAT(refused([](auto& s) { s.datasets[0].label = ""; }), HasSubstr("has no label"));
}

TEST(Spec, CallsADatasetByItsFile) {
  EXPECT_EQ(label_of_path("data/football.npz"), "football");
  EXPECT_EQ(label_of_path("edges.csv.gz"), "edges");
  EXPECT_EQ(label_of_path("geom-gcn/texas/"), "texas");
}

}  // namespace
}  // namespace cgsd
