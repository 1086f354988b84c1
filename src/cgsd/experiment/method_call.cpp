#include "cgsd/experiment/method_call.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/sha256.hpp"

namespace cgsd {
namespace {

constexpr std::string_view kCommunities = "communities";
constexpr std::string_view kClasses = "classes";

template <class E>
std::optional<E> value_named(std::string_view name) {
  for (const auto& entry : enum_names(E{})) {
    if (entry.name == name) return entry.value;
  }
  return std::nullopt;
}

bool belongs_to(Method method, std::string_view option) {
  const std::string_view group = name_of(method);
  return option == kCommunities || (option.starts_with(group) && option.substr(group.size()).starts_with('.'));
}

// Those of one method: another method's options are unknown to it.
std::vector<Option> offered(Method method, MethodOptions& options) {
  std::vector<Option> all = list_options(options);
  std::erase_if(all, [method](const Option& option) { return !belongs_to(method, option.name); });
  return all;
}

void apply(const std::vector<Option>& options, const std::vector<std::string>& overrides, std::int32_t communities) {
  for (const std::string& assignment : overrides) {
    const auto [name, value] = split_assignment(assignment);
    const bool as_classes = name == kCommunities && value == kClasses;
    set_option(options, name, as_classes ? std::to_string(communities) : std::string(value));
  }
}

MethodCall baseline_call(Method method, const MethodEntry& entry, std::int32_t communities) {
  BaselineCall call{method, {}};
  if (method_record(method).communities == TakesCommunities::required) call.options.communities = communities;
  apply(offered(method, call.options), entry.overrides, communities);
  return call;
}

MethodCall preset_call(Preset preset, const MethodEntry& entry, std::int32_t communities) {
  PresetCall call{preset, preset_options(preset)};
  call.options.communities = communities;
  apply(list_options(call.options), entry.overrides, communities);
  return call;
}

std::string_view name_of_call(const MethodCall& call) {
  const auto* baseline = std::get_if<BaselineCall>(&call);
  return baseline != nullptr ? name_of(baseline->method) : name_of(std::get<PresetCall>(call).preset);
}

}  // namespace

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const auto& entry : enum_names(Preset{})) names.emplace_back(entry.name);
  for (const MethodRecord& record : method_records()) names.emplace_back(name_of(record.method));
  return names;
}

MethodCall method_call(const MethodEntry& entry, std::int32_t communities) {
  if (const auto preset = value_named<Preset>(entry.method)) return preset_call(*preset, entry, communities);
  if (const auto method = value_named<Method>(entry.method)) return baseline_call(*method, entry, communities);
  const std::vector<std::string> names = method_names();
  const std::string near = nearest_word(entry.method, names);
  if (!near.empty()) {
    throw InvalidArgument(fmt::format("unknown method {}; did you mean '{}'?", in_quotes(entry.method), near));
  }
  throw InvalidArgument(
      fmt::format("unknown method {}; known are {}", in_quotes(entry.method), fmt::join(names, ", ")));
}

bool wants_directed(const MethodCall& call) {
  const auto* preset = std::get_if<PresetCall>(&call);
  return preset != nullptr && preset->options.directed;
}

std::vector<std::pair<std::string, OptionValue>> options_of(const MethodCall& call) {
  if (const auto* preset = std::get_if<PresetCall>(&call)) return dump(preset->options);
  const auto& baseline = std::get<BaselineCall>(call);
  auto values = dump(baseline.options);
  std::erase_if(values, [&](const auto& value) { return !belongs_to(baseline.method, value.first); });
  return values;
}

std::string fingerprint(const MethodCall& call) {
  constexpr std::size_t kDigits = 16;
  Sha256 hash;
  hash.update(name_of_call(call));
  for (const auto& [name, value] : options_of(call)) hash.update(fmt::format("\n{}={}", name, to_text(value)));
  return hash.hex().substr(0, kDigits);
}

std::string training_fingerprint(const MethodCall& call) {
  const auto* preset = std::get_if<PresetCall>(&call);
  if (preset == nullptr || preset->options.encoding != Encoding::trained) return {};
  // Everything after the embedding is set to one value for all.
  PresetCall same{Preset::authors, preset->options};
  const DetectOptions blank;
  same.options.knn = blank.knn;
  same.options.affinity = blank.affinity;
  same.options.spectrum = blank.spectrum;
  same.options.spectral_width = blank.spectral_width;
  same.options.cut = blank.cut;
  same.options.smoothing_steps = blank.smoothing_steps;
  same.options.row_scaling = blank.row_scaling;
  same.options.kmeans = blank.kmeans;
  return fingerprint(same);
}

Partition run_call(const MethodCall& call, const AttributedGraph& input, std::optional<TrainingState<float>>& training,
                   const RunContext& run) {
  const auto* preset = std::get_if<PresetCall>(&call);
  if (preset == nullptr || preset->options.encoding != Encoding::trained) return run_call(call, input, run);
  TrainingHooks hooks;
  if (training) {
    hooks.resume = training;
  } else {
    hooks.after_epoch = [&](const TrainingState<float>& state) {
      if (state.epoch == preset->options.encoder.epochs) training = state;
    };
  }
  return std::move(detect(input, preset->options, run, std::move(hooks)).clustering.partition);
}

Partition run_call(const MethodCall& call, const AttributedGraph& input, const RunContext& run) {
  if (const auto* preset = std::get_if<PresetCall>(&call)) {
    return std::move(detect(input, preset->options, run).clustering.partition);
  }
  const auto& baseline = std::get<BaselineCall>(call);
  return run_method(baseline.method, input, baseline.options, run).partition;
}

}  // namespace cgsd
