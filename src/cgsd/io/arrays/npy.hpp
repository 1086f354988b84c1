// NumPy arrays (.npy): reading and writing. Conversions to numbers and texts are in npy_values.hpp.
//
// Promises: memory never exceeds twice the data that are really present, whatever the header claims, and an array
// larger than the machine's memory is refused at its header; an array cut off or followed by further bytes is a
// ParseError. After reading, elements are in C order and in this machine's byte order.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/io/arrays/npy_header.hpp"

namespace cgsd {

struct NpyArray {
  ArrayOrigin origin;
  std::vector<std::uint64_t> shape;  // empty: a scalar
  NpyType type;
  std::vector<char> bytes;

  std::uint64_t elements() const { return bytes.size() / type.size; }
  ParseError error(const std::string& what) const { return origin.error(what); }
};

NpyArray read_npy(const std::filesystem::path& file, const RunContext& run);
// `size`: the bytes the source holds, if known; a header that claims more is refused before any data are read.
NpyArray read_npy(ByteSource& source, const ArrayOrigin& origin, std::optional<std::uint64_t> size,
                  const RunContext& run);
// A whole .npy file; none if it holds more or less than its header claims, which reading it as a source tells.
std::optional<NpyArray> npy_of(std::vector<char> file, const ArrayOrigin& origin);
// Bytes in either order and byte order as an array; throws ParseError unless they are exactly as many as claimed.
NpyArray npy_array(const NpyHeader& header, std::vector<char> bytes, const ArrayOrigin& origin);

// Whole .npy files as bytes. An empty shape means one dimension.
std::string npy_bytes(MatrixView<float> matrix);
std::string npy_bytes(MatrixView<double> matrix);
std::string npy_bytes(std::span<const float> values);
std::string npy_bytes(std::span<const double> values);
std::string npy_bytes(std::span<const std::int32_t> values);
std::string npy_bytes(std::span<const std::int64_t> values, std::vector<std::uint64_t> shape = {});
std::string npy_bytes(std::span<const std::string> texts);  // as U (UTF-32), or as S if one is not valid UTF-8

void write_npy(const std::filesystem::path& target, MatrixView<float> matrix);
void write_npy(const std::filesystem::path& target, MatrixView<double> matrix);
void write_npy(const std::filesystem::path& target, std::span<const std::int32_t> values);
void write_npy(const std::filesystem::path& target, std::span<const std::int64_t> values);

}  // namespace cgsd
