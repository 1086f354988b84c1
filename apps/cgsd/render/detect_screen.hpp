// What `cgsd detect` shows: a screenful, plain words first, figures after. With `verbose` every figure follows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cgsd/summary/summary.hpp"

namespace cgsd::app {

struct DetectReport {
  const Summary& summary;
  std::vector<std::string> written{};  // files, that of the communities first
  bool verbose = false;
  std::uint64_t estimated_memory = 0;  // bytes, before the run; 0: not known
};

std::string detect_screen(const DetectReport& report, std::size_t width);

}  // namespace cgsd::app
