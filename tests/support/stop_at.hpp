// A progress sink that asks for a stop as soon as a given stage begins.
#pragma once

#include <stop_token>
#include <string>

#include "cgsd/core/context.hpp"

namespace cgsd::testing {

class StopAt final : public ProgressSink {
 public:
  StopAt(std::string stage, std::stop_source& source) : stage_(std::move(stage)), source_(source) {}
  void stage_began(std::string_view stage) override {
    if (stage == stage_) source_.request_stop();
  }
  void stage_advanced(std::string_view, double) override {}
  void stage_ended(std::string_view, double) override {}

 private:
  std::string stage_;
  std::stop_source& source_;
};

}  // namespace cgsd::testing
