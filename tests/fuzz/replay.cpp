// Seeds and past findings again, by the ordinary compiler: replay FOLDER runs FOLDER/TARGET/* through TARGET, and each file of
// FOLDER/everywhere through every target. Each file also comes cut short and with bytes changed, the same way every time.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "cgsd/core/random.hpp"

#include "tests/fuzz/targets.hpp"

namespace {

namespace fs = std::filesystem;
using cgsd::fuzz::Target;
using Input = std::vector<std::uint8_t>;

constexpr int kChanges = 8;

Input contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// The file itself, cut at three places, and with a few bytes changed.
std::vector<Input> variants(const Input& input) {
  std::vector<Input> all = {input};
  if (input.empty()) return all;
  for (const std::size_t quarter : {1, 2, 3})
    all.emplace_back(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(input.size() * quarter / 4));
  cgsd::RandomSequence random(cgsd::RandomStream(input.size()).named("replay"));
  for (int i = 0; i < kChanges; ++i) {
    Input changed = input;
    for (int j = 0; j <= i; ++j) changed[random.below(changed.size())] = static_cast<std::uint8_t>(random.below(256));
    all.push_back(std::move(changed));
  }
  return all;
}

std::size_t replay(const Target& target, const fs::path& folder) {
  std::size_t runs = 0;
  if (!fs::is_directory(folder)) return runs;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    fmt::print(stderr, "\r{} {}        ", target.name,
               entry.path().filename().string());  // the last words if it crashes
    for (const Input& input : variants(contents(entry.path()))) {
      cgsd::fuzz::try_out(target, input);
      ++runs;
    }
  }
  return runs;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t runs = 0;
  std::size_t without = 0;
  const std::vector<Target> all = cgsd::fuzz::targets();
  for (const Target& target : all) {
    std::size_t own = 0;
    for (int i = 1; i < argc; ++i) own += replay(target, fs::path(argv[i]) / target.name);
    if (own == 0) fmt::print(stderr, "\n{} has no seeds\n", target.name);
    without += own == 0 ? 1U : 0U;
    for (int i = 1; i < argc; ++i) own += replay(target, fs::path(argv[i]) / "everywhere");
    runs += own;
  }
  fmt::print("\n{} inputs through {} targets\n", runs, all.size());
  return without == 0 ? 0 : 1;
}
