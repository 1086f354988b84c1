// A small run, as `cgsd detect` leaves it, for the tests of its page.
#pragma once

#include <cmath>

#include <nlohmann/json.hpp>

#include "cgsd/detect/methods.hpp"
#include "cgsd/io/results/summary_json.hpp"
#include "cgsd/report/run_part.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd::testing {

// Ann, Bob and Cleo are community 0 (called 4), Dan, Eve and Flo community 1 (called 7). Flo knows nobody.
struct RunCase {
  Dataset data;
  StoredCommunities found;
  LevelIds levels;
  Matrix<float> embedding;

  RunCase() {
    data.input.graph = graph_of(6, {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {3, 4}});
    data.names = NodeNames({"Ann", "Bob", "Cleo", "Dan", "Eve", "Flo"});
    data.input.attributes = Matrix<float>(6, 2, {50, 1, 60, 1, 40, 0, 20, 1, 30, 0, 40, 0});
    data.attribute_names = {"age", "notes:chess"};
    data.attribute_meanings = {{AttributeRole::number, "age"}, {AttributeRole::word, "notes", "chess"}};
    data.labels = {{0, 0, 1, 1, 1, kUnlabelled}, {"red", "blue"}};
    found.partition = {{0, 0, 0, 1, 1, 1}, 2};
    found.ids = {4, 7};
    found.confidence.own = {0.6, 0.9, 0.5, 0.7, 0.8, std::nan("")};
    found.confidence.other = {1, kNoOther, 1, 0, 0, kNoOther};
    embedding = Matrix<float>(6, 2, {0, 0, 1, 0, 2, 0, 3, 1, 4, 0, 5, 0});
  }
  RunContents contents() const { return {data, found, levels, embedding}; }
};

// The manifest of a real run of the method on the data.
inline nlohmann::ordered_json manifest_of(const Dataset& data, const std::string& method_name,
                                          std::int32_t communities) {
  ConfiguredMethod method = configured(method_name);
  method.communities = communities;
  const RunContext run;
  RunFacts facts;
  facts.version = "1.2.3";
  facts.method = method_name;
  facts.seed = 5;
  facts.options = method.values();
  facts.data_name = "people";
  facts.data_arguments = {"my graph.csv", "-x", "it's.csv"};
  return summary_json(summarise(facts, data, method.run(data.input, run), run));
}

}  // namespace cgsd::testing
