#include "cgsd/table/column_blocks.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "cgsd/table/cell_values.hpp"

namespace cgsd {
namespace {

using Block = std::vector<std::size_t>;

struct NumberedHeading {
  std::string_view prefix;
  std::size_t number = 0;
};

std::optional<NumberedHeading> split_heading(std::string_view heading) {
  constexpr std::size_t kLongest = 9;
  std::size_t digits = 0;
  while (digits < heading.size() && heading[heading.size() - 1 - digits] >= '0' &&
         heading[heading.size() - 1 - digits] <= '9')
    ++digits;
  const std::string_view number = heading.substr(heading.size() - digits);
  if (digits == 0 || digits > kLongest || (digits > 1 && number.front() == '0')) return std::nullopt;
  NumberedHeading split{heading.substr(0, heading.size() - digits), 0};
  std::from_chars(number.data(), number.data() + number.size(), split.number);
  return split;
}

// The columns x, y and z, if the first two are there, else none.
Block coordinates(const std::vector<std::string>& headings, const std::vector<bool>& may) {
  Block block;
  for (const std::string_view wanted : {"x", "y", "z"}) {
    for (std::size_t i = 0; i < headings.size(); ++i) {
      if (may[i] && lower_ascii(headings[i]) == wanted) block.push_back(i);
    }
  }
  const bool pair =
      block.size() >= 2 && lower_ascii(headings[block[0]]) == "x" && lower_ascii(headings[block[1]]) == "y";
  return pair && block.size() <= 3 ? block : Block();
}

}  // namespace

std::vector<Block> column_blocks(const std::vector<std::string>& headings, const std::vector<bool>& may) {
  std::map<std::string_view, std::vector<std::pair<std::size_t, std::size_t>>> by_prefix;
  Block without;
  for (std::size_t i = 0; i < headings.size(); ++i) {
    if (!may[i]) continue;
    if (headings[i].empty()) without.push_back(i);
    if (const auto split = split_heading(headings[i])) by_prefix[split->prefix].emplace_back(split->number, i);
  }
  std::vector<Block> blocks;
  if (without.size() > 1) blocks.push_back(without);
  for (auto& [prefix, members] : by_prefix) {
    std::sort(members.begin(), members.end());
    const std::size_t span = members.back().first - members.front().first + 1;
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    const bool repeats = std::adjacent_find(members.begin(), members.end(), same) != members.end();
    if (members.size() < 2 || span != members.size() || repeats) continue;
    Block& block = blocks.emplace_back();
    for (const auto& [number, column] : members) block.push_back(column);
  }
  if (Block block = coordinates(headings, may); !block.empty()) blocks.push_back(std::move(block));
  const auto first = [](const Block& block) { return *std::min_element(block.begin(), block.end()); };
  std::sort(blocks.begin(), blocks.end(), [&](const Block& a, const Block& b) { return first(a) < first(b); });
  return blocks;
}

bool is_numbered_heading(const std::string& heading) { return split_heading(heading).has_value(); }

}  // namespace cgsd
