#include "python/src/levels.hpp"

#include <string>

#include "cgsd/core/error.hpp"

namespace cgsd::python {
namespace {

std::int32_t id_of(const Levels& levels, std::int32_t community) {
  return community < 0 ? -1 : levels.communities[static_cast<std::size_t>(community)].id;
}

}  // namespace

nb::list nested_communities(const Levels& levels) {
  nb::list rows;
  for (const NestedCommunity& c : levels.communities) {
    nb::list children;
    for (const std::int32_t child : c.children) children.append(id_of(levels, child));
    nb::dict row;
    row["community"] = c.id;
    row["level"] = c.level;
    row["parent"] = id_of(levels, c.parent);
    row["children"] = children;
    row["size"] = c.size;
    row["end"] = std::string(name_of(c.end));
    rows.append(row);
  }
  return rows;
}

NumpyVector<std::int32_t> ids_at(const Levels& levels, std::int32_t level) {
  if (level < 0 || level >= levels.levels) throw InvalidArgument("there is no such level");
  std::vector<std::int32_t> ids;
  for (const std::int32_t community : levels.communities_at(level)) ids.push_back(id_of(levels, community));
  return given_away(std::move(ids));
}

}  // namespace cgsd::python
