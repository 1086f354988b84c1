// A file as a stream of bytes; gzip is recognised by content and undone on the way, whatever the name ends in.
// Promises: reads forward in bounded memory; a compressed file that ends early or is damaged throws ParseError, a file
// that cannot be opened or read throws IoError. A directory is an IoError. A pipe gives its bytes once, unless
// io/bytes/kept_streams.hpp keeps them. Files that are part of the program open likewise (io/built_in/embedded_files.hpp).
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace cgsd {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills `buffer` as far as it can; fewer bytes than asked for only at the end, 0 after it.
  virtual std::size_t read(std::span<char> buffer) = 0;
};

// `head`, then what `rest` still has: for a source of which something was read to recognise it, since a pipe cannot be
// rewound.
std::unique_ptr<ByteSource> resumed(std::string head, std::unique_ptr<ByteSource> rest);

std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& file);

// The first `count` bytes of the (uncompressed) contents, or fewer if there are fewer: for recognising formats.
std::string first_bytes(const std::filesystem::path& file, std::size_t count);

// Whether the file itself, before undoing it, is gzip-compressed.
bool is_gzip(const std::filesystem::path& file);

// "cora.csv.gz" → ".csv", lower case: the ending that tells the format.
std::string format_ending(const std::filesystem::path& file);

}  // namespace cgsd
