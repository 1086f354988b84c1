#include "cgsd/io/arrays/npy_header.hpp"

#include <bit>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kMaxHeader = std::size_t{1} << 16;  // NumPy itself refuses to evaluate more than 10,000 bytes
constexpr std::size_t kMaxDimensions = 64;
constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 62;

// A cursor over the dictionary literal.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const ArrayOrigin& origin) : text_(text), origin_(origin) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      parse_item();
      if (accept(',')) continue;
      expect('}');
      break;
    }
    skip_blanks();
    if (place_ != text_.size()) fail();
    if (!type_ || !fortran_order_ || !shape_) {
      throw origin_.error("the .npy header lacks one of 'descr', 'fortran_order' and 'shape'");
    }
    return {std::move(*shape_), *type_, *fortran_order_};
  }

 private:
  [[noreturn]] void fail() const {
    throw origin_.error(fmt::format("the .npy header cannot be understood at {}",
                                    in_quotes(text_.substr(std::min(place_, text_.size())))));
  }
  void skip_blanks() {
    while (place_ < text_.size() && (text_[place_] == ' ' || text_[place_] == '\n')) ++place_;
  }
  bool accept(char c) {
    skip_blanks();
    if (place_ >= text_.size() || text_[place_] != c) return false;
    ++place_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail();
  }

  std::string_view parse_string() {
    const char quote = accept('\'') ? '\'' : '"';
    if (quote == '"') expect('"');
    const std::size_t end = text_.find(quote, place_);
    if (end == std::string_view::npos) fail();
    const std::string_view found = text_.substr(place_, end - place_);
    if (found.find('\\') != std::string_view::npos) fail();
    place_ = end + 1;
    return found;
  }

  bool parse_boolean() {
    skip_blanks();
    for (const bool value : {true, false}) {
      const std::string_view word = value ? "True" : "False";
      if (!text_.substr(place_).starts_with(word)) continue;
      place_ += word.size();
      return value;
    }
    fail();
  }

  std::uint64_t parse_number() {
    skip_blanks();
    std::uint64_t value = 0;
    const char* const begin = text_.data() + place_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc{}) fail();
    place_ += static_cast<std::size_t>(end - begin);
    if (place_ < text_.size() && text_[place_] == 'L') ++place_;  // Python 2 marked its long integers
    return value;
  }

  std::vector<std::uint64_t> parse_shape() {
    std::vector<std::uint64_t> shape;
    expect('(');
    while (!accept(')')) {
      shape.push_back(parse_number());
      if (shape.size() > kMaxDimensions) throw origin_.error("the array has more than 64 dimensions");
      if (accept(',')) continue;
      if (shape.size() == 1) fail();  // (3) is a number, (3,) a shape
      expect(')');
      break;
    }
    return shape;
  }

  void parse_item() {
    const std::string_view key = parse_string();
    expect(':');
    if (key == "descr" && !type_) {
      if (accept('[')) throw origin_.error("structured element types are not supported");
      type_ = npy_type(parse_string(), origin_);
    } else if (key == "fortran_order" && !fortran_order_) {
      fortran_order_ = parse_boolean();
    } else if (key == "shape" && !shape_) {
      shape_ = parse_shape();
    } else {
      throw origin_.error(fmt::format("the .npy header has an unexpected or repeated key {}", in_quotes(key)));
    }
  }

  std::string_view text_;
  const ArrayOrigin& origin_;
  std::size_t place_ = 0;
  std::optional<NpyType> type_;
  std::optional<bool> fortran_order_;
  std::optional<std::vector<std::uint64_t>> shape_;
};

std::string read_bytes(ByteSource& source, std::size_t count, const ArrayOrigin& origin) {
  std::string bytes(count, '\0');
  if (source.read(bytes) != count) throw origin.error("the .npy header ends early");
  return bytes;
}

std::optional<NpyType> known_type(char letter, std::uint64_t size) {
  const bool integer_size = size == 1 || size == 2 || size == 4 || size == 8;
  if (letter == 'b' && size == 1) return NpyType{NpyKind::boolean, 1};
  if (letter == 'i' && integer_size) return NpyType{NpyKind::signed_integer, size};
  if (letter == 'u' && integer_size) return NpyType{NpyKind::unsigned_integer, size};
  if (letter == 'f' && (size == 4 || size == 8)) return NpyType{NpyKind::real, size};
  if (letter == 'S' && size > 0) return NpyType{NpyKind::bytes, size};
  if (letter == 'U' && size > 0 && size < kMaxCount / 4) return NpyType{NpyKind::text, size * 4};
  return std::nullopt;
}

}  // namespace

NpyType npy_type(std::string_view descr, const ArrayOrigin& origin) {
  std::string_view rest = descr;
  const char order = rest.empty() ? '\0' : rest.front();
  const bool has_order = std::string_view("<>|=").find(order) != std::string_view::npos && order != '\0';
  if (has_order) rest.remove_prefix(1);
  if (rest.starts_with('O')) throw origin.error("the array holds Python objects, which are never loaded");
  std::uint64_t size = 0;
  const char* const end = rest.data() + rest.size();
  std::optional<NpyType> type;
  if (rest.size() >= 2) {
    const auto result = std::from_chars(rest.data() + 1, end, size);
    if (result.ec == std::errc{} && result.ptr == end) type = known_type(rest.front(), size);
  }
  if (!type) {
    throw origin.error(
        fmt::format("element type {} is not supported; use integers, float32, float64 or strings", in_quotes(descr)));
  }
  const bool little_here = std::endian::native == std::endian::little;
  const bool ordered = type->size > 1 && type->kind != NpyKind::bytes;
  type->foreign = ordered && ((order == '>' && little_here) || (order == '<' && !little_here));
  return *type;
}

std::string type_name(const NpyType& type) {
  switch (type.kind) {
    case NpyKind::boolean:
      return "bool";
    case NpyKind::signed_integer:
      return fmt::format("int{}", type.size * 8);
    case NpyKind::unsigned_integer:
      return fmt::format("uint{}", type.size * 8);
    case NpyKind::real:
      return fmt::format("float{}", type.size * 8);
    default:
      return "strings";
  }
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  return shape.size() == 1 ? fmt::format("({},)", shape[0]) : fmt::format("({})", fmt::join(shape, ", "));
}

std::uint64_t element_count(const std::vector<std::uint64_t>& shape, const ArrayOrigin& origin) {
  std::uint64_t count = 1;
  for (const std::uint64_t length : shape) {
    if (length == 0) return 0;
  }
  for (const std::uint64_t length : shape) {
    if (length > kMaxCount / count) throw origin.error(fmt::format("shape {} is impossibly large", shape_text(shape)));
    count *= length;
  }
  return count;
}

std::uint64_t byte_count(const NpyHeader& header, const ArrayOrigin& origin) {
  const std::uint64_t elements = element_count(header.shape, origin);
  if (elements > kMaxCount / header.type.size) {
    throw origin.error(fmt::format("shape {} is impossibly large", shape_text(header.shape)));
  }
  return elements * header.type.size;
}

NpyHeader read_npy_header(ByteSource& source, const ArrayOrigin& origin) {
  std::string start(kNpyMagic.size() + 2, '\0');
  start.resize(source.read(start));
  if (!start.starts_with(kNpyMagic)) throw origin.error("is not a NumPy array (.npy)");
  if (start.size() < kNpyMagic.size() + 2) throw origin.error("the .npy header ends early");
  const int version = static_cast<unsigned char>(start[kNpyMagic.size()]);
  if (version < 1 || version > 3 || start.back() != '\0') {
    throw origin.error(fmt::format(".npy version {}.{} is not supported", version,
                                   static_cast<int>(static_cast<unsigned char>(start.back()))));
  }
  std::size_t length = 0;
  const std::string length_bytes = read_bytes(source, version == 1 ? 2 : 4, origin);
  for (std::size_t i = 0; i < length_bytes.size(); ++i) {
    length |= static_cast<std::size_t>(static_cast<unsigned char>(length_bytes[i])) << (8 * i);
  }
  if (length > kMaxHeader) {
    throw origin.error(fmt::format("a .npy header of {} bytes is not plausible", grouped(length)));
  }
  const std::string text = read_bytes(source, length, origin);
  return HeaderParser(text, origin).parse();
}

std::string npy_header_bytes(std::string_view descr, const std::vector<std::uint64_t>& shape) {
  constexpr std::size_t kFixed = 10;  // magic, version, length
  constexpr std::size_t kAlignment = 64;
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", descr, shape_text(shape));
  text.append(kAlignment - (kFixed + text.size() + 1) % kAlignment, ' ');
  text += '\n';
  std::string head(kNpyMagic);
  head += {'\1', '\0', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return head + text;
}

}  // namespace cgsd
