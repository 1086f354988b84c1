// Communities of one graph, for comparison with other implementations (modularity_peer.py).
//
// Usage: modularity_peer louvain|leiden [OPTION=VALUE ...] < "NODES" and lines "SOURCE TARGET WEIGHT"
// Prints one line of evidence as JSON, then the community of every node, one per line.
#include <ctime>
#include <iostream>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/modularity/leiden.hpp"
#include "cgsd/modularity/louvain.hpp"

namespace cgsd {
namespace {

Graph read_graph(std::istream& in, const RunContext& run) {
  EntryList list;
  in >> list.nodes;
  Entry entry{};
  for (double weight = 0.0; in >> entry.source >> entry.target >> weight;) {
    list.entries.push_back(entry);
    list.weights.push_back(weight);
  }
  return build_graph(list, {}, run).graph;
}

template <class Options, class Method>
void answer(Method&& method, std::span<char*> assignments, const RunContext& run) {
  Options options;
  for (const char* assignment : assignments) set_option(options, assignment);
  const Graph graph = read_graph(std::cin, run);
  const std::clock_t begin = std::clock();
  const auto result = method(graph, options, run);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;  // of the processor
  std::cout << fmt::format(R"({{"modularity": {}, "resolution": {}, "moves": {}, "stop": "{}", "seconds": {:.4f})",
                           result.modularity, result.resolution, result.moves, name_of(result.stop), seconds);
  if constexpr (requires { result.iterations; }) {
    std::cout << fmt::format(R"(, "iterations": {}, "levels": {}, "tried": {}, "distance": {})", result.iterations,
                             result.levels, result.resolutions_tried, result.target_distance);
  }
  std::cout << "}\n";
  for (const std::int32_t c : result.partition.community_of) std::cout << c << '\n';
}

}  // namespace
}  // namespace cgsd

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  try {
    const std::string_view method = words.size() > 1 ? words[1] : "";
    const cgsd::RunContext run({.seed = 1, .workers = 1});
    if (method == "louvain") {
      cgsd::answer<cgsd::LouvainOptions>(cgsd::louvain, words.subspan(2), run);
    } else if (method == "leiden") {
      cgsd::answer<cgsd::LeidenOptions>(cgsd::leiden, words.subspan(2), run);
    } else {
      std::cerr << "usage: modularity_peer louvain|leiden [OPTION=VALUE ...]\n";
      return 2;
    }
  } catch (const cgsd::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
