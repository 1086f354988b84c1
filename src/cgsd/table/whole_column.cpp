#include "cgsd/table/whole_column.hpp"

#include <cstdint>
#include <span>
#include <string_view>

#include "cgsd/graph/processes.hpp"

namespace cgsd {

const TextColumn& column_of_all(const TextColumn& own, TextColumn& room, const RunContext& run) {
  if (!several(run)) return own;
  std::vector<std::uint32_t> lengths;
  std::string text;
  for (std::size_t row = 0; row < own.cells.size(); ++row) {
    lengths.push_back(static_cast<std::uint32_t>(own.cells[row].size()));
    text += own.cells[row];
  }
  lengths = gathered(run, std::span<const std::uint32_t>(lengths));
  const std::vector<char> all = gathered(run, std::span<const char>(text));
  room = {own.name, {}};
  std::string_view rest(all.data(), all.size());
  for (const std::uint32_t length : lengths) {
    room.cells.append(rest.substr(0, length));
    rest.remove_prefix(length);
  }
  return room;
}

}  // namespace cgsd
