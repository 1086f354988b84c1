#include "apps/cgsd/render/graph_text.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/printable.hpp"
#include "cgsd/core/text.hpp"

#include "apps/cgsd/shell/screen.hpp"

namespace cgsd::app {
namespace {

std::string entries_text(const GraphFacts& f) {
  std::vector<std::string> done;
  const auto mention = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) done.push_back(fmt::format("{} {}", grouped(count), what));
  };
  mention(f.report.self_loops_dropped, "loops dropped");
  mention(f.report.repeats_merged, "repeats merged");
  mention(f.report.directions_joined, "pairs listed both ways joined");
  return done.empty() ? "" : fmt::format("{} entries: {}", grouped(f.report.entries_read), fmt::join(done, ", "));
}

std::string classes_text(const LabelFacts& facts) {
  constexpr std::size_t kMost = 12;
  auto sizes = facts.class_sizes;
  std::erase(sizes, 0U);
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(kMost, sizes.size()); ++i) shown.push_back(grouped(sizes[i]));
  std::string text =
      fmt::format("{} of {}{} nodes", sizes.size(), fmt::join(shown, ", "), sizes.size() > kMost ? ", …" : "");
  if (facts.unlabelled > 0) text += fmt::format("; {} nodes without a class", grouped(facts.unlabelled));
  return text;
}

std::string edges_text(const GraphFacts& f) {
  std::vector<std::string_view> kinds;
  if (f.directed) kinds.emplace_back("directed");
  if (f.weighted) kinds.emplace_back("weighted");
  const std::string kind = kinds.empty() ? "" : fmt::format(" ({})", fmt::join(kinds, ", "));
  return fmt::format("{} {}{}", grouped(f.edges), f.edges == 1 ? "edge" : "edges", kind);
}

}  // namespace

std::string heading(std::string_view name, const GraphFacts& f, std::vector<std::string> more, std::size_t width) {
  std::vector<std::string> parts = {
      printable(name), fmt::format("{} {}", grouped(f.nodes), f.nodes == 1 ? "node" : "nodes"), edges_text(f),
      f.attributes ? fmt::format("{} attributes", grouped(f.attributes->columns)) : std::string("no attributes")};
  for (std::string& part : more) parts.push_back(std::move(part));
  return styled(parts_line(parts, width), Style::bold) + "\n";
}

std::string account_text(const GraphFacts& f) { return fmt::format("{}", fmt::join(f.account, "; ")); }

std::string to_text(const Homophily& h) {
  return fmt::format("edge {}, node {}, adjusted {}; label informativeness {}", number_text(h.edge, 4),
                     number_text(h.node, 4), number_text(h.adjusted, 4), number_text(h.label_informativeness, 4));
}

Facts facts_of(const GraphFacts& f) {
  Facts lines = {
      {"read from", entries_text(f)},
      {"reading", account_text(f)},
      {"degree", fmt::format("mean {:.2f}, median {:g}, largest {}; {} isolated {}", f.degrees.mean, f.degrees.median,
                             grouped(f.degrees.maximum), grouped(f.degrees.isolated),
                             f.degrees.isolated == 1 ? "node" : "nodes")},
      {"components", fmt::format("{}; the largest has {} nodes", grouped(f.components), grouped(f.largest_component))}};
  if (f.attributes) {
    lines.emplace_back("attributes",
                       fmt::format("{} {} columns, {:.2f} % of the values are not 0; {} empty rows",
                                   grouped(f.attributes->columns), f.attributes->sparse ? "sparse" : "dense",
                                   100.0 * f.attributes->density, grouped(f.attributes->empty_rows)));
  }
  if (f.labels) {
    lines.emplace_back("classes", classes_text(*f.labels));
    lines.emplace_back("homophily", to_text(f.labels->homophily));
  }
  return lines;
}

}  // namespace cgsd::app
