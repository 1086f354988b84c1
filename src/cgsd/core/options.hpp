// Options are plain aggregates with defaults. Each is described once, next to its definition:
//
//   struct KnnOptions { int neighbours = 10; KnnMethod method = KnnMethod::exact; };
//   inline void describe(OptionVisitor& v, KnnOptions& o) {
//     v.number("neighbours", o.neighbours, {1, 1000}, "nearest neighbours per node");
//     v.choice("method", o.method, "how neighbours are searched");
//   }
//
// and every consumer reads that description: set_option ("knn.neighbours=20" from a command line, a file or Python),
// set_value (the same with a typed value), validate, dump (manifest) and option_help. An enum names its values in
//   constexpr auto enum_names(KnnMethod) { return std::array{EnumName{KnnMethod::exact, "exact"}, …}; }
// If one of several things is configured, the options are a std::variant and an enum names its alternatives: one_of.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace cgsd {

template <class E>
struct EnumName {
  E value;
  std::string_view name;
  std::string_view help = {};
};
template <class E, std::size_t N>
EnumName(E, const char (&)[N]) -> EnumName<E>;

template <class E>
std::string_view name_of(E value) {
  for (const auto& entry : enum_names(E{})) {
    if (entry.value == value) return entry.name;
  }
  return "?";
}

template <class E>
std::string_view help_of(E value) {
  for (const auto& entry : enum_names(E{})) {
    if (entry.value == value) return entry.help;
  }
  return {};
}

// The value of this name, if there is one.
template <class E>
std::optional<E> value_named(std::string_view name) {
  for (const auto& entry : enum_names(E{})) {
    if (entry.name == name) return entry.value;
  }
  return std::nullopt;
}

template <class E>
std::vector<std::string> names_of() {
  std::vector<std::string> names;
  for (const auto& entry : enum_names(E{})) names.emplace_back(entry.name);
  return names;
}

template <class T>
struct Bounds {
  T low = std::numeric_limits<T>::lowest();
  T high = std::numeric_limits<T>::max();
};

using OptionValue = std::variant<bool, std::int64_t, double, std::string>;

// One described option with its type erased. It refers to the options object that was described.
struct Option {
  std::string name;     // dotted path: "knn.neighbours"
  std::string type;     // flag, integer, number, choice, text
  std::string allowed;  // "1 … 1000", "exact | approximate", or empty
  std::string help;
  std::function<OptionValue()> get;
  std::function<void(std::string_view)> set;  // throws InvalidArgument
  std::function<void()> check;                // throws InvalidArgument
  const void* address = nullptr;              // of the described member
  bool switches = false;                      // setting it changes which other options there are
};

class OptionVisitor {
 public:
  void flag(std::string_view name, bool& value, std::string_view help);
  void text(std::string_view name, std::string& value, std::string_view help);

  template <std::integral T>
  void number(std::string_view name, T& value, std::type_identity_t<Bounds<T>> bounds, std::string_view help) {
    static_assert(sizeof(T) <= sizeof(std::int64_t) && !std::same_as<T, bool>);
    add_integer(
        name, &value, help, {to_signed(bounds.low), to_signed(bounds.high)}, [&value] { return to_signed(value); },
        [&value](std::int64_t v) { value = static_cast<T>(v); });
  }
  void number(std::string_view name, double& value, Bounds<double> bounds, std::string_view help);

  template <class E>
  requires std::is_enum_v<E>
  void choice(std::string_view name, E& value, std::string_view help) {
    std::vector<std::pair<std::string_view, std::string_view>> names;
    for (const auto& entry : enum_names(E{})) names.emplace_back(entry.name, entry.help);
    add_choice(
        name, &value, help, names, [&value] { return name_of(value); },
        [&value](std::size_t i) { value = enum_names(E{})[i].value; });
  }

  // One alternative of a variant: an option `name` that switches between them by the names of E (whose values are the
  // indices), then the options of the one that is there, in a group of its name if `grouped`.
  template <class E, class... Alternatives>
  void one_of(std::string_view name, std::variant<Alternatives...>& value, std::string_view help, bool grouped) {
    static_assert(enum_names(E{}).size() == sizeof...(Alternatives));
    std::vector<std::pair<std::string_view, std::string_view>> names;
    for (const auto& entry : enum_names(E{})) names.emplace_back(entry.name, entry.help);
    add_choice(
        name, &value, help, names, [&value] { return name_of(static_cast<E>(value.index())); },
        [&value](std::size_t i) { switch_to(value, static_cast<std::size_t>(enum_names(E{})[i].value)); });
    options_.back().switches = true;
    std::visit(
        [&](auto& alternative) {
          if (grouped) {
            group(name_of(static_cast<E>(value.index())), alternative);
          } else {
            describe(*this, alternative);
          }
        },
        value);
  }

  // The options of one stage as "name.option". `derived` are those that the outer options decide; they are not offered.
  template <class Nested>
  void group(std::string_view name, Nested& options, std::initializer_list<std::string_view> derived = {}) {
    const std::string outer = prefix_;
    const std::size_t first = options_.size();
    prefix_ += std::string(name) + ".";
    describe(*this, options);
    for (const std::string_view hidden : derived) remove(first, prefix_ + std::string(hidden));
    prefix_ = outer;
  }

  std::vector<Option> take() && { return std::move(options_); }

 private:
  // The default of alternative i, unless it is the one that is there.
  template <class... Alternatives>
  static void switch_to(std::variant<Alternatives...>& value, std::size_t i) {
    if (value.index() == i) return;
    std::size_t own = 0;
    ((own++ == i ? void(value = Alternatives{}) : void()), ...);
  }
  template <std::integral T>
  static std::int64_t to_signed(T value) {
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    return std::cmp_greater(value, kMost) ? kMost : static_cast<std::int64_t>(value);
  }
  void add_integer(std::string_view name, const void* address, std::string_view help, Bounds<std::int64_t> bounds,
                   const std::function<std::int64_t()>& get, std::function<void(std::int64_t)> set);
  void add_choice(std::string_view name, const void* address, std::string_view help,
                  const std::vector<std::pair<std::string_view, std::string_view>>& names,
                  const std::function<std::string_view()>& get, std::function<void(std::size_t)> set);

  void remove(std::size_t first, const std::string& name);

  std::string prefix_;
  std::vector<Option> options_;
};

// The described options of `options`, in order. Valid as long as `options` lives.
template <class Options>
std::vector<Option> list_options(Options& options) {
  OptionVisitor visitor;
  describe(visitor, options);
  return std::move(visitor).take();
}

// Sets one option from text; the error for an unknown name suggests the nearest known one.
void set_option(const std::vector<Option>& options, std::string_view name, std::string_view value);
template <class Options>
void set_option(Options& options, std::string_view name, std::string_view value) {
  set_option(list_options(options), name, value);
}

// The same with a typed value. A whole number serves a number; a number that is whole serves an integer.
void set_value(const std::vector<Option>& options, std::string_view name, const OptionValue& value);
template <class Options>
void set_value(Options& options, std::string_view name, const OptionValue& value) {
  set_value(list_options(options), name, value);
}

// "name=value"
std::pair<std::string_view, std::string_view> split_assignment(std::string_view assignment);
template <class Options>
void set_option(Options& options, std::string_view assignment) {
  const auto [name, value] = split_assignment(assignment);
  set_option(options, name, value);
}

// Lists the options of one object as they are now: setting one that switches makes an older list invalid.
using OptionLister = std::function<std::vector<Option>()>;
bool is_switch(const OptionLister& list, std::string_view name);
// Sets every "name=value": first those that decide which other options there are, then the others, each in their order.
void set_options(const OptionLister& list, const std::vector<std::string>& assignments);

// The value that `word` names; else an InvalidArgument that says what `option` may be.
template <class E>
E parse_choice(std::string_view option, std::string_view word) {
  E value{};
  OptionVisitor visitor;
  visitor.choice(option, value, "");
  set_option(std::move(visitor).take(), option, word);
  return value;
}

// Throws InvalidArgument at the first option outside its bounds.
template <class Options>
void validate(Options options) {
  for (const Option& option : list_options(options)) option.check();
}

template <class Options>
std::vector<std::pair<std::string, OptionValue>> dump(Options options) {
  std::vector<std::pair<std::string, OptionValue>> values;
  for (const Option& option : list_options(options)) values.emplace_back(option.name, option.get());
  return values;
}

// One aligned line per option: name, type and range, current value, meaning.
std::string option_help(const std::vector<Option>& options);
std::string to_text(const OptionValue& value);

}  // namespace cgsd
