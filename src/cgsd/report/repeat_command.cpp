#include "cgsd/report/repeat_command.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/detect/methods.hpp"
#include "cgsd/io/text/json_number.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

// Options that the command line has words of its own for.
std::string own_words(const std::string& name, const Json& value) {
  if (name == "communities") return value == 0 ? "" : fmt::format(" -k {}", text_of(value));
  if (name == "stability.runs") return value == 0 ? "" : fmt::format(" --stability {}", text_of(value));
  if (name == "levels") return value == true ? " --levels" : "";
  if (name == "levels.max_size") return value == 0 ? "" : fmt::format(" --max-size {}", text_of(value));
  if (name == "levels.min_size") return value == 1 ? "" : fmt::format(" --min-size {}", text_of(value));
  return {};
}

bool has_own_words(const std::string& name) {
  return name == "communities" || name == "stability.runs" || name.starts_with("levels");
}

// What says how the data were read: options, and behind "--" the files.
struct DataWords {
  std::string files;
  std::string options;
  std::string dashed;  // files that look like options, behind a "--" of their own
};

DataWords data_words(const Json& arguments) {
  const auto end = std::ranges::find(arguments, Json("--"));
  DataWords words;
  std::string& first = end == arguments.end() ? words.files : words.options;
  for (auto word = arguments.begin(); word != end; ++word) first += " " + shell_word(text_of(*word));
  for (auto word = end; word != arguments.end(); ++word) {
    if (word == end) continue;
    const std::string file = text_of(*word);
    const bool dashed = file.starts_with("-") && file != "-";
    if (dashed && words.dashed.empty()) words.dashed = " --";
    (dashed ? words.dashed : words.files) += " " + shell_word(file);
  }
  return words;
}

Json defaults_of(const std::string& method) {
  Json defaults = Json::object();
  for (const auto& [name, value] : configured(method).values()) defaults[name] = json_value(value);
  return defaults;
}

}  // namespace

std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string repeat_command(const Json& manifest) {
  const DataWords data = data_words(manifest.at("data").at("arguments"));
  std::string command = "cgsd detect" + data.files + data.options;
  const std::string method = manifest.at("method").get<std::string>();
  if (method != "default") command += " --method " + shell_word(method);
  const Json defaults = defaults_of(method);
  std::string settings;
  for (const auto& [name, value] : manifest.at("options").items()) {
    if (has_own_words(name)) {
      command += own_words(name, value);
    } else if (!defaults.contains(name) || defaults.at(name) != value) {
      settings += " --set " + shell_word(fmt::format("{}={}", name, text_of(value)));
    }
  }
  return command + settings + fmt::format(" --seed {}", manifest.at("seed").dump()) + data.dashed;
}

}  // namespace cgsd
