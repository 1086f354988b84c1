// What travels with every call: seed, workers, cancellation and a progress sink.
//
//   RunContext run({.seed = 7, .workers = 2, .stop = source.get_token(), .progress = &bar});
//   auto kappa = edge_curvature(graph, options, run.stage("curvature"));   // timed until the end of the statement
//
// A context is cheap to copy and safe to share between threads. Nothing here is global.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "cgsd/core/random.hpp"

namespace cgsd {

class Workers;

// Receives the progress of stages. Calls may come from any thread, one at a time for one stage.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  virtual void stage_began(std::string_view stage) = 0;
  virtual void stage_advanced(std::string_view stage, double fraction) = 0;  // fraction in [0, 1]
  virtual void stage_ended(std::string_view stage, double seconds) = 0;
};

struct RunSettings {
  std::uint64_t seed = 0;
  int workers = 0;  // 0: as many as the machine has
  std::stop_token stop{};
  ProgressSink* progress = nullptr;
};

class Stage;

class RunContext {
 public:
  explicit RunContext(const RunSettings& settings = {});

  std::uint64_t seed() const { return seed_; }
  RandomStream stream(std::string_view purpose) const { return RandomStream(seed_).named(purpose); }
  RunContext with_seed(std::uint64_t seed) const;
  RunContext unheard() const;  // the same without a progress sink

  const Workers& workers() const { return *workers_; }
  bool stop_requested() const { return stop_.stop_requested(); }
  void check_stop() const;  // throws Cancelled

  Stage stage(std::string_view name) const;
  void advance(double fraction) const;  // of the current stage

 private:
  std::uint64_t seed_;
  std::shared_ptr<const Workers> workers_;
  std::stop_token stop_;
  ProgressSink* progress_;
  std::string stage_;

  friend class Stage;
};

// A context that reports its own beginning and end: the stage lasts as long as the object.
class Stage : public RunContext {
 public:
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

 private:
  Stage(const RunContext& parent, std::string_view name);
  std::chrono::steady_clock::time_point begin_;
  friend class RunContext;
};

}  // namespace cgsd
