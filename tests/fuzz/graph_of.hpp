// Bytes as a small graph with attributes, labels and a choice of method: any bytes are some input, so a fuzzer wastes none.
#pragma once

#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/graph/dataset.hpp"

#include "tests/fuzz/targets.hpp"

namespace cgsd::fuzz {

class Taker {
 public:
  explicit Taker(Bytes bytes) : bytes_(bytes) {}
  bool empty() const { return bytes_.empty(); }
  std::uint8_t byte();  // 0 once there are no more
  std::size_t below(std::size_t n) { return byte() % n; }

 private:
  Bytes bytes_;
};

// Up to 24 nodes and 5 attributes; weights, loops, repeats and numbers of any size, constant and empty columns.
Dataset dataset_from(Taker& bytes);

}  // namespace cgsd::fuzz
