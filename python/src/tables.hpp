// The tables of the library for Python: methods with their options, datasets; and data that the library reads or makes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "python/src/casters.hpp"
#include "python/src/data.hpp"

namespace cgsd::python {

nb::list method_table();
nb::list option_table(const std::string& method);
nb::list dataset_table();

// A file, or a dataset by its name, as the command line reads it.
struct FileRequest {
  std::string graph;
  std::optional<std::string> attributes{};
  std::optional<std::string> labels{};
  std::optional<std::string> directory{};  // to look for datasets in first
  std::string format = "auto";
  bool directed = false;
  bool binary = false;
  std::vector<std::string> only{};
  std::vector<std::string> ignore{};
  std::vector<std::pair<std::string, std::string>> kinds{};
  int threads = 0;
};
std::shared_ptr<Data> read_data(const FileRequest& request);

// A planted partition; options as name=value.
std::shared_ptr<Data> planted_partition(const std::vector<std::string>& options, std::uint64_t seed);

}  // namespace cgsd::python
