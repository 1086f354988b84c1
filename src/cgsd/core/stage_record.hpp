// A progress sink that records how long each stage took, and forwards its calls to another sink if there is one.
//
//   StageRecord record(&bar);
//   RunContext run({.progress = &record});
//   …
//   record.stages();      // {"curvature", 0.003}, {"training", 0.12}, … in the order in which they first began
//
// A stage that is entered several times is listed once, with the sum. Stages may overlap; their times then overlap too.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"

namespace cgsd {

struct StageTime {
  std::string stage;
  double seconds = 0.0;
};

class StageRecord final : public ProgressSink {
 public:
  explicit StageRecord(ProgressSink* next = nullptr) : next_(next) {}

  void stage_began(std::string_view stage) override;
  void stage_advanced(std::string_view stage, double fraction) override;
  void stage_ended(std::string_view stage, double seconds) override;

  std::vector<StageTime> stages() const;

 private:
  StageTime& entry(std::string_view stage);

  ProgressSink* next_;
  mutable std::mutex mutex_;
  std::vector<StageTime> stages_;
};

}  // namespace cgsd
