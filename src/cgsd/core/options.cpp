#include "cgsd/core/options.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& value, const std::string& why) {
  throw InvalidArgument(fmt::format("{} = {}: {}", name, value, why));
}

template <class T>
T parse_number(const std::string& name, std::string_view text, std::string_view kind) {
  const std::string_view digits = trimmed(text);
  T value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || digits.empty()) {
    refuse(name, std::string(text), fmt::format("must be {}", kind));
  }
  return value;
}

template <class T>
std::string range_text(Bounds<T> bounds) {
  const bool low = bounds.low != Bounds<T>{}.low;
  const bool high = bounds.high != Bounds<T>{}.high;
  if (low && high) return fmt::format("in [{}, {}]", bounds.low, bounds.high);
  if (low) return fmt::format("at least {}", bounds.low);
  if (high) return fmt::format("at most {}", bounds.high);
  return {};
}

template <class T>
void check_range(const std::string& name, T value, Bounds<T> bounds) {
  if (!(value >= bounds.low && value <= bounds.high)) {
    refuse(name, fmt::format("{}", value), "must be " + (range_text(bounds).empty() ? "finite" : range_text(bounds)));
  }
}

bool parse_flag(const std::string& name, std::string_view text) {
  const std::string_view word = trimmed(text);
  if (word == "true" || word == "1" || word == "yes" || word == "on") return true;
  if (word == "false" || word == "0" || word == "no" || word == "off") return false;
  refuse(name, std::string(text), "must be true or false");
}

}  // namespace

void OptionVisitor::remove(std::size_t first, const std::string& name) {
  const auto begin = options_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto found = std::find_if(begin, options_.end(), [&](const Option& option) { return option.name == name; });
  assert(found != options_.end());
  options_.erase(found);
}

void OptionVisitor::flag(std::string_view name, bool& value, std::string_view help) {
  const std::string path = prefix_ + std::string(name);
  options_.push_back({path, "flag", "true | false", std::string(help), [&value] { return OptionValue(value); },
                      [&value, path](std::string_view text) { value = parse_flag(path, text); }, [] {}, &value});
}

void OptionVisitor::text(std::string_view name, std::string& value, std::string_view help) {
  options_.push_back({prefix_ + std::string(name), "text", "", std::string(help),
                      [&value] { return OptionValue(value); }, [&value](std::string_view given) { value = given; },
                      [] {}, &value});
}

void OptionVisitor::number(std::string_view name, double& value, Bounds<double> bounds, std::string_view help) {
  const std::string path = prefix_ + std::string(name);
  options_.push_back({path, "number", range_text(bounds), std::string(help), [&value] { return OptionValue(value); },
                      [&value, path, bounds](std::string_view text) {
                        const auto parsed = parse_number<double>(path, text, "a number");
                        check_range(path, parsed, bounds);
                        value = parsed;
                      },
                      [&value, path, bounds] { check_range(path, value, bounds); }, &value});
}

void OptionVisitor::add_integer(std::string_view name, const void* address, std::string_view help,
                                Bounds<std::int64_t> bounds, const std::function<std::int64_t()>& get,
                                std::function<void(std::int64_t)> set) {
  const std::string path = prefix_ + std::string(name);
  options_.push_back({path, "integer", range_text(bounds), std::string(help), [get] { return OptionValue(get()); },
                      [set = std::move(set), path, bounds](std::string_view text) {
                        const auto parsed = parse_number<std::int64_t>(path, text, "an integer");
                        check_range(path, parsed, bounds);
                        set(parsed);
                      },
                      [get, path, bounds] { check_range(path, get(), bounds); }, address});
}

void OptionVisitor::add_choice(std::string_view name, const void* address, std::string_view help,
                               const std::vector<std::pair<std::string_view, std::string_view>>& names,
                               const std::function<std::string_view()>& get, std::function<void(std::size_t)> set) {
  const std::string path = prefix_ + std::string(name);
  std::vector<std::string> words;
  std::string explained(help);
  for (const auto& [word, meaning] : names) {
    words.emplace_back(word);
    if (!meaning.empty()) explained += fmt::format("; {}: {}", word, meaning);
  }
  const std::string allowed = fmt::format("{}", fmt::join(words, " | "));
  options_.push_back({path, "choice", allowed, explained, [get] { return OptionValue(std::string(get())); },
                      [set = std::move(set), path, words, allowed](std::string_view text) {
                        const auto found = std::find(words.begin(), words.end(), trimmed(text));
                        if (found == words.end()) refuse(path, std::string(text), "must be one of " + allowed);
                        set(static_cast<std::size_t>(found - words.begin()));
                      },
                      [get, path, words, allowed] {
                        const auto current = get();
                        if (std::find(words.begin(), words.end(), current) == words.end()) {
                          refuse(path, std::string(current), "must be one of " + allowed);
                        }
                      },
                      address});
}

std::pair<std::string_view, std::string_view> split_assignment(std::string_view assignment) {
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw InvalidArgument(fmt::format("{}: must have the form name=value", in_quotes(assignment)));
  }
  return {trimmed(assignment.substr(0, equals)), trimmed(assignment.substr(equals + 1))};
}

void set_option(const std::vector<Option>& options, std::string_view name, std::string_view value) {
  std::vector<std::string> names;
  for (const Option& option : options) {
    if (option.name == name) {
      option.set(value);
      return;
    }
    names.push_back(option.name);
  }
  const std::string near = nearest_word(name, names);
  throw InvalidArgument(near.empty() ? fmt::format("unknown option {}", in_quotes(name))
                                     : fmt::format("unknown option {}; did you mean '{}'?", in_quotes(name), near));
}

void set_value(const std::vector<Option>& options, std::string_view name, const OptionValue& value) {
  set_option(options, name, to_text(value));  // the shortest text that gives the same number back
}

bool is_switch(const OptionLister& list, std::string_view name) {
  return std::ranges::any_of(list(), [&](const Option& option) { return option.switches && option.name == name; });
}

void set_options(const OptionLister& list, const std::vector<std::string>& assignments) {
  for (const bool switches : {true, false}) {
    for (const std::string& assignment : assignments) {
      const auto [name, value] = split_assignment(assignment);
      if (is_switch(list, name) == switches) set_option(list(), name, value);
    }
  }
}

std::string to_text(const OptionValue& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

std::string option_help(const std::vector<Option>& options) {
  std::size_t widest = 0;
  for (const Option& option : options) widest = std::max(widest, option.name.size());
  std::string out;
  for (const Option& option : options) {
    const std::string range = option.allowed.empty() ? option.type : option.allowed;
    out +=
        fmt::format("  {:<{}}  {} (default {}; {})\n", option.name, widest, option.help, to_text(option.get()), range);
  }
  return out;
}

}  // namespace cgsd
