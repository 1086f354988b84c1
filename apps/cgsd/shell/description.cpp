#include "apps/cgsd/shell/description.hpp"

#include <algorithm>
#include <cctype>

#include "cgsd/core/text.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/io/store/registry.hpp"

namespace cgsd::app {
namespace {

bool is_placeholder(const std::string& word) {
  return word.empty() || std::ranges::any_of(word, [](unsigned char c) { return std::isupper(c) != 0 || c >= 0x80; });
}

// "weights_scale" is understood beside "weights-scale", but one of them is enough to be shown.
std::vector<std::string> shown_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  const auto& long_names = option.get_lnames();
  for (const std::string& name : long_names) {
    std::string dashed = name;
    std::ranges::replace(dashed, '_', '-');
    if (dashed == name || std::ranges::find(long_names, dashed) == long_names.end()) names.push_back("--" + name);
  }
  return names;
}

Parameter parameter_of(const CLI::Option& option) {
  Parameter p;
  p.positional = option.get_positional() && !option.nonpositional();
  p.help = option.get_description();
  p.required = option.get_required();
  p.repeats = p.positional && option.get_expected_max() > 1;
  const bool takes_value = option.get_items_expected_max() > 0;
  if (p.positional) {
    p.names = {option.get_name(true)};
    p.choices = choices_of(p.names.front());
    if (p.choices.empty()) p.choices = choices_of(option.get_type_name());
    return p;
  }
  p.names = shown_names(option);
  if (!takes_value) return p;
  p.value = option.get_type_name();
  std::erase(p.value, ' ');
  p.fallback = option.get_default_str();
  p.choices = choices_of(p.value);
  return p;
}

ParameterGroup group_of(const CLI::App& app, std::string title) {
  ParameterGroup group{std::move(title), {}};
  for (const CLI::Option* option : app.get_options()) {
    const bool is_help = option == app.get_help_ptr() || option == app.get_help_all_ptr();
    if (!option->get_group().empty() && !is_help) group.parameters.push_back(parameter_of(*option));
  }
  std::ranges::stable_partition(group.parameters, [](const Parameter& p) { return p.positional; });
  return group;
}

std::vector<const CLI::App*> children(const CLI::App& app, bool named) {
  return app.get_subcommands([named](const CLI::App* sub) { return sub->get_name().empty() != named; });
}

std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? "cgsd" : full_name(*app.get_parent()) + " " + app.get_name();
}

}  // namespace

std::vector<std::string> choices_of(const std::string& value) {
  if (value == "METHOD") return method_names();
  if (value == "GRAPH" || value == "DATASET") {
    std::vector<std::string> names;
    for (const DatasetRecord& record : dataset_records()) names.emplace_back(record.name);
    return names;
  }
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find('|', begin), value.size());
    words.emplace_back(trimmed(std::string_view(value).substr(begin, end - begin)));
    begin = end + 1;
  }
  std::erase_if(words, is_placeholder);
  return words.size() > 1 || value.find('|') != std::string::npos ? words : std::vector<std::string>();
}

std::vector<Parameter> CommandDescription::positionals() const {
  std::vector<Parameter> found;
  for (const ParameterGroup& group : groups)
    std::ranges::copy_if(group.parameters, std::back_inserter(found), [](const Parameter& p) { return p.positional; });
  return found;
}

std::vector<Parameter> CommandDescription::options() const {
  std::vector<Parameter> found;
  for (const ParameterGroup& group : groups)
    std::ranges::copy_if(group.parameters, std::back_inserter(found), [](const Parameter& p) { return !p.positional; });
  return found;
}

CommandDescription describe_command(const CLI::App& command, const DetailsOf& details) {
  CommandDescription d{.name = full_name(command), .summary = command.get_description(), .details = details(&command)};
  d.groups.push_back(group_of(command, ""));
  for (const CLI::App* group : children(command, false)) {
    ParameterGroup found = group_of(*group, group->get_group());
    if (!found.parameters.empty()) d.groups.push_back(std::move(found));
  }
  for (const CLI::App* sub : children(command, true)) d.commands.push_back(describe_command(*sub, details));
  return d;
}

}  // namespace cgsd::app
