// What one attribute (a column of numbers) was in the user's data, so that it can be spoken of in the user's words.
//
// An attribute of a table is a number, a date, a yes or no, one category, one item of lists, one word, or the fact that a
// value is missing. offset + unit · attribute is the number as the user gave it, days since 1970-01-01 for a date, 1 or 0
// for a yes or no. The other roles are present in a node if the attribute is not 0.
#pragma once

#include <array>
#include <string>

#include "cgsd/core/options.hpp"

namespace cgsd {

enum class AttributeRole { number, date, yes_no, category, item, word, missing };
constexpr auto enum_names(AttributeRole) {
  using R = AttributeRole;
  return std::array{EnumName<R>{R::number, "number"},  EnumName<R>{R::date, "date"},
                    EnumName<R>{R::yes_no, "yes_no"},  EnumName<R>{R::category, "category"},
                    EnumName<R>{R::item, "item"},      EnumName<R>{R::word, "word"},
                    EnumName<R>{R::missing, "missing"}};
}

struct AttributeMeaning {
  AttributeRole role = AttributeRole::number;
  std::string source{};  // heading of the column it came from
  std::string level{};   // the category, item or word
  double offset = 0.0;
  double unit = 1.0;

  bool operator==(const AttributeMeaning&) const = default;
};

}  // namespace cgsd
