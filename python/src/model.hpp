// New nodes placed into the communities of a run (detect/placement.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cgsd/detect/placement.hpp"
#include "cgsd/io/results/model.hpp"

#include "python/src/casters.hpp"
#include "python/src/run.hpp"

namespace cgsd::python {

// Nodes to be placed: row i of the attributes is the i-th new node, which edges name as known + i.
struct Newcomers {
  std::uint64_t count = 0;
  std::optional<Rows<float>> dense{};
  std::optional<Data::SparseArrays> sparse{};
  std::vector<std::pair<std::string, nb::list>> table{};  // columns of texts, for a model that came from a table
  std::optional<Vector<std::int64_t>> sources{};
  std::optional<Vector<std::int64_t>> targets{};
  std::optional<Vector<double>> weights{};
};

class Model {
 public:
  Model(const Run& run, int threads);
  explicit Model(const std::string& file);  // as `cgsd detect --model` writes it

  void save(const std::string& file) const;
  std::uint64_t nodes() const { return saved_.model.nodes(); }
  std::uint64_t attributes() const { return saved_.model.attributes(); }
  bool reads_table() const { return !saved_.model.encoding.none(); }
  std::vector<std::string> names() const;

  Placement place(const Newcomers& nodes, int threads) const;

 private:
  SavedModel saved_;
};

}  // namespace cgsd::python
