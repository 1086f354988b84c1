// What `cgsd detect` was asked for: arguments, and the method that follows from --method, config file, --set and -k.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cgsd/detect/methods.hpp"
#include "cgsd/levels/levels.hpp"

#include "apps/cgsd/shell/command.hpp"

namespace cgsd::app {

inline constexpr const char* kReportHere = "report.html";

struct DetectArguments {
  GraphArguments input;
  std::optional<std::int32_t> communities;  // none: as the config file or --set say; 0: auto
  std::optional<std::string> method;
  std::string config;
  std::vector<std::string> settings;
  std::optional<StabilityOptions> stability;
  bool levels = false;
  std::optional<std::string> max_size;
  std::optional<std::string> min_size;
  std::string previous;
  std::string output;
  bool verbose = false;
  std::optional<std::uint64_t> memory_limit;
  bool overwrite = false;
  bool second_choice = false;
  bool embedding = false;
  std::string report;  // empty: no page; kReportHere: in the directory of the results
  bool figures = false;
  std::string model;
  std::string checkpoint;
  int checkpoint_every = 0;
  std::string from_checkpoint;
  CLI::Option* seed = nullptr;
  CLI::Option* json = nullptr;
};
// -k C|auto, 0 for auto; `help` is what it means here.
void add_communities_argument(CLI::App* command, std::optional<std::int32_t>& communities, const std::string& help);
void add_detect_arguments(CLI::App* command, const std::shared_ptr<DetectArguments>& arguments);

// After --method, config file, --set and -k, each over the one before.
struct Request {
  ConfiguredMethod method;
  std::uint64_t seed = 0;
  StabilityOptions stability;
  std::optional<LevelOptions> levels;
};
Request request_of(const DetectArguments& arguments, const Session& session);

}  // namespace cgsd::app
