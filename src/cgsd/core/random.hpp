// Randomness as a pure function: draw number i of the stream (seed, purpose, item, …) is always the same number,
// whatever the order of calls. There is no global generator and no thread id in a seed, so parallel code that
// keys its draws by item gives the same bits at any number of threads.
//
//   run.stream("dropout").at(epoch).at(node).uniform(j)      a pure draw
//   RandomSequence coin(run.stream("shuffle"));  coin();     the same stream read one after another
//
// Source: Philox4x64-10 of Random123 (Salmon et al., SC'11); 128-bit keys, one Philox call per derived stream.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace cgsd {

class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed) : key_{seed, 0} {}

  RandomStream named(std::string_view purpose) const;
  RandomStream at(std::uint64_t item) const;

  std::array<std::uint64_t, 4> block(std::uint64_t index) const;  // 256 random bits
  void blocks(std::uint64_t first,
              std::span<std::array<std::uint64_t, 4>> out) const;  // block(first), block(first + 1), …
  std::uint64_t bits(std::uint64_t index) const { return block(index)[0]; }
  double uniform(std::uint64_t index) const;  // [0, 1)
  double normal(std::uint64_t index) const;   // mean 0, variance 1

  bool operator==(const RandomStream&) const = default;

 private:
  std::array<std::uint64_t, 2> key_;
};

// A stream read in sequence. Satisfies std::uniform_random_bit_generator.
class RandomSequence {
 public:
  using result_type = std::uint64_t;
  explicit RandomSequence(RandomStream stream) : stream_(stream) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()();

  double uniform();           // [0, 1)
  double uniform_positive();  // (0, 1]: safe under a logarithm
  double normal();
  std::uint64_t below(std::uint64_t bound);  // 0 … bound − 1 without bias; bound ≥ 1

 private:
  RandomStream stream_;
  std::array<std::uint64_t, 4> buffer_{};
  std::uint64_t next_block_ = 0;
  unsigned used_ = 4;
};

// Fisher–Yates. std::shuffle may differ between standard libraries; this does not.
template <class T>
void shuffle(std::span<T> items, RandomSequence& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

}  // namespace cgsd
