// A method of the table (methods.hpp) with its options, ready to run. Every method looks the same from here.
//
//   ConfiguredMethod method = configured("dgi");
//   method.communities = 5;
//   method.set({"dgi.epochs=100"});
//   MethodResult found = method.run(input, run);
//
// A method sees the graph and its attributes, and no labels. Options have the names of `cgsd detect --set`: those of the
// CGSD family stand alone ("knn.neighbours"), those of another method are a group of its name ("dgi.epochs").
// `communities` is common to all.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cgsd/clustering/centre_shares.hpp"
#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/detect/detect.hpp"

namespace cgsd {

enum class Family { cgsd, attributes, edges, closed_form, learned };
constexpr auto enum_names(Family) {
  return std::array{EnumName<Family>{Family::cgsd, "cgsd", "one encoder, one rounding"},
                    EnumName<Family>{Family::attributes, "attributes", "attributes alone"},
                    EnumName<Family>{Family::edges, "edges", "edges alone"},
                    EnumName<Family>{Family::closed_form, "closed form", "both, nothing trained"},
                    EnumName<Family>{Family::learned, "learned", "trained by gradients"}};
}

enum class Need { no, optional, required };
using OptionValues = std::vector<std::pair<std::string, OptionValue>>;

class MethodBody;

// A row of the table.
struct MethodRecord {
  std::string_view name;
  Family family;
  Need attributes;
  Need edges;
  Need communities;
  bool uses_weights;
  bool uses_direction;
  bool learned;
  bool makes_embedding;
  std::string_view what;
  std::string_view source;
  std::string_view cost;  // n nodes, m edges, d attributes, c communities
  std::unique_ptr<MethodBody> (*body)();
};

struct MethodResult {
  Partition partition;
  Matrix<float> embedding;  // or soft assignment; empty if the method has neither, or has a detection
  bool embedding_is_assignment = false;
  CentreShares shares;         // how far nodes belong to the centres of K-means; empty if the method has none
  std::vector<double> losses;  // of a learned method, before each step
  OptionValues evidence;       // iterations, residuals, why it stopped, …
  std::shared_ptr<const Detection> detection;  // of the CGSD family

  const Matrix<float>& coordinates() const { return detection ? detection->embedding() : embedding; }
};

class ConfiguredMethod {
 public:
  explicit ConfiguredMethod(const MethodRecord& record);
  ConfiguredMethod(const ConfiguredMethod& other);
  ConfiguredMethod& operator=(const ConfiguredMethod& other);
  ConfiguredMethod(ConfiguredMethod&&) noexcept = default;
  ConfiguredMethod& operator=(ConfiguredMethod&&) noexcept = default;
  ~ConfiguredMethod() = default;

  const MethodRecord& record() const { return *record_; }
  std::int32_t communities = 0;  // 0: not given

  std::vector<Option> options();  // "communities" first; valid until one that switches is set
  void set(const std::vector<std::string>& assignments);
  OptionValues values() const;

  // Of the CGSD family, with the number of communities in them; else none.
  std::optional<DetectOptions> detect_options() const;
  bool wants_directed() const;
  bool looks_at_attributes() const;

  // Throws InvalidArgument, beginning with the method's name, for a value out of range, and if attributes, edges or a
  // number of communities are missing.
  void check(const AttributedGraphView& input) const;
  MethodResult run(const AttributedGraphView& input, const RunContext& run, TrainingHooks hooks = {}) const;

 private:
  AttributedGraphView as_read(const AttributedGraphView& input, Graph& room, const RunContext& run) const;

  const MethodRecord* record_;
  std::unique_ptr<MethodBody> body_;
};

// Behind a row: the options of one method, and how it is run. For methods.cpp.
class MethodBody {
 public:
  MethodBody() = default;
  MethodBody(const MethodBody&) = default;
  MethodBody& operator=(const MethodBody&) = default;
  virtual ~MethodBody() = default;

  virtual std::unique_ptr<MethodBody> copy() const = 0;
  virtual void describe_in(OptionVisitor& v, std::string_view name) = 0;
  virtual MethodResult run(const AttributedGraphView& input, std::int32_t communities, const RunContext& run,
                           TrainingHooks hooks) const = 0;
  virtual const DetectOptions* detect_options() const { return nullptr; }
};

}  // namespace cgsd
