#include "cgsd/io/text/json_file.hpp"

#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/whole_file.hpp"

namespace cgsd {

nlohmann::json read_json(const std::filesystem::path& file, const RunContext& run) {
  const std::vector<char> text = read_whole(file, run);
  nlohmann::json json = nlohmann::json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) throw ParseError({file.string()}, "this is not valid JSON");
  return json;
}

}  // namespace cgsd
