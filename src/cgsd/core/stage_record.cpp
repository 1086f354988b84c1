#include "cgsd/core/stage_record.hpp"

#include <algorithm>

namespace cgsd {

StageTime& StageRecord::entry(std::string_view stage) {
  const auto found = std::find_if(stages_.begin(), stages_.end(), [&](const StageTime& s) { return s.stage == stage; });
  return found != stages_.end() ? *found : stages_.emplace_back(StageTime{std::string(stage), 0.0});
}

void StageRecord::stage_began(std::string_view stage) {
  {
    const std::lock_guard lock(mutex_);
    entry(stage);
  }
  if (next_ != nullptr) next_->stage_began(stage);
}

void StageRecord::stage_advanced(std::string_view stage, double fraction) {
  if (next_ != nullptr) next_->stage_advanced(stage, fraction);
}

void StageRecord::stage_ended(std::string_view stage, double seconds) {
  {
    const std::lock_guard lock(mutex_);
    entry(stage).seconds += seconds;
  }
  if (next_ != nullptr) next_->stage_ended(stage, seconds);
}

std::vector<StageTime> StageRecord::stages() const {
  const std::lock_guard lock(mutex_);
  return stages_;
}

}  // namespace cgsd
