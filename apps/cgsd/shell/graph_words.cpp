#include "apps/cgsd/shell/graph_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"

namespace cgsd::app {

std::vector<std::string> words_of(const GraphArguments& a) {
  const GraphArguments usual;
  std::vector<std::string> words;
  const auto add = [&](const char* flag, const std::string& value, const std::string& otherwise) {
    if (value != otherwise) words.push_back(fmt::format("{}={}", flag, value));
  };
  const auto add_all = [&](const char* flag, const std::vector<std::string>& values) {
    for (const std::string& value : values) add(flag, value, "");
  };
  add("--attributes", a.attributes, usual.attributes);
  add("--graph-key", a.graph_key, usual.graph_key);
  add("--labels", a.labels, usual.labels);
  add("--format", a.format, usual.format);
  add("--ids", a.ids, usual.ids);
  add("--weights", a.weights, usual.weights);
  add("--weights-scale", a.weights_scale, usual.weights_scale);
  add("--directed", std::string(name_of(a.directed)), std::string(name_of(usual.directed)));
  add("--data", a.data, usual.data);
  add("--id-column", a.table.id_column, usual.table.id_column);
  add_all("--columns", a.table.columns);
  add_all("--ignore", a.table.ignore);
  add_all("--kind", a.table.kinds);
  words.emplace_back("--");
  words.push_back(a.graph);
  words.insert(words.end(), a.more.begin(), a.more.end());
  return words;
}

GraphArguments arguments_of(std::vector<std::string> words, const std::string& file) {
  GraphArguments arguments;
  CLI::App parser;
  add_graph_arguments(&parser, arguments);
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    parser.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    throw ParseError({file}, fmt::format("how the data were read is not understood ({})", error.what()));
  }
  return arguments;
}

}  // namespace cgsd::app
