#include "mpi/file_lines.hpp"

#include <algorithm>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/byte_source.hpp"
#include "cgsd/io/text/text_source.hpp"

namespace cgsd::mpi {

namespace fs = std::filesystem;

FileLines::FileLines(const fs::path& file)
    : name_(file.string()), in_(file, std::ios::binary), size_(fs::file_size(file)) {
  if (!in_) throw IoError(name_ + ": cannot be opened");
}

std::string FileLines::read(std::uint64_t begin, std::uint64_t end) {
  std::string bytes(end - begin, '\0');
  in_.clear();
  in_.seekg(static_cast<std::streamoff>(begin));
  in_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (static_cast<std::size_t>(in_.gcount()) != bytes.size())
    throw IoError(name_ + ": became shorter while it was read");
  return bytes;
}

std::uint64_t FileLines::line_from(std::uint64_t from) {
  if (from == 0) return 0;
  for (std::uint64_t begin = from - 1; begin < size_; begin += kPiece) {
    const std::string bytes = read(begin, std::min(begin + kPiece, size_));
    if (const std::size_t end = bytes.find('\n'); end != std::string::npos) return begin + end + 1;
  }
  return size_;
}

std::uint64_t FileLines::lines_before(std::uint64_t end) {
  std::uint64_t lines = 0;
  for (std::uint64_t begin = 0; begin < end; begin += kPiece)
    lines += static_cast<std::uint64_t>(std::ranges::count(read(begin, std::min(begin + kPiece, end)), '\n'));
  return lines;
}

std::pair<std::uint64_t, std::uint64_t> FileLines::own_lines(std::uint64_t heading, const Processes& processes) {
  std::uint64_t first = 0;
  for (; heading > 0; --heading) first = line_from(first + 1);
  const auto ranks = static_cast<std::uint64_t>(processes.count());
  const auto rank = static_cast<std::uint64_t>(processes.rank());
  const std::uint64_t data = size_ - first;
  return {rank == 0 ? first : line_from(first + data * rank / ranks),
          rank + 1 == ranks ? size_ : line_from(first + data * (rank + 1) / ranks)};
}

void check_plain_text(const fs::path& file, const std::string& instead) {
  if (is_gzip(file) || looks_like_utf16(first_bytes(file, 4)) != Utf16::no)
    throw ParseError({file.string()}, "several ranks read plain text" + instead);
}

}  // namespace cgsd::mpi
