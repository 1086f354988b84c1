// Completion for the shells, from the descriptions of commands: words of commands, options, and values that are known
// beforehand (choices, methods, datasets); files elsewhere.
#pragma once

#include <array>
#include <string>

#include "cgsd/core/options.hpp"

#include "apps/cgsd/shell/description.hpp"

namespace cgsd::app {

enum class Shell { bash, zsh, fish };
constexpr auto enum_names(Shell) {
  return std::array{EnumName<Shell>{Shell::bash, "bash"}, EnumName<Shell>{Shell::zsh, "zsh"},
                    EnumName<Shell>{Shell::fish, "fish"}};
}

std::string completion(const CommandDescription& root, Shell shell);
// The name under which the shell looks for it: "cgsd", "_cgsd", "cgsd.fish".
std::string completion_file(Shell shell);

}  // namespace cgsd::app
