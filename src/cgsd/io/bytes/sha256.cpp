#include "cgsd/io/bytes/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/file_descriptor.hpp"

namespace cgsd {
namespace {

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
constexpr std::array<std::uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using Word = std::uint32_t;

// The functions of FIPS 180-4, 4.1.2.
Word choose(Word x, Word y, Word z) { return (x & y) ^ (~x & z); }
Word majority(Word x, Word y, Word z) { return (x & y) ^ (x & z) ^ (y & z); }
Word big_sigma0(Word x) { return std::rotr(x, 2) ^ std::rotr(x, 13) ^ std::rotr(x, 22); }
Word big_sigma1(Word x) { return std::rotr(x, 6) ^ std::rotr(x, 11) ^ std::rotr(x, 25); }
Word small_sigma0(Word x) { return std::rotr(x, 7) ^ std::rotr(x, 18) ^ (x >> 3); }
Word small_sigma1(Word x) { return std::rotr(x, 17) ^ std::rotr(x, 19) ^ (x >> 10); }

Word big_endian(const unsigned char* bytes) {
  return (Word{bytes[0]} << 24) | (Word{bytes[1]} << 16) | (Word{bytes[2]} << 8) | Word{bytes[3]};
}

}  // namespace

void Sha256::compress(const unsigned char* block) {
  std::array<Word, 64> w;
  for (std::size_t t = 0; t < 16; ++t) w[t] = big_endian(block + 4 * t);
  for (std::size_t t = 16; t < 64; ++t) {
    w[t] = small_sigma1(w[t - 2]) + w[t - 7] + small_sigma0(w[t - 15]) + w[t - 16];
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t t = 0; t < 64; ++t) {
    const Word t1 = h + big_sigma1(e) + choose(e, f, g) + kRound[t] + w[t];
    const Word t2 = big_sigma0(a) + majority(a, b, c);
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const std::array<Word, 8> step = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += step[i];
}

void Sha256::update(std::string_view bytes) {
  const auto* next = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t left = bytes.size();
  total_ += left;
  if (pending_size_ > 0) {
    const std::size_t taken = std::min(left, kBlock - pending_size_);
    std::copy_n(next, taken, pending_.data() + pending_size_);
    pending_size_ += taken;
    next += taken;
    left -= taken;
    if (pending_size_ < kBlock) return;
    compress(pending_.data());
    pending_size_ = 0;
  }
  for (; left >= kBlock; next += kBlock, left -= kBlock) compress(next);
  std::copy_n(next, left, pending_.data());
  pending_size_ = left;
}

std::string Sha256::hex() const {
  // Padding (FIPS 180-4, 5.1.1): a one bit, zeros, and the length in bits as 64 big-endian bits.
  Sha256 padded = *this;
  const std::size_t zeros = (kBlock + kBlock - 9 - pending_size_) % kBlock;
  std::string tail(1 + zeros, '\0');
  tail[0] = '\x80';
  const std::uint64_t bits = total_ * 8;
  for (int shift = 56; shift >= 0; shift -= 8) tail += static_cast<char>((bits >> shift) & 0xff);
  padded.update(tail);
  std::string digits;
  for (const Word word : padded.state_) digits += fmt::format("{:08x}", word);
  return digits;
}

std::string sha256_of_file(const std::filesystem::path& file, const RunContext& run) {
  const FileDescriptor source = open_regular_file(file, O_RDONLY);
  std::vector<char> buffer(std::size_t{1} << 18);
  Sha256 hash;
  for (;;) {
    run.check_stop();
    const ssize_t got = ::read(source.number(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw IoError::from_errno(file.string(), errno);
    if (got == 0) return hash.hex();
    hash.update({buffer.data(), static_cast<std::size_t>(got)});
  }
}

}  // namespace cgsd
