#include "cgsd/detect/method.hpp"

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/edge_weights.hpp"

namespace cgsd {

ConfiguredMethod::ConfiguredMethod(const MethodRecord& record) : record_(&record), body_(record.body()) {}

ConfiguredMethod::ConfiguredMethod(const ConfiguredMethod& other)
    : communities(other.communities), record_(other.record_), body_(other.body_->copy()) {}

ConfiguredMethod& ConfiguredMethod::operator=(const ConfiguredMethod& other) { return *this = ConfiguredMethod(other); }

std::vector<Option> ConfiguredMethod::options() {
  OptionVisitor visitor;
  visitor.number("communities", communities, {0, 1'000'000}, "how many communities; 0: not given");
  body_->describe_in(visitor, record_->name);
  return std::move(visitor).take();
}

void ConfiguredMethod::set(const std::vector<std::string>& assignments) {
  set_options([this] { return options(); }, assignments);
}

OptionValues ConfiguredMethod::values() const {
  OptionValues values;
  ConfiguredMethod copy(*this);  // options refer to the object they are of
  for (const Option& option : copy.options()) values.emplace_back(option.name, option.get());
  return values;
}

std::optional<DetectOptions> ConfiguredMethod::detect_options() const {
  const DetectOptions* own = body_->detect_options();
  if (own == nullptr) return std::nullopt;
  DetectOptions options = *own;
  options.communities = communities;
  return options;
}

bool ConfiguredMethod::wants_directed() const {
  const DetectOptions* own = body_->detect_options();
  return own != nullptr && own->directed;
}

bool ConfiguredMethod::looks_at_attributes() const {
  const DetectOptions* own = body_->detect_options();
  const auto* trained = own != nullptr ? std::get_if<TrainedOptions>(&own->encoder) : nullptr;
  if (trained == nullptr) return record_->attributes != Need::no;
  return trained->attributes == AttributeSource::automatic || trained->attributes == AttributeSource::given;
}

void ConfiguredMethod::check(const AttributedGraphView& input) const {
  ConfiguredMethod copy(*this);
  for (const Option& option : copy.options()) option.check();
  const std::string_view name = record_->name;
  if (const auto own = detect_options()) return cgsd::check(*own, input, RunContext());
  if (input.graph.nodes() == 0) throw InvalidArgument(fmt::format("{}: the graph has no nodes", name));
  if (record_->attributes == Need::required && input.attributes.none()) {
    throw InvalidArgument(fmt::format("{} needs attributes, and the input has none", name));
  }
  if (record_->edges == Need::required && input.graph.entries() == 0) {
    throw InvalidArgument(fmt::format("{} needs edges, and the graph has none", name));
  }
  if (record_->uses_weights) {
    if (const std::string fault = weight_fault(input.graph); !fault.empty())
      throw InvalidArgument(fmt::format("{}: {}", name, fault));
  }
  if (record_->communities == Need::required && communities == 0) {
    throw InvalidArgument(fmt::format("{} needs the number of communities (-k C)", name));
  }
}

// Methods that average over neighbours count a node itself with weight 1: for them weights are in units of their mean.
// Those that do not use weights see none. detect() sees to the CGSD family; modularity and cuts have no unit.
AttributedGraphView ConfiguredMethod::as_read(const AttributedGraphView& input, Graph& room,
                                              const RunContext& run) const {
  const bool averages = record_->family == Family::closed_form || record_->family == Family::learned;
  if (!averages) return input;
  if (!record_->uses_weights) return {without_weights(input.graph), input.attributes};
  return {in_mean_weights(input.graph, record_->name, room, run), input.attributes};
}

MethodResult ConfiguredMethod::run(const AttributedGraphView& input, const RunContext& run, TrainingHooks hooks) const {
  check(input);
  Graph room;
  return body_->run(as_read(input, room, run), communities, run, std::move(hooks));
}

}  // namespace cgsd
