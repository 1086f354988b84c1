#include "apps/cgsd/render/man_page.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "apps/cgsd/render/help_text.hpp"

namespace cgsd::app {
namespace {

// Text that roff prints as it is: no escapes, no requests, dashes that can be copied.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
      out += c;
    }
  }
  return out;
}

std::string dashed(std::string name) {
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string section(std::string title) {
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format(".SH \"{}\"\n", escaped(title));
}

std::string entry(const std::string& name, const std::string& text) {
  return fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(name), escaped(text.empty() ? " " : text));
}

std::string parameters(const ParameterGroup& group) {
  std::string out;
  for (const Parameter& p : group.parameters) out += entry(term(p), meaning(p));
  return out;
}

std::string examples(const Details& details) {
  if (details.examples.empty()) return {};
  std::string out = section("Examples");
  for (const auto& [line, what] : details.examples) out += entry(line, what);
  return out;
}

std::string references(const Details& details) {
  std::string out;
  if (!details.references) return out;
  for (const Reference& reference : details.references()) {
    out += section(reference.title);
    for (const auto& [name, what] : reference.entries) out += entry(name, what);
  }
  return out;
}

// Commands below this one; those of cgsd have pages of their own, others are told here.
std::string commands(const CommandDescription& command) {
  if (command.commands.empty()) return {};
  std::string out = section("Commands");
  for (const CommandDescription& sub : command.commands) {
    out += entry(sub.name.substr(sub.name.rfind(' ') + 1), sub.summary);
    if (command.name == "cgsd") continue;
    for (const ParameterGroup& group : sub.groups) out += ".RS\n" + parameters(group) + ".RE\n";
  }
  return out;
}

std::string see_also(const CommandDescription& command) {
  if (command.name != "cgsd") return section("See also") + "\\fBcgsd\\fR(1)\n";
  std::string names;
  for (const CommandDescription& sub : command.commands)
    names += fmt::format("{}\\fB{}\\fR(1)", names.empty() ? "" : ",\n", escaped(dashed(sub.name)));
  return section("See also") + names + "\n";
}

}  // namespace

std::string page_file(const CommandDescription& command) { return dashed(command.name) + ".1"; }

std::string man_page(const CommandDescription& command, std::string_view version) {
  std::string title = dashed(command.name);
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  std::string out = fmt::format(".TH \"{}\" 1 \"\" \"cgsd {}\" \"cgsd\"\n", escaped(title), version);
  out += section("Name") + fmt::format("{} \\- {}\n", escaped(dashed(command.name)), escaped(command.summary));
  out += section("Synopsis") + fmt::format("\\fB{}\\fR {}\n", escaped(command.name), escaped(usage(command)));
  if (!command.details.notes.empty()) {
    out += section("Description");
    for (const std::string& note : command.details.notes) out += ".PP\n" + escaped(note) + "\n";
  }
  out += commands(command);
  for (const ParameterGroup& group : command.groups) {
    if (!group.parameters.empty()) out += section(group.title.empty() ? "Options" : group.title) + parameters(group);
  }
  return out + examples(command.details) + references(command.details) + see_also(command);
}

}  // namespace cgsd::app
