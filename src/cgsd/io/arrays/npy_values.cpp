#include "cgsd/io/arrays/npy_values.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/core/utf8.hpp"

namespace cgsd {
namespace {

template <class T>
T element(const NpyArray& array, std::uint64_t i) {
  T value;
  std::memcpy(&value, array.bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

template <class Out, class In>
Out converted(const NpyArray& array, std::uint64_t i, In value) {
  if constexpr (std::is_same_v<Out, float> && std::is_same_v<In, double>) {
    if (std::isfinite(value) && std::abs(value) > static_cast<double>(std::numeric_limits<float>::max())) {
      throw array.error(fmt::format("{}: {} is too large for a 32-bit number", place_of(array, i), value));
    }
  }
  if constexpr (std::is_same_v<Out, std::int64_t> && std::is_same_v<In, std::uint64_t>) {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      throw array.error(fmt::format("{}: {} is too large", place_of(array, i), value));
    }
  }
  return static_cast<Out>(value);
}

template <class Out, class In>
std::vector<Out> convert(const NpyArray& array) {
  std::vector<Out> out(array.elements());
  for (std::uint64_t i = 0; i < out.size(); ++i) out[i] = converted<Out>(array, i, element<In>(array, i));
  return out;
}

template <class Out, class One, class Two, class Four, class Eight>
std::vector<Out> convert_integers(const NpyArray& array) {
  switch (array.type.size) {
    case 1:
      return convert<Out, One>(array);
    case 2:
      return convert<Out, Two>(array);
    case 4:
      return convert<Out, Four>(array);
    default:
      return convert<Out, Eight>(array);
  }
}

template <class Out>
std::vector<Out> convert_booleans(const NpyArray& array) {
  std::vector<Out> out(array.elements());
  for (std::uint64_t i = 0; i < out.size(); ++i) out[i] = array.bytes[i] != 0 ? Out{1} : Out{0};
  return out;
}

template <class Out>
std::vector<Out> number_values(const NpyArray& array) {
  switch (array.type.kind) {
    case NpyKind::boolean:
      return convert_booleans<Out>(array);
    case NpyKind::signed_integer:
      return convert_integers<Out, std::int8_t, std::int16_t, std::int32_t, std::int64_t>(array);
    case NpyKind::unsigned_integer:
      return convert_integers<Out, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>(array);
    case NpyKind::real:
      if constexpr (std::is_floating_point_v<Out>) {
        return array.type.size == 4 ? convert<Out, float>(array) : convert<Out, double>(array);
      }
      throw array.error(fmt::format("must hold integers, not {}", type_name(array.type)));
    default:
      throw array.error("must hold numbers, not strings");
  }
}

std::string text_at(const NpyArray& array, std::uint64_t i) {
  std::string text;
  if (array.type.kind == NpyKind::bytes) {
    text.assign(array.bytes.data() + i * array.type.size, array.type.size);
  } else {
    const std::uint64_t length = array.type.size / 4;
    for (std::uint64_t k = 0; k < length; ++k) {
      const auto point = element<char32_t>(array, i * length + k);
      if (!append_utf8(text, point)) {
        throw array.error(fmt::format("{}: {:#x} is not a character", place_of(array, i), std::uint32_t{point}));
      }
    }
  }
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

}  // namespace

std::vector<float> float_values(const NpyArray& array) { return number_values<float>(array); }
std::vector<double> double_values(const NpyArray& array) { return number_values<double>(array); }
std::vector<std::int64_t> integer_values(const NpyArray& array) { return number_values<std::int64_t>(array); }

std::vector<std::string> text_values(const NpyArray& array) {
  if (!array.type.is_text()) throw array.error(fmt::format("must hold strings, not {}", type_name(array.type)));
  std::vector<std::string> texts;
  for (std::uint64_t i = 0; i < array.elements(); ++i) texts.push_back(text_at(array, i));
  return texts;
}

Matrix<float> attribute_matrix(const NpyArray& array) {
  if (array.shape.size() != 2) {
    throw array.error(
        fmt::format("attributes must be a matrix (nodes, attributes), not of shape {}", shape_text(array.shape)));
  }
  std::vector<float> values = float_values(array);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      throw array.error(fmt::format("{}: {} is not a finite number", place_of(array, i), values[i]));
    }
  }
  return {array.shape[0], array.shape[1], std::move(values)};
}

std::string place_of(const NpyArray& array, std::uint64_t i) {
  if (array.shape.size() != 2) return fmt::format("element {}", i);
  return fmt::format("row {}, column {}", i / array.shape[1], i % array.shape[1]);
}

}  // namespace cgsd
