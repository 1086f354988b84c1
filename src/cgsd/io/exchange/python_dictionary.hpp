// The members of a Python dictionary as its repr spells it, {'weight': 2.5, "colour": 'red'}: names, and values as text
// without quotes. Nothing is executed. None, nan and what is nested deeper is an empty value; numpy's "np.float64(2.5)" is 2.5.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cgsd {

struct PythonMember {
  std::string name;
  std::string value;
};

// Nothing if `text` is no such dictionary.
std::optional<std::vector<PythonMember>> python_dictionary(std::string_view text);

}  // namespace cgsd
