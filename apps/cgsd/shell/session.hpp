// What a sub-command works with while it runs: flags, run context, output; and a graph with the name the user gave it.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/core/stage_record.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/table/encoding.hpp"

#include "apps/cgsd/shell/layout.hpp"
#include "apps/cgsd/shell/progress_bar.hpp"
#include "apps/cgsd/shell/screen.hpp"

namespace cgsd::app {

using Json = nlohmann::ordered_json;

// Flags that every sub-command takes.
struct CommonFlags {
  bool json = false;
  bool quiet = false;
  int threads = 0;
  std::uint64_t seed = 0;
  double timeout = 0.0;  // seconds; 0: none
};

// What a sub-command works with while it runs.
class Session {
 public:
  Session(const CommonFlags& flags, std::stop_token stop);

  const CommonFlags& flags() const { return flags_; }
  const RunContext& run() const { return *run_; }
  std::vector<StageTime> stages() const { return record_->stages(); }  // that have ended so far
  double seconds() const;                                              // since the session began

  std::size_t width() const { return screen_.width; }  // that a report may have
  // Reports go to standard error from now on: standard output is for results.
  void report_to_stderr();

  // Prints `text`, or in --json mode `json`. With --quiet only JSON is printed. A closed pipe is an IoError.
  void show(const std::string& text, const Json& json) const;
  // A message on standard error about something that went differently than asked for.
  void warn(const std::string& text) const;

 private:
  CommonFlags flags_;
  std::FILE* report_ = stdout;
  Screen screen_ = screen_of(stdout);
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::optional<ProgressBar> bar_;  // only if somebody watches
  std::optional<StageRecord> record_;
  std::optional<RunContext> run_;
};

struct NamedDataset {
  std::string name;    // as shown to the user
  std::string format;  // what it was read as
  Dataset data;
  std::vector<std::filesystem::path> files{};  // all that was read
  Encoding encoding{};                         // of the table that the attributes are of
  std::vector<std::string> arguments{};        // the words of the command line that say how it was read
};

}  // namespace cgsd::app
