#include "cgsd/summary/count_remarks.hpp"

#include <fmt/format.h>

#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

std::string number(std::int64_t count) { return grouped(static_cast<std::uint64_t>(count)); }

// Why the method of `o` found another number, as the end of a sentence.
std::string reason(const CountOutcome& o) {
  const bool by_resolution = o.method.family == Family::edges && o.method.communities == Need::optional;
  if (by_resolution && o.components > o.asked) {
    return fmt::format(
        ": it never joins nodes without a path between them, and the graph falls into {} parts. "
        "--method default joins parts",
        number(o.components));
  }
  if (by_resolution) return ", the nearest number that it reached";
  if (o.method.family == Family::cgsd) return ": the nodes have fewer distinct positions";
  return ": the others stayed empty";
}

std::string trivial(const CountOutcome& o) {
  if (o.asked == 1) return "one community was asked for: it holds every node, whatever the graph";
  return "as many communities as nodes were asked for: each node is one of its own, whatever the graph";
}

}  // namespace

std::vector<std::string> count_remarks(const CountOutcome& o) {
  if (o.asked == 0) return {};
  if (o.method.communities == Need::no) {
    return {fmt::format("the number {} was ignored: {} takes none and found {} communities. --method leiden takes one",
                        number(o.asked), o.method.name, number(o.found))};
  }
  std::vector<std::string> remarks;
  if (o.asked == 1 || o.asked == o.nodes) remarks.push_back(trivial(o));
  if (o.found != o.asked) {
    remarks.push_back(fmt::format("{} communities were asked for, but {} found {}{}", number(o.asked), o.method.name,
                                  number(o.found), reason(o)));
  }
  return remarks;
}

std::vector<std::string> count_remarks(const CommunityCount& count) {
  if (!count.nothing()) return {};
  return {"no communities beyond chance: all nodes are one community. -k C divides them all the same"};
}

}  // namespace cgsd
