#include <cstdio>

#include <cgsd/files.hpp>

int main() {
  const cgsd::RunContext run({.seed = 7});
  const cgsd::Dataset data = cgsd::load_known_dataset("people", {}, {}, run).data;
  const cgsd::MethodResult found = cgsd::configured("default").run(data.input, run);
  for (const cgsd::NodeId v : {0, 1, 2})
    std::printf("%s: community %d\n", data.names.name(v).c_str(), found.partition.community_of[v]);
}
