#include "apps/cgsd/render/help_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/text.hpp"
#include "cgsd/core/utf8.hpp"

#include "apps/cgsd/shell/layout.hpp"

namespace cgsd::app {
namespace {

constexpr std::size_t kTerms = 26;  // the column in which meanings begin

// Too many to stand beside the name.
bool has_many_choices(const Parameter& p) { return p.choices.size() > 4 && p.value.find('|') != std::string::npos; }

// "  -o, --output FILE       file to write": the meaning on a line of its own if the term is long.
std::string entry(const std::string& name, const std::string& text, std::size_t width) {
  std::string out = "  " + name;
  const std::size_t column = display_width(name) + 2;
  if (text.empty()) return out + "\n";
  out += column + 2 > kTerms ? "\n" + std::string(kTerms, ' ') : std::string(kTerms - column, ' ');
  return out + wrapped(text, width, kTerms) + "\n";
}

std::string parameter_list(const ParameterGroup& group, std::size_t width) {
  std::string out;
  for (const Parameter& p : group.parameters) out += entry(term(p), meaning(p), width);
  return out;
}

std::string command_list(const CommandDescription& command, std::size_t width) {
  std::string out;
  for (const CommandDescription& sub : command.commands) {
    const std::string name = sub.name.substr(sub.name.rfind(' ') + 1);
    out += fmt::format("  {:<12}{}\n", name, wrapped(sub.summary, width, 14));
  }
  return out;
}

// Where what examples do stands beside them: after the longest that leaves room for it.
std::size_t example_column(const Details& details, std::size_t width) {
  std::size_t column = 0;
  for (const auto& [line, what] : details.examples) {
    const std::size_t own = display_width(line) + 4;
    if (!what.empty() && own + display_width(what) <= width) column = std::max(column, own);
  }
  return column;
}

// A line each if what it does fits beside the command, else two.
std::string example_list(const Details& details, std::size_t width) {
  if (details.examples.empty()) return {};
  const std::size_t column = example_column(details, width);
  std::string out = section("Examples", width);
  for (const auto& [line, what] : details.examples) {
    out += "  " + line;
    if (!what.empty() && display_width(line) + 4 <= column && column + display_width(what) <= width)
      out += std::string(column - display_width(line) - 2, ' ') + what;
    else if (!what.empty())
      out += "\n      " + wrapped(what, width, 6);
    out += "\n";
  }
  return out;
}

std::string note_list(const Details& details, std::size_t width) {
  std::string out;
  for (const std::string& note : details.notes) out += "\n" + wrapped(note, width) + "\n";
  return out;
}

std::string opening(const CommandDescription& command, std::size_t width) {
  return wrapped(command.summary, width) + "\n\n" +
         fmt::format("Usage: {} {}\n", command.name, wrapped(usage(command), width, command.name.size() + 8));
}

std::string reference_list(const std::vector<Reference>& references, std::size_t width) {
  std::string out;
  for (const Reference& reference : references) {
    out += section(reference.title, width);
    for (const auto& [name, what] : reference.entries) out += entry(name, what, width);
  }
  return out;
}

}  // namespace

std::string usage(const CommandDescription& command) {
  if (!command.commands.empty()) return "COMMAND [OPTIONS]";
  std::string out;
  for (const Parameter& p : command.positionals()) {
    const std::string name = p.names.front() + (p.repeats ? "..." : "");
    out += (p.required ? name : fmt::format("[{}]", name)) + " ";
  }
  return out + "[OPTIONS]";
}

std::string term(const Parameter& p) {
  std::string out = fmt::format("{}", fmt::join(p.names, ", "));
  if (p.value.empty()) return out;
  return out + " " + (has_many_choices(p) ? "WORD" : p.value);
}

std::string meaning(const Parameter& p) {
  std::string out = p.help;
  if (has_many_choices(p)) out += fmt::format(": {}", fmt::join(p.choices, ", "));
  if (!p.fallback.empty()) out += fmt::format(" (default {})", p.fallback);
  return p.required && !p.positional ? out + " (required)" : out;
}

std::vector<Reference> common_references() {
  return {{"Exit codes",
           {{"0", "done"},
            {"1", "failure: a file, the data, the network or the memory; one line says what and what to do"},
            {"2", "wrong usage: the command line cannot be understood, whatever the data"},
            {"124", "stopped by --timeout; nothing half-written is left"},
            {"130", "cancelled by Ctrl-C; nothing half-written is left"}}},
          {"Environment",
           {{"COLUMNS", "how wide reports are; without it as wide as the terminal, 120 at most, and 80 in a pipe"},
            {"NO_COLOR", "if set: no colours. They are for terminals alone anyway"},
            {"CGSD_DATA", "directory to look for datasets in"}}}};
}

std::string short_help(const CommandDescription& command, std::size_t width) {
  std::string out = opening(command, width) + "\n" + command_list(command, width);
  if (command.commands.empty()) out += parameter_list(command.groups.front(), width);
  out += example_list(command.details, width);
  const bool is_root = command.name == "cgsd";
  const std::string more = is_root ? "cgsd COMMAND --help tells about one command, cgsd --help-all about everything."
                                   : fmt::format("{} --help-all shows every option{}.", command.name,
                                                 command.details.references ? " and more" : "");
  return out + "\n" + wrapped(more, width) + "\n";
}

std::string long_help(const CommandDescription& command, std::size_t width) {
  std::string out = opening(command, width) + "\n" + command_list(command, width);
  for (const ParameterGroup& group : command.groups) {
    if (group.parameters.empty()) continue;
    out += (group.title.empty() ? "" : section(group.title, width)) + parameter_list(group, width);
  }
  out += example_list(command.details, width) + note_list(command.details, width);
  if (command.details.references) out += reference_list(command.details.references(), width);
  for (const CommandDescription& sub : command.commands)
    out += fmt::format("\n{}\n{}", std::string(std::min<std::size_t>(width, 80), '-'), long_help(sub, width));
  return out;
}

}  // namespace cgsd::app
