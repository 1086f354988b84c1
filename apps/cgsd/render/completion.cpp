#include "apps/cgsd/render/completion.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cgsd::app {
namespace {

std::string last_word(const std::string& name) { return name.substr(name.rfind(' ') + 1); }

// "cgsd data list" → "data list"
std::string path_of(const CommandDescription& command) {
  return command.name == "cgsd" ? "" : command.name.substr(command.name.find(' ') + 1);
}

std::vector<std::string> words_of(const std::vector<CommandDescription>& commands) {
  std::vector<std::string> words;
  for (const CommandDescription& command : commands) words.push_back(last_word(command.name));
  return words;
}

std::vector<std::string> option_names(const CommandDescription& command) {
  std::vector<std::string> names;
  for (const Parameter& p : command.options()) names.insert(names.end(), p.names.begin(), p.names.end());
  names.emplace_back("--help");
  names.emplace_back("--help-all");
  return names;
}

bool wants_directory(const Parameter& p) { return p.value == "DIR"; }

// Of all commands, the root first.
void visit(const CommandDescription& command, const std::function<void(const CommandDescription&)>& each) {
  each(command);
  for (const CommandDescription& sub : command.commands) visit(sub, each);
}

// Inside single quotes of a shell.
std::string in_single_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// The lines of bash that tell what may follow an option.
std::string bash_values(const CommandDescription& command) {
  std::string out;
  for (const Parameter& p : command.options()) {
    if (p.value.empty()) continue;
    const std::string pattern = fmt::format("{}", fmt::join(p.names, "|"));
    if (!p.choices.empty()) {
      out += fmt::format("        {}) choices={}; return ;;\n", pattern,
                         in_single_quotes(fmt::format("{}", fmt::join(p.choices, " "))));
    } else {
      out += fmt::format("        {}) files={}; return ;;\n", pattern, wants_directory(p) ? "-d" : "-f");
    }
  }
  return out;
}

std::string bash_case(const CommandDescription& command) {
  std::string out = fmt::format("    {})\n", in_single_quotes(path_of(command)));
  if (const std::string values = bash_values(command); !values.empty())
    out += "      case $previous in\n" + values + "      esac\n";
  out += fmt::format("      options={}\n", in_single_quotes(fmt::format("{}", fmt::join(option_names(command), " "))));
  std::vector<std::string> words = words_of(command.commands);
  for (const Parameter& p : command.positionals()) words.insert(words.end(), p.choices.begin(), p.choices.end());
  if (!words.empty())
    out += fmt::format("      choices={}\n", in_single_quotes(fmt::format("{}", fmt::join(words, " "))));
  if (!command.positionals().empty()) out += "      files=-f\n";
  return out + "      ;;\n";
}

std::string bash_completion(const CommandDescription& root) {
  std::string cases;
  visit(root, [&](const CommandDescription& command) { cases += bash_case(command); });
  std::vector<std::string> nested;
  for (const CommandDescription& command : root.commands) {
    if (!command.commands.empty()) nested.push_back(last_word(command.name));
  }
  return fmt::format(R"(# Completion of cgsd for bash. Written by: cgsd completion bash
_cgsd_words() {{
  case $path in
{0}  esac
}}
_cgsd() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local path='' options='' choices='' files='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${{COMP_WORDS[i]}}
    case $path in
      '') case $word in -*) ;; *) path=$word ;; esac ;;
      {1}) case $word in -*) ;; *) path="$path $word" ;; esac ;;
    esac
  done
  _cgsd_words
  COMPREPLY=()
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
    return
  fi
  [[ -n $choices ]] && COMPREPLY=($(compgen -W "$choices" -- "$current"))
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen "$files" -- "$current"))
  fi
}}
complete -F _cgsd cgsd
)",
                     cases, nested.empty() ? "none" : fmt::format("{}", fmt::join(nested, "|")));
}

// For a description in square brackets, or after a colon.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_action(const Parameter& p) {
  const std::string choices = p.choices.empty() ? "" : fmt::format("({})", fmt::join(p.choices, " "));
  if (p.positional)
    return choices.empty() ? "_files" : fmt::format("_alternative 'n:name:{}' 'f:file:_files'", choices);
  if (!choices.empty()) return choices;
  return wants_directory(p) ? "_files -/" : "_files";
}

std::string zsh_arguments(const CommandDescription& command) {
  std::vector<std::string> specs;
  for (const Parameter& p : command.options()) {
    const std::string value = p.value.empty() ? "" : fmt::format(":{}:{}", zsh_text(p.value), zsh_action(p));
    for (const std::string& name : p.names)
      specs.push_back(
          in_single_quotes(fmt::format("({}){}[{}]{}", fmt::join(p.names, " "), name, zsh_text(p.help), value)));
  }
  specs.push_back(in_single_quotes("--help[print short help]"));
  specs.push_back(in_single_quotes("--help-all[print all there is to know]"));
  for (const Parameter& p : command.positionals())
    specs.push_back(
        in_single_quotes(fmt::format("{}:{}:{}", p.repeats ? "*" : "", zsh_text(p.names.front()), zsh_action(p))));
  return fmt::format("_arguments -s \\\n    {}\n", fmt::join(specs, " \\\n    "));
}

std::string zsh_function(const CommandDescription& command) {
  std::string name = command.name;
  std::ranges::replace_if(
      name, [](char c) { return c == ' ' || c == '-'; }, '_');
  std::string out = fmt::format("_{}() {{\n", name);
  if (command.commands.empty()) return out + "  " + zsh_arguments(command) + "}\n";
  std::string commands;
  std::string cases;
  for (const CommandDescription& sub : command.commands) {
    const std::string word = last_word(sub.name);
    commands += fmt::format("    {}\n", in_single_quotes(word + ":" + zsh_text(sub.summary)));
    cases += fmt::format("        {}) _{}_{} ;;\n", word, name, word);
  }
  return out + fmt::format(R"(  local state line
  local -a commands=(
{}  )
  _arguments -C '--help[print short help]' '--help-all[print all there is to know]' '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $line[1] in
{}      esac ;;
  esac
}}
)",
                           commands, cases);
}

std::string zsh_completion(const CommandDescription& root) {
  std::string out = fmt::format(
      "#compdef cgsd\n# Completion of cgsd for zsh. Written by: cgsd completion zsh\n"
      "_cgsd_graphs() {{\n  _alternative 'dataset:dataset:({})' 'file:file:_files'\n}}\n",
      fmt::join(choices_of("GRAPH"), " "));
  visit(root, [&](const CommandDescription& command) { out += zsh_function(command); });
  return out + "if [ \"$funcstack[1]\" = _cgsd ]; then _cgsd \"$@\"; else compdef _cgsd cgsd; fi\n";
}

std::string fish_condition(const CommandDescription& command, const CommandDescription& root) {
  if (command.name == "cgsd") return "__fish_use_subcommand";
  std::string condition;
  const std::string path = path_of(command);
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(' ', begin), path.size());
    condition +=
        fmt::format("{}__fish_seen_subcommand_from {}", begin == 0 ? "" : "; and ", path.substr(begin, end - begin));
    begin = end + 1;
  }
  if (!command.commands.empty() && &command != &root)
    condition += fmt::format("; and not __fish_seen_subcommand_from {}", fmt::join(words_of(command.commands), " "));
  return condition;
}

std::string fish_option(const Parameter& p) {
  std::string out;
  for (const std::string& name : p.names)
    out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!p.choices.empty())
    out += fmt::format(" -x -a {}", in_single_quotes(fmt::format("{}", fmt::join(p.choices, " "))));
  if (p.choices.empty() && !p.value.empty())
    out += wants_directory(p) ? " -x -a '(__fish_complete_directories)'" : " -r -F";
  return out;
}

std::string fish_completion(const CommandDescription& root) {
  std::string out = "# Completion of cgsd for fish. Written by: cgsd completion fish\n";
  visit(root, [&](const CommandDescription& command) {
    const std::string start = fmt::format("complete -c cgsd -n {}", in_single_quotes(fish_condition(command, root)));
    for (const CommandDescription& sub : command.commands)
      out += fmt::format("{} -f -a {} -d {}\n", start, last_word(sub.name), in_single_quotes(sub.summary));
    for (const Parameter& p : command.positionals()) {
      if (!p.choices.empty())
        out += fmt::format("{} -a {}\n", start, in_single_quotes(fmt::format("{}", fmt::join(p.choices, " "))));
    }
    for (const Parameter& p : command.options())
      out += fmt::format("{}{} -d {}\n", start, fish_option(p), in_single_quotes(p.help));
  });
  return out +
         "complete -c cgsd -s h -l help -d 'print short help'\ncomplete -c cgsd -l help-all -d 'print all there is to "
         "know'\n";
}

}  // namespace

std::string completion(const CommandDescription& root, Shell shell) {
  switch (shell) {
    case Shell::bash:
      return bash_completion(root);
    case Shell::zsh:
      return zsh_completion(root);
    case Shell::fish:
      return fish_completion(root);
  }
  return {};
}

std::string completion_file(Shell shell) {
  switch (shell) {
    case Shell::bash:
      return "cgsd";
    case Shell::zsh:
      return "_cgsd";
    case Shell::fish:
      return "cgsd.fish";
  }
  return {};
}

}  // namespace cgsd::app
