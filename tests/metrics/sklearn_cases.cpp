// Writes pairs of partitions with our figures for them as JSON, for sklearn_comparison.py to compute again.
//
// Usage: sklearn_cases FILE
#include <fstream>
#include <numeric>

#include <nlohmann/json.hpp>

#include "cgsd/core/random.hpp"
#include "cgsd/metrics/accuracy.hpp"
#include "cgsd/metrics/agreement.hpp"

namespace cgsd {
namespace {

using Classes = std::vector<std::int32_t>;

Classes random_classes(std::size_t n, std::uint64_t classes, RandomStream stream) {
  RandomSequence random(stream);
  Classes out(n);
  for (auto& c : out) c = static_cast<std::int32_t>(random.below(classes));
  return out;
}

Classes singletons(std::size_t n) {
  Classes out(n);
  std::iota(out.begin(), out.end(), 0);
  return out;
}

// `share` of the nodes get the class of another node of the same partition.
Classes disturbed(Classes classes, double share, RandomStream stream) {
  RandomSequence random(stream);
  for (auto& c : classes) {
    if (random.uniform() < share) c = classes[random.below(classes.size())];
  }
  return classes;
}

Classes partly_unlabelled(Classes classes, RandomStream stream) {
  RandomSequence random(stream);
  for (auto& c : classes) c = random.uniform() < 0.2 ? -1 : c;
  return classes;
}

nlohmann::json compared(const Classes& truth, const Classes& found) {
  const Contingency table = contingency(truth, found);
  return {{"truth", truth},
          {"found", found},
          {"nmi", nmi(table)},
          {"ami", ami(table)},
          {"ari", ari(table)},
          {"accuracy", accuracy(table)},
          {"macro_f1", macro_f1(table)},
          {"matching", best_matching(table)}};
}

nlohmann::json random_cases() {
  nlohmann::json partitions = nlohmann::json::array();
  for (std::uint64_t i = 0; i < 300; ++i) {
    const RandomStream stream = RandomStream(1).at(i);
    const std::size_t n = 1 + stream.bits(0) % (i < 100 ? 12 : 300);
    const Classes truth = random_classes(n, 1 + stream.bits(1) % 12, stream.at(0));
    const Classes found = i % 3 == 0 ? random_classes(n, 1 + stream.bits(2) % 20, stream.at(1))
                                     : disturbed(truth, stream.uniform(3), stream.at(1));
    partitions.push_back(compared(i % 10 == 0 ? partly_unlabelled(truth, stream.at(2)) : truth, found));
  }
  return partitions;
}

void add_degenerate_cases(nlohmann::json& cases) {
  for (const std::size_t n : {1u, 2u, 3u, 10u, 97u}) {
    const Classes one(n, 0);
    const Classes alone = singletons(n);
    const Classes some = random_classes(n, 3, RandomStream(2).at(n));
    for (const Classes* truth : {&one, &alone, &some}) {
      for (const Classes* found : {&one, &alone, &some}) cases.push_back(compared(*truth, *found));
    }
  }
}

}  // namespace
}  // namespace cgsd

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  nlohmann::json cases = cgsd::random_cases();
  cgsd::add_degenerate_cases(cases);
  std::ofstream(argv[1]) << cases;
  return 0;
}
