// An experiment of three methods, two datasets and two seeds, with cells of every kind.
#pragma once

#include <string>
#include <vector>

#include "cgsd/experiment/cell.hpp"
#include "cgsd/experiment/spec.hpp"

namespace cgsd::testing {

inline CellRecord done(CellKey key, double nmi, double seconds = 1.0) {
  CellRecord cell;
  cell.key = std::move(key);
  cell.nmi = nmi;
  cell.ari = nmi / 2.0;
  cell.communities = 2;
  cell.seconds = seconds;
  cell.version = "0.1.0";
  return cell;
}

inline CellRecord failed(CellKey key, std::string why) {
  CellRecord cell;
  cell.key = std::move(key);
  cell.state = CellState::failed;
  cell.reason = std::move(why);
  cell.version = "0.1.0";
  return cell;
}

inline ExperimentSpec small_table_spec() {
  ExperimentSpec spec;
  for (const char* name : {"louvain", "leiden", "kmeans"}) spec.methods.push_back({name, name, {}});
  for (const char* name : {"karate", "Texas"}) {
    DatasetEntry entry;
    entry.data = entry.label = name;
    spec.datasets.push_back(entry);
  }
  spec.seeds = {0, 1};
  spec.paper = {{Metric::nmi, "leiden", "karate", 0.465}};
  return spec;
}

inline std::vector<CellRecord> small_table_cells() {
  const std::string no_attributes = "kmeans needs attributes, and the input has none";
  return {done({"louvain", "karate", 0}, 0.2, 0.5),
          done({"louvain", "karate", 1}, 0.4, 0.25),
          done({"leiden", "karate", 0}, 0.5, 20.0),
          done({"leiden", "karate", 1}, 0.5, 30.0),
          failed({"kmeans", "karate", 0}, no_attributes),
          failed({"kmeans", "karate", 1}, no_attributes),
          done({"louvain", "Texas", 0}, 0.9),
          failed({"louvain", "Texas", 1}, "not enough memory"),
          done({"kmeans", "Texas", 0}, 0.3),
          done({"kmeans", "Texas", 1}, 0.3)};
}

}  // namespace cgsd::testing
