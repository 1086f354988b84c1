// A word of the command line that is one of the names of an enumeration.
#pragma once

#include <string>
#include <utility>

#include "cgsd/core/options.hpp"

namespace cgsd::app {

// Throws InvalidArgument that lists the names.
template <class E>
E enum_from(const std::string& name, const std::string& text) {
  struct Holder {
    E value{};
  } holder;
  OptionVisitor visitor;
  visitor.choice(name, holder.value, "");
  set_option(std::move(visitor).take(), name, text);
  return holder.value;
}

}  // namespace cgsd::app
