// A run of a method on a graph, and everything that is known of its result.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/detect/methods.hpp"
#include "cgsd/summary/summary.hpp"

#include "python/src/casters.hpp"
#include "python/src/data.hpp"

namespace cgsd::python {

// What to run and how; the fields of cgsd.detect.
struct Request {
  std::string method = "default";
  std::int32_t communities = 0;  // 0: not given
  std::uint64_t seed = 0;
  int threads = 0;
  std::vector<std::string> options{};  // name=value
  bool use_weights = false;            // even if they look like noise
  std::int32_t stability = 0;
  bool levels = false;
  std::int64_t max_size = 0;
  std::int64_t min_size = 1;
  std::vector<std::int32_t> previous{};  // the community of each node in a former run, −1: none; empty: there is none
  std::vector<std::int32_t> previous_ids{};
  std::string previous_name{};
  std::vector<std::string> account{};  // what was made of the request
  nb::object progress = nb::none();
};

class Run {
 public:
  Run(std::shared_ptr<const Data> data, const Request& request);

  const Data& data() const { return *data_; }
  const MethodResult& result() const { return result_; }
  const Summary& summary() const { return summary_; }
  const ConfiguredMethod& method() const { return method_; }
  std::uint64_t seed() const { return seed_; }

  // Whether a model for placement can be made, and why not if it cannot.
  std::string why_no_model() const;
  std::string explanation_json(NodeId node) const;
  std::string explanation_text(NodeId node, std::size_t width) const;
  std::string text(std::size_t width, bool verbose, bool colour) const;
  std::string json() const;
  // Writes the files that the command line writes; returns their names.
  std::vector<std::string> write(const std::string& directory, bool embedding) const;

  // One HTML file to look at, as `cgsd detect --report` makes it.
  void write_report(const std::string& file) const;

  const std::vector<std::int32_t>& ids() const { return ids_; }              // of the community of each node
  const std::vector<std::int32_t>& other_ids() const { return other_ids_; }  // of the next best; −1: none

 private:
  OptionValues options_used(const Request& request) const;
  void find(const Request& request, const RunContext& run);
  void summarise_run(const Request& request, const RunContext& run);

  std::shared_ptr<const Data> data_;
  ConfiguredMethod method_;
  std::uint64_t seed_;
  MethodResult result_;
  std::optional<PreviousFacts> previous_;
  Summary summary_;
  std::vector<std::int32_t> ids_;
  std::vector<std::int32_t> other_ids_;
  std::vector<std::string> account_;  // what this method makes of the data, beside what reading did
};

// What the method needs of directions: the caller builds the graph accordingly.
bool wants_directed(const Request& request);

}  // namespace cgsd::python
