#include "apps/cgsd/shell/usage.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/text.hpp"

namespace cgsd::app {
namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* sub) { return !sub->get_name().empty(); });
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : commands_of(app)) names.push_back(sub->get_name());
  return names;
}

// Of the command and its groups.
void add_option_names(const CLI::App& app, std::vector<std::string>& names) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  for (const CLI::App* group : app.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); }))
    add_option_names(*group, names);
}

// The command that `words` lead to, as far as they are understood, and its name.
struct Reached {
  const CLI::App* command;
  std::string name;
};
Reached reached(const CLI::App& root, const std::vector<std::string>& words) {
  Reached at{&root, "cgsd"};
  for (const std::string& word : words) {
    const auto below = commands_of(*at.command);
    const auto found = std::ranges::find(below, word, [](const CLI::App* sub) { return sub->get_name(); });
    if (found == below.end()) break;
    at = {*found, at.name + " " + word};
  }
  return at;
}

std::string with_suggestion(const std::string& what, const std::string& near) {
  return near.empty() ? what : fmt::format("{}; did you mean '{}'?", what, near);
}

std::string unknown_command(const Reached& at, const std::string& word) {
  const std::vector<std::string> names = command_names(*at.command);
  const bool is_root = at.name == "cgsd";
  if (is_root && std::filesystem::exists(word))
    return fmt::format("{} is no command; did you mean 'cgsd detect {}'?", in_quotes(word), word);
  const std::string near = nearest_word(word, names);
  const std::string what = fmt::format("unknown command {}", in_quotes(word));
  return near.empty() ? fmt::format("{}; there are {}", what, fmt::join(names, ", ")) : with_suggestion(what, near);
}

std::string unexpected(const Reached& at, const std::string& word) {
  if (!word.starts_with("-")) {
    return commands_of(*at.command).empty() ? fmt::format("{} was not expected", in_quotes(word))
                                            : unknown_command(at, word);
  }
  std::vector<std::string> names;
  add_option_names(*at.command, names);
  const std::string option = word.substr(0, word.find('='));
  return with_suggestion(fmt::format("unknown option {}", in_quotes(option)), nearest_word(option, names));
}

}  // namespace

std::string usage_error(const CLI::App& root, const std::vector<std::string>& words, const CLI::ParseError& error) {
  const Reached at = reached(root, words);
  const std::vector<std::string> left = root.remaining(true);
  std::string what = error.what();
  if (const std::size_t at_end = what.find(" is required"); at_end != std::string::npos)
    what.replace(at_end, std::string::npos, " is missing");
  if (!commands_of(*at.command).empty() && left.empty()) {
    what = fmt::format("which command? There are {}", fmt::join(command_names(*at.command), ", "));
  } else if (!left.empty()) {
    what = unexpected(at, left.front());
  }
  return fmt::format("{} (see {} --help)", what, at.name);
}

}  // namespace cgsd::app
