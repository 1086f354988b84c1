#include "cgsd/table/table_account.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"

namespace cgsd {

void TableAccount::add(const std::string& topic, std::string detail) {
  auto found = std::find_if(topics_.begin(), topics_.end(), [&](const auto& t) { return t.first == topic; });
  if (found == topics_.end()) found = topics_.insert(topics_.end(), {topic, {}});
  found->second.push_back(std::move(detail));
}

std::vector<std::string> TableAccount::clauses() const {
  std::vector<std::string> out;
  out.reserve(topics_.size());
  for (const auto& [topic, details] : topics_) out.push_back(fmt::format("{}: {}", topic, listed(details)));
  return out;
}

std::string listed(const std::vector<std::string>& items) {
  constexpr std::size_t kNamed = 5;
  const std::size_t named = items.size() > kNamed + 1 ? kNamed : items.size();
  const auto end = items.begin() + static_cast<std::ptrdiff_t>(named);
  const std::string text = fmt::format("{}", fmt::join(items.begin(), end, ", "));
  return named == items.size() ? text : fmt::format("{} and {} more", text, grouped(items.size() - named));
}

}  // namespace cgsd
