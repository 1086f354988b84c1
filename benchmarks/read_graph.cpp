// Reads a graph file REPETITIONS times and prints the fastest time in seconds, from open to ready Graph.
//   cgsd_read_graph FILE REPETITIONS
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "cgsd/io/datasets/load.hpp"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  cgsd::LoadRequest request;
  request.graph = argv[1];
  double fastest = 1e300;
  cgsd::EntryIndex edges = 0;
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    const auto begin = std::chrono::steady_clock::now();
    edges = cgsd::load_dataset(request, cgsd::RunContext()).data.input.graph.edges();
    fastest = std::min(fastest, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::printf("{\"seconds\": %.6f, \"edges\": %llu}\n", fastest, static_cast<unsigned long long>(edges));
}
