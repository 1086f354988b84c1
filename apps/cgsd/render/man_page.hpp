// Man pages (roff, section 1) from the descriptions of commands: cgsd(1) and one page per command.
#pragma once

#include <string>
#include <string_view>

#include "apps/cgsd/shell/description.hpp"

namespace cgsd::app {

std::string man_page(const CommandDescription& command, std::string_view version);
// "cgsd-detect.1"
std::string page_file(const CommandDescription& command);

}  // namespace cgsd::app
