#include "cgsd/core/random.hpp"

#include <cmath>
#include <numbers>

#include <Random123/philox.h>

namespace cgsd {
namespace {

// The last counter word keeps draws and derived keys apart: a stream never overlaps with its children.
enum Role : std::uint64_t { role_draw = 0, role_item = 1, role_name = 2 };

std::array<std::uint64_t, 4> philox(const std::array<std::uint64_t, 2>& key, std::uint64_t index, Role role) {
  const r123::Philox4x64::ctr_type counter = {{index, 0, 0, role}};
  const r123::Philox4x64::key_type philox_key = {{key[0], key[1]}};
  const auto out = r123::Philox4x64{}(counter, philox_key);
  return {out[0], out[1], out[2], out[3]};
}

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

double to_unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

double box_muller(std::uint64_t radius_bits, std::uint64_t angle_bits) {
  const double radius = std::sqrt(-2.0 * std::log(to_unit(radius_bits) + 0x1p-53));
  return radius * std::cos(2.0 * std::numbers::pi * to_unit(angle_bits));
}

}  // namespace

RandomStream RandomStream::named(std::string_view purpose) const {
  const auto words = philox(key_, fnv1a(purpose), role_name);
  RandomStream child(0);
  child.key_ = {words[0], words[1]};
  return child;
}

RandomStream RandomStream::at(std::uint64_t item) const {
  const auto words = philox(key_, item, role_item);
  RandomStream child(0);
  child.key_ = {words[0], words[1]};
  return child;
}

std::array<std::uint64_t, 4> RandomStream::block(std::uint64_t index) const { return philox(key_, index, role_draw); }

void RandomStream::blocks(std::uint64_t first, std::span<std::array<std::uint64_t, 4>> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = philox(key_, first + i, role_draw);
}

double RandomStream::uniform(std::uint64_t index) const { return to_unit(bits(index)); }

double RandomStream::normal(std::uint64_t index) const {
  const auto words = block(index);
  return box_muller(words[0], words[1]);
}

RandomSequence::result_type RandomSequence::operator()() {
  if (used_ == buffer_.size()) {
    buffer_ = stream_.block(next_block_++);
    used_ = 0;
  }
  return buffer_[used_++];
}

double RandomSequence::uniform() { return to_unit((*this)()); }

double RandomSequence::uniform_positive() { return to_unit((*this)()) + 0x1p-53; }

double RandomSequence::normal() {
  const std::uint64_t radius_bits = (*this)();
  return box_muller(radius_bits, (*this)());
}

// Lemire's method: the high word of bits × bound, rejecting the few low words that would favour small results.
std::uint64_t RandomSequence::below(std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t threshold = (0 - bound) % bound;
  for (;;) {
    const Wide product = static_cast<Wide>((*this)()) * bound;
    if (static_cast<std::uint64_t>(product) >= threshold) return static_cast<std::uint64_t>(product >> 64);
  }
}

}  // namespace cgsd
