// A command in the form that its help, its man page and the completion of the shells are written from. Everything in it
// comes from what the parser was told, so none of them can differ from what is understood.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace cgsd::app {

// A list of names and what they mean, e.g. the methods; only in the long help and in the man page.
struct Reference {
  std::string title;
  std::vector<std::pair<std::string, std::string>> entries;
};

// What is told of a command below its options.
struct Details {
  std::vector<std::pair<std::string, std::string>> examples{};  // a command line, and what it does
  std::vector<std::string> notes{};                             // a paragraph each
  std::function<std::vector<Reference>()> references{};         // made if somebody asks
};

struct Parameter {
  std::vector<std::string> names{};  // "-o", "--output"; of a positional parameter: "GRAPH"
  std::string value{};               // "FILE"; empty for a flag
  std::string help{};
  std::string fallback{};              // the value without it, if that says something
  std::vector<std::string> choices{};  // values that may be completed
  bool positional = false;
  bool required = false;
  bool repeats = false;
};

struct ParameterGroup {
  std::string title;  // empty: the usual ones, which the short help shows
  std::vector<Parameter> parameters;
};

struct CommandDescription {
  std::string name{};  // "cgsd data list"
  std::string summary{};
  std::vector<ParameterGroup> groups{};
  Details details{};
  std::vector<CommandDescription> commands{};

  std::vector<Parameter> positionals() const;
  std::vector<Parameter> options() const;  // of all groups
};

using DetailsOf = std::function<Details(const CLI::App*)>;
// `command` with all below it.
CommandDescription describe_command(const CLI::App& command, const DetailsOf& details);

// The value of a type by its name, as completion offers them: "auto|yes|no" are three, METHOD all methods, GRAPH the known
// datasets. Words in capitals stand for something else and are not offered.
std::vector<std::string> choices_of(const std::string& value);

}  // namespace cgsd::app
