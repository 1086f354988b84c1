// Which fields of an options struct its `describe` forgot.
//
//   EXPECT_THAT(forgotten_fields<KmeansOptions>(), IsEmpty());
//   EXPECT_THAT(forgotten_fields<Job>(), ElementsAre(2));  // field 2 is not for users, because …
//
// A field counts as described if one of the described options lies in its bytes: a number, a choice, or part of a group.
#pragma once

#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "cgsd/core/options.hpp"

namespace cgsd::testing {

// Converts to anything: an aggregate of n fields can be made of n of these, and not of n + 1.
struct Anything {
  template <class T>
  operator T() const;
};

template <class Aggregate, std::size_t... Indices>
constexpr bool is_made_of(std::index_sequence<Indices...> /*fields*/) {
  return requires { Aggregate{(static_cast<void>(Indices), Anything{})...}; };
}
template <class Aggregate, std::size_t Count = 24>
constexpr std::size_t count_fields() {
  static_assert(std::is_aggregate_v<Aggregate> && !is_made_of<Aggregate>(std::make_index_sequence<25>()));
  if constexpr (is_made_of<Aggregate>(std::make_index_sequence<Count>())) {
    return Count;
  } else {
    return count_fields<Aggregate, Count - 1>();
  }
}

// References to the fields, in order. The language has no shorter way to name the fields of an unknown struct.
template <class Aggregate>
auto fields_of(Aggregate& s) {
  constexpr std::size_t kCount = count_fields<Aggregate>();
  // clang-format off
  if constexpr (kCount == 1) { auto& [a] = s; return std::tie(a); }
  else if constexpr (kCount == 2) { auto& [a, b] = s; return std::tie(a, b); }
  else if constexpr (kCount == 3) { auto& [a, b, c] = s; return std::tie(a, b, c); }
  else if constexpr (kCount == 4) { auto& [a, b, c, d] = s; return std::tie(a, b, c, d); }
  else if constexpr (kCount == 5) { auto& [a, b, c, d, e] = s; return std::tie(a, b, c, d, e); }
  else if constexpr (kCount == 6) { auto& [a, b, c, d, e, f] = s; return std::tie(a, b, c, d, e, f); }
  else if constexpr (kCount == 7) { auto& [a, b, c, d, e, f, g] = s; return std::tie(a, b, c, d, e, f, g); }
  else if constexpr (kCount == 8) { auto& [a, b, c, d, e, f, g, h] = s; return std::tie(a, b, c, d, e, f, g, h); }
  else if constexpr (kCount == 9) { auto& [a, b, c, d, e, f, g, h, i] = s; return std::tie(a, b, c, d, e, f, g, h, i); }
  else if constexpr (kCount == 10) { auto& [a, b, c, d, e, f, g, h, i, j] = s; return std::tie(a, b, c, d, e, f, g, h, i, j); }
  else if constexpr (kCount == 11) { auto& [a, b, c, d, e, f, g, h, i, j, k] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k); }
  else if constexpr (kCount == 12) { auto& [a, b, c, d, e, f, g, h, i, j, k, l] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l); }
  else if constexpr (kCount == 13) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m); }
  else if constexpr (kCount == 14) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n); }
  else if constexpr (kCount == 15) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o); }
  else if constexpr (kCount == 16) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p); }
  else if constexpr (kCount == 17) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q); }
  else if constexpr (kCount == 18) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r); }
  else if constexpr (kCount == 19) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, t] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, t); }
  else if constexpr (kCount == 20) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, t, u] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, t, u); }
  else if constexpr (kCount == 21) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, t, u, v] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, t, u, v); }
  else if constexpr (kCount == 22) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, t, u, v, w] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, t, u, v, w); }
  else if constexpr (kCount == 23) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, t, u, v, w, x] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, t, u, v, w, x); }
  else if constexpr (kCount == 24) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, t, u, v, w, x, y] = s; return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, t, u, v, w, x, y); }
  // clang-format on
}

// The indices of the fields of `part` that hold none of the described `options`.
template <class Aggregate>
std::vector<std::size_t> forgotten_fields(Aggregate& part, const std::vector<Option>& options) {
  std::vector<std::size_t> forgotten;
  std::size_t index = 0;
  const auto look = [&](const auto& field) {
    const auto* first = reinterpret_cast<const std::byte*>(std::addressof(field));
    bool described = false;
    for (const Option& option : options) {
      const auto* address = static_cast<const std::byte*>(option.address);
      described = described || (address >= first && address < first + sizeof field);
    }
    if (!described) forgotten.push_back(index);
    ++index;
  };
  std::apply([&](const auto&... field) { (look(field), ...); }, fields_of(part));
  return forgotten;
}
template <class Options>
std::vector<std::size_t> forgotten_fields() {
  Options options{};
  return forgotten_fields(options, list_options(options));
}

}  // namespace cgsd::testing
