#include "cgsd/core/context.hpp"

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {

RunContext::RunContext(const RunSettings& settings)
    : seed_(settings.seed),
      workers_(std::make_shared<const Workers>(settings.workers)),
      stop_(settings.stop),
      progress_(settings.progress) {}

RunContext RunContext::with_seed(std::uint64_t seed) const {
  RunContext copy = *this;
  copy.seed_ = seed;
  return copy;
}

RunContext RunContext::unheard() const {
  RunContext copy = *this;
  copy.progress_ = nullptr;
  return copy;
}

void RunContext::check_stop() const {
  if (stop_requested()) throw Cancelled();
}

Stage RunContext::stage(std::string_view name) const { return Stage(*this, name); }

void RunContext::advance(double fraction) const {
  if (progress_ != nullptr && !stage_.empty()) progress_->stage_advanced(stage_, fraction);
}

Stage::Stage(const RunContext& parent, std::string_view name)
    : RunContext(parent), begin_(std::chrono::steady_clock::now()) {
  stage_ = name;
  if (progress_ != nullptr) progress_->stage_began(stage_);
}

Stage::~Stage() {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
  if (progress_ != nullptr) progress_->stage_ended(stage_, elapsed.count());
}

}  // namespace cgsd
