#include "cgsd/io/arrays/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/core/utf8.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/whole_file.hpp"

namespace cgsd {
namespace {

std::string claim(const NpyHeader& header, std::uint64_t bytes) {
  return fmt::format("shape {} of {} claims {} bytes", shape_text(header.shape), type_name(header.type),
                     grouped(bytes));
}

void check_memory(const NpyHeader& header, std::uint64_t bytes, const ArrayOrigin& origin) {
  const std::uint64_t memory = machine_memory();
  if (bytes > memory) {
    throw origin.error(
        fmt::format("{}, more than the {} of this machine's memory", claim(header, bytes), grouped(memory)));
  }
}

void reverse_each(std::vector<char>& bytes, std::size_t width) {
  for (std::size_t i = 0; i + width <= bytes.size(); i += width) {
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                 bytes.begin() + static_cast<std::ptrdiff_t>(i + width));
  }
}

// Column-major (rows, cols) → row-major.
std::vector<char> transposed(const std::vector<char>& bytes, std::size_t rows, std::size_t cols, std::size_t width) {
  std::vector<char> out(bytes.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) {
      std::copy_n(bytes.data() + (j * rows + i) * width, width, out.data() + (i * cols + j) * width);
    }
  }
  return out;
}

template <class T>
constexpr std::string_view descr_of() {
  constexpr bool little = std::endian::native == std::endian::little;
  if constexpr (std::is_same_v<T, float>) return little ? "<f4" : ">f4";
  if constexpr (std::is_same_v<T, double>) return little ? "<f8" : ">f8";
  if constexpr (std::is_same_v<T, std::int32_t>) return little ? "<i4" : ">i4";
  if constexpr (std::is_same_v<T, std::int64_t>) return little ? "<i8" : ">i8";
}

template <class T>
std::string_view raw_bytes(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

template <class T>
std::string array_bytes(std::span<const T> values, const std::vector<std::uint64_t>& shape) {
  std::string bytes = npy_header_bytes(descr_of<T>(), shape);
  bytes += raw_bytes(values);
  return bytes;
}

template <class T>
void write_array(const std::filesystem::path& target, std::span<const T> values,
                 const std::vector<std::uint64_t>& shape) {
  AtomicFile file(target);
  file.write(npy_header_bytes(descr_of<T>(), shape));
  file.write(raw_bytes(values));
  file.commit();
}

class BytesAtHand final : public ByteSource {
 public:
  explicit BytesAtHand(std::string_view bytes) : left_(bytes) {}
  std::size_t read(std::span<char> buffer) override {
    const std::size_t count = left_.copy(buffer.data(), buffer.size());
    left_.remove_prefix(count);
    return count;
  }
  std::size_t left() const { return left_.size(); }

 private:
  std::string_view left_;
};

// Every text padded with zeros to the length of the longest.
template <class Character, class Text>
std::string padded_texts(std::span<const Text> texts, char letter, std::string_view order) {
  std::size_t longest = 1;
  for (const Text& text : texts) longest = std::max(longest, text.size());
  std::string bytes = npy_header_bytes(fmt::format("{}{}{}", order, letter, longest), {texts.size()});
  for (const Text& text : texts) {
    bytes.append(reinterpret_cast<const char*>(text.data()), text.size() * sizeof(Character));
    bytes.append((longest - text.size()) * sizeof(Character), '\0');
  }
  return bytes;
}

}  // namespace

NpyArray npy_array(const NpyHeader& header, std::vector<char> bytes, const ArrayOrigin& origin) {
  const std::uint64_t expected = byte_count(header, origin);
  if (bytes.size() != expected) {
    throw origin.error(fmt::format("{}, but there are {}", claim(header, expected), grouped(bytes.size())));
  }
  const bool order_matters = header.fortran_order && header.shape.size() > 1;
  if (order_matters && header.shape.size() > 2) {
    throw origin.error(fmt::format("Fortran order with {} dimensions is not supported", header.shape.size()));
  }
  if (header.type.foreign) {
    reverse_each(bytes, header.type.kind == NpyKind::text ? 4 : static_cast<std::size_t>(header.type.size));
  }
  NpyArray array{origin, header.shape, header.type, std::move(bytes)};
  array.type.foreign = false;
  if (order_matters && !array.bytes.empty()) {
    array.bytes = transposed(array.bytes, array.shape[0], array.shape[1], array.type.size);
  }
  return array;
}

NpyArray read_npy(ByteSource& source, const ArrayOrigin& origin, std::optional<std::uint64_t> size,
                  const RunContext& run) {
  const NpyHeader header = read_npy_header(source, origin);
  const std::uint64_t expected = byte_count(header, origin);
  const auto too_few = [&](std::uint64_t held) {
    return origin.error(fmt::format("{}, but the file holds {}", claim(header, expected), grouped(held)));
  };
  if (size && expected > *size) throw too_few(*size);
  check_memory(header, expected, origin);
  std::vector<char> bytes = read_up_to(source, expected, run);
  if (bytes.size() < expected) throw too_few(bytes.size());
  std::array<char, 1> further{};
  if (source.read(further) != 0) throw origin.error("there are further bytes after the array");
  return npy_array(header, std::move(bytes), origin);
}

std::optional<NpyArray> npy_of(std::vector<char> file, const ArrayOrigin& origin) {
  BytesAtHand source({file.data(), file.size()});
  const NpyHeader header = read_npy_header(source, origin);
  if (byte_count(header, origin) != source.left()) return std::nullopt;
  file.erase(file.begin(), file.end() - static_cast<std::ptrdiff_t>(source.left()));
  return npy_array(header, std::move(file), origin);
}

NpyArray read_npy(const std::filesystem::path& file, const RunContext& run) {
  const auto source = open_bytes(file);
  std::error_code error;
  std::optional<std::uint64_t> size;
  if (std::filesystem::is_regular_file(file, error) && !is_gzip(file)) size = std::filesystem::file_size(file, error);
  return read_npy(*source, {file.string()}, error ? std::nullopt : size, run);
}

std::string npy_bytes(MatrixView<float> matrix) { return array_bytes(matrix.values(), {matrix.rows(), matrix.cols()}); }
std::string npy_bytes(MatrixView<double> matrix) {
  return array_bytes(matrix.values(), {matrix.rows(), matrix.cols()});
}
std::string npy_bytes(std::span<const float> values) { return array_bytes(values, {values.size()}); }
std::string npy_bytes(std::span<const double> values) { return array_bytes(values, {values.size()}); }
std::string npy_bytes(std::span<const std::int32_t> values) { return array_bytes(values, {values.size()}); }
std::string npy_bytes(std::span<const std::int64_t> values, std::vector<std::uint64_t> shape) {
  if (shape.empty()) shape = {values.size()};
  return array_bytes(values, shape);
}

std::string npy_bytes(std::span<const std::string> texts) {
  std::vector<std::u32string> decoded;
  decoded.reserve(texts.size());
  for (const std::string& text : texts) {
    std::optional<std::u32string> points = decode_utf8(text);
    if (!points) return padded_texts<char, std::string>(texts, 'S', "|");
    decoded.push_back(std::move(*points));
  }
  const std::string_view order = std::endian::native == std::endian::little ? "<" : ">";
  return padded_texts<char32_t, std::u32string>(decoded, 'U', order);
}

void write_npy(const std::filesystem::path& target, MatrixView<float> matrix) {
  write_array(target, matrix.values(), {matrix.rows(), matrix.cols()});
}
void write_npy(const std::filesystem::path& target, MatrixView<double> matrix) {
  write_array(target, matrix.values(), {matrix.rows(), matrix.cols()});
}
void write_npy(const std::filesystem::path& target, std::span<const std::int32_t> values) {
  write_array(target, values, {values.size()});
}
void write_npy(const std::filesystem::path& target, std::span<const std::int64_t> values) {
  write_array(target, values, {values.size()});
}

}  // namespace cgsd
