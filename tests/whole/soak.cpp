// Many runs in one process, over random graphs, methods and options: memory must not grow.
//
// Usage: soak RUNS [SEED]
//
// A run draws a graph (10 to 120 nodes, attributes dense, sparse or none, weights or none), a method of the table and, for some
// of its options, a flag, a choice or a number within its range. Training has three steps. Options that contradict
// each other or the graph are refused, and do not count. After every tenth of the runs: resident memory, unused memory
// given back. Exit code 1 if the last tenth of the runs is more than kGrowth above the fourth, or if a result is not a partition.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/graph/generators.hpp"

namespace cgsd {
namespace {

constexpr double kGrowth = 2.0;  // MiB; a leak of 2 KB per run would be more, of 2,000 runs

double resident() {
  ::malloc_trim(0);
  std::size_t all = 0;
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> all >> pages;
  return static_cast<double>(pages) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1024.0 * 1024.0);
}

Dataset random_input(RandomSequence& random) {
  SbmOptions options;
  options.nodes = static_cast<NodeId>(10 + random.below(111));
  options.communities = static_cast<std::int32_t>(1 + random.below(4));
  options.heterophily = options.communities == 1 ? 0.0 : 0.1 + 0.5 * random.uniform();
  options.p_in = 0.1 + 0.2 * random.uniform();
  options.attributes = static_cast<AttributeKind>(random.below(3));
  options.dimensions = static_cast<std::int32_t>(4 + random.below(60));
  options.words = 5;
  options.coupling = Coupling::independent;
  return stochastic_block_model(options, RunContext({.seed = random(), .workers = 1}));
}

std::string random_value(const Option& option, RandomSequence& random) {
  if (option.type == "flag") return random.below(2) == 0 ? "true" : "false";
  std::vector<std::string> names;
  for (std::size_t at = 0; at < option.allowed.size();) {
    const std::size_t end = std::min(option.allowed.find(" | ", at), option.allowed.size());
    names.push_back(option.allowed.substr(at, end - at));
    at = end + 3;
  }
  return names.empty() ? "" : names[random.below(names.size())];
}

// Three steps of whatever is trained; elsewhere some choices and small numbers.
void draw_options(ConfiguredMethod& method, RandomSequence& random) {
  for (int changes = 0; changes < 4; ++changes) {
    const std::vector<Option> options = method.options();
    const Option& option = options[random.below(options.size())];
    if (option.type == "flag" || option.type == "choice")
      method.set({option.name + "=" + random_value(option, random)});
    else if (option.type == "integer")
      method.set({fmt::format("{}={}", option.name, 1 + random.below(6))});
    else if (option.type == "number")
      method.set({fmt::format("{}={}", option.name, random.uniform())});
  }
  for (const Option& option : method.options()) {
    if (option.name.ends_with("epochs") || option.name.ends_with("steps")) method.set({option.name + "=3"});
  }
}

// false: refused.
bool run_once(std::uint64_t number, std::uint64_t seed) {
  RandomSequence random(RandomStream(seed).named("soak").at(number));
  const Dataset data = random_input(random);
  const std::span<const MethodRecord> records = method_records();
  ConfiguredMethod method(records[random.below(records.size())]);
  const RunContext run({.seed = number, .workers = static_cast<int>(1 + number % 2)});
  try {
    draw_options(method, random);
    if (random.below(4) != 0) method.communities = static_cast<std::int32_t>(1 + random.below(5));
    const MethodResult found = method.run(data.input, run);
    const Partition& partition = found.partition;
    if (partition.community_of.size() != data.input.graph.nodes() ||
        std::ranges::any_of(partition.community_of,
                            [&](std::int32_t c) { return c < 0 || c >= partition.communities; }))
      throw Error(fmt::format("run {}: {} gave no partition", number, method.record().name));
    return true;
  } catch (const InvalidArgument&) {
    return false;
  }
}

int soak(std::uint64_t runs, std::uint64_t seed) {
  std::vector<double> memory;
  std::uint64_t refused = 0;
  const std::uint64_t tenth = std::max<std::uint64_t>(runs / 10, 1);
  for (std::uint64_t done = 0; done < runs;) {
    if (!run_once(done + refused, seed)) {
      ++refused;
      continue;
    }
    if (++done % tenth != 0) continue;
    memory.push_back(resident());
    fmt::print("{:>8} runs, {:>6} refused: {:>7.2f} MiB\n", done, refused, memory.back());
    std::fflush(stdout);
  }
  const double before = memory[std::min<std::size_t>(3, memory.size() - 1)];
  const double growth = memory.back() - before;
  fmt::print("growth over the last six tenths: {:+.2f} MiB\n", growth);
  return growth <= kGrowth && refused < runs ? 0 : 1;
}

}  // namespace
}  // namespace cgsd

int main(int argc, char** argv) {
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  const std::uint64_t runs = words.size() > 1 ? std::strtoull(words[1], nullptr, 10) : 200;
  const std::uint64_t seed = words.size() > 2 ? std::strtoull(words[2], nullptr, 10) : 1;
  try {
    return cgsd::soak(std::max<std::uint64_t>(runs, 10), seed);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
