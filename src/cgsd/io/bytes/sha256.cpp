#include "cgsd/io/bytes/sha256.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/file_descriptor.hpp"
#include "cgsd/io/bytes/sha256_blocks.hpp"

namespace cgsd {
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
    sha256_blocks(state_, pending_.data(), 1);
    pending_size_ = 0;
  }
  const std::size_t blocks = left / kBlock;
  sha256_blocks(state_, next, blocks);
  next += blocks * kBlock;
  left -= blocks * kBlock;
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
  for (const std::uint32_t word : padded.state_) digits += fmt::format("{:08x}", word);
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
