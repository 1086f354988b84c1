// A program of the library's user, for python/tests/test_same_bytes.py: the communities of all nodes as int32, then the
// embedding as float32, on standard output. Usage: communities_by_library DATA METHOD COMMUNITIES SEED; 0 communities: counted
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cgsd/files.hpp>

int main(int count, char** words) {
  if (count != 5) return 2;
  const cgsd::RunContext run({.seed = std::strtoull(words[4], nullptr, 10)});
  const cgsd::Dataset data = cgsd::load_known_dataset(words[1], {}, {}, run).data;
  cgsd::ConfiguredMethod method = cgsd::configured(words[2]);
  method.communities = std::atoi(words[3]);
  const cgsd::MethodResult found = method.run(data.input, run);
  const std::vector<std::int32_t> communities(found.partition.community_of.begin(), found.partition.community_of.end());
  std::fwrite(communities.data(), sizeof(std::int32_t), communities.size(), stdout);
  const cgsd::Matrix<float>& coordinates = found.coordinates();
  for (std::size_t row = 0; row < coordinates.rows(); ++row)
    std::fwrite(coordinates.row(row).data(), sizeof(float), coordinates.cols(), stdout);
}
