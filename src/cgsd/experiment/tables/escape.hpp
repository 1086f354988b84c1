// Text inside a mark-up language: signs that would be read as mark-up are escaped.
#pragma once

#include <string>
#include <string_view>

namespace cgsd {

std::string escaped_markdown(std::string_view text);
std::string escaped_latex(std::string_view text);

}  // namespace cgsd
