// How long the cells still to do will take, from those that are done: the mean time of the same method on the same
// dataset, else of the same method, else of all. Nothing is known before the first.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "cgsd/experiment/spec.hpp"

namespace cgsd {

class TimeEstimate {
 public:
  void add(const CellKey& cell, double seconds);
  std::optional<double> seconds_of(const CellKey& cell) const;
  // The sum over `cells`, one after the other.
  std::optional<double> seconds_of(std::span<const CellKey> cells) const;

 private:
  struct Mean {
    double sum = 0.0;
    double count = 0.0;
  };
  std::map<std::pair<std::string, std::string>, Mean> by_pair_;
  std::map<std::string, Mean> by_method_;
  Mean all_;
};

// "40 s", "12 min", "3.5 h"
std::string duration_text(double seconds);

}  // namespace cgsd
