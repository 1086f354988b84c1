#include "cgsd/experiment/method_entry.hpp"

#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/sha256.hpp"

namespace cgsd {
namespace {

constexpr std::string_view kByClasses = "communities=classes";

std::string digest(std::string_view head, const OptionValues& values) {
  constexpr std::size_t kDigits = 16;
  Sha256 hash;
  hash.update(head);
  for (const auto& [name, value] : values) hash.update(fmt::format("\n{}={}", name, to_text(value)));
  return hash.hex().substr(0, kDigits);
}

}  // namespace

ConfiguredMethod configured(const MethodEntry& entry, std::int32_t communities) {
  ConfiguredMethod method = configured(entry.method);
  const MethodRecord& record = method.record();
  if (record.communities == Need::required || record.family == Family::cgsd) method.communities = communities;
  std::vector<std::string> settings = entry.overrides;
  for (std::string& setting : settings)
    if (setting == kByClasses) setting = fmt::format("communities={}", communities);
  method.set(settings);
  return method;
}

std::string fingerprint(const ConfiguredMethod& method) { return digest(method.record().name, method.values()); }

std::string training_fingerprint(const ConfiguredMethod& method) {
  const auto options = method.detect_options();
  if (!options || !std::holds_alternative<TrainedOptions>(options->encoder)) return {};
  return digest("training", training_settings(*options));
}

Partition run_sharing(const ConfiguredMethod& method, const AttributedGraphView& input,
                      std::optional<TrainingState<float>>& training, const RunContext& run) {
  const auto options = method.detect_options();
  const auto* trained = options ? std::get_if<TrainedOptions>(&options->encoder) : nullptr;
  TrainingHooks hooks;
  if (trained != nullptr && training) {
    hooks.resume = training;
  } else if (trained != nullptr) {
    hooks.after_epoch = [&training, last = trained->encoder.epochs](const TrainingState<float>& state) {
      if (state.epoch == last) training = state;
    };
  }
  return method.run(input, run, std::move(hooks)).partition;
}

}  // namespace cgsd
