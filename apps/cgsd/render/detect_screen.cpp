#include "apps/cgsd/render/detect_screen.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/text.hpp"

#include "apps/cgsd/render/detect_details.hpp"
#include "apps/cgsd/render/graph_text.hpp"
#include "apps/cgsd/render/levels_text.hpp"
#include "apps/cgsd/shell/session.hpp"

namespace cgsd::app {
namespace {

constexpr std::size_t kMostRows = 8;  // of communities, so that a report fits a screen

std::string_view count_words(const CommunityCount& count) {
  switch (count.reason) {
    case CountReason::asked:
      return ", as asked";
    case CountReason::agreement:
      return ", a number on which two or more ways of counting agree";
    case CountReason::stability:
      return ", the number that comes back when the data are split in halves";
    case CountReason::topology:
      return ", counted from the edges";
    case CountReason::eigengap:
      return count.all_criteria ? ", a guess: no two ways of counting agree" : ", counted by the widest eigengap";
    case CountReason::nothing:
      return ", though none stands out of chance";
  }
  return {};
}

// The words of the decisions on these topics, a paragraph each.
std::string decided(const Summary& s, std::initializer_list<std::string_view> topics, std::size_t width) {
  std::string text;
  for (const std::string_view topic : topics) {
    for (const Decision& d : s.decisions) {
      if (d.topic == topic && !d.words.empty()) text += paragraph(d.words, width);
    }
  }
  return text;
}

std::string levels_section(const Summary& s, std::size_t width) {
  if (!s.levels) return {};
  std::string tree = tree_text(*s.levels);
  for (std::size_t end = tree.find('\n'); end != std::string::npos; end = tree.find('\n', end + 1))
    tree.insert(end + 1, "  ");
  return section("Levels", width) + decided(s, {"levels"}, width) + (tree.empty() ? "" : "  " + tree + "\n");
}

std::string communities_section(const Summary& s, std::size_t width) {
  const std::size_t count = s.communities.size();
  std::string text =
      section(fmt::format("{} {}{}", grouped(count), count == 1 ? "community" : "communities",
                          s.count && std::cmp_equal(count, s.count->communities) ? count_words(*s.count) : ""),
              width);
  text += decided(s, {"stability", "previous"}, width);
  std::vector<std::string> sizes;
  for (std::size_t i = 0; i < std::min(kMostRows, count); ++i) sizes.push_back(grouped(s.communities[i].size));
  const std::string more = count > kMostRows ? fmt::format(" and {} more", grouped(count - kMostRows)) : "";
  return text + paragraph(fmt::format("of {}{} nodes", fmt::join(sizes, ", "), more), width);
}

// What a method other than the default is, and what of the data it does not look at.
std::string method_words(const Summary& s) {
  if (s.run.method.empty() || s.run.method == "default") return {};
  const MethodRecord& record = method_record(s.run.method);
  std::string text = fmt::format("By {}: {} ({}).", record.name, record.what, record.source);
  if (record.attributes == Need::no && s.graph.attributes)
    text += " It looks at the edges alone: attributes were not used.";
  if (record.edges == Need::no && s.graph.edges > 0) text += " It looks at the attributes alone: edges were not used.";
  return text;
}

std::string method_section(const Summary& s, std::size_t width) {
  std::vector<std::string> sentences = {method_words(s)};
  for (const std::string_view topic : {"weights", "edges", "structure"}) {
    for (const Decision& d : s.decisions) {
      if (d.topic == topic) sentences.push_back(d.words);
    }
  }
  std::erase(sentences, "");
  if (sentences.empty()) return {};
  return section("How they were found", width) + paragraph(fmt::format("{}", fmt::join(sentences, " ")), width);
}

double share_of_largest_class(const LabelFacts& labels) {
  const auto total = std::accumulate(labels.class_sizes.begin(), labels.class_sizes.end(), std::uint64_t{0});
  if (total == 0) return 0.0;
  return static_cast<double>(*std::ranges::max_element(labels.class_sizes)) / static_cast<double>(total);
}

std::string label_section(const Summary& s, std::size_t width) {
  if (!s.quality.agreement || !s.graph.labels) return {};
  const Agreement& a = *s.quality.agreement;
  return section("Against your labels (never used to find the communities)", width) +
         paragraph(fmt::format("NMI {}, ARI {} (1 is the same, 0 is chance), accuracy {} (the largest class alone: {})",
                               number_text(a.nmi, 2), number_text(a.ari, 2), number_text(a.accuracy, 2),
                               number_text(share_of_largest_class(*s.graph.labels), 2)),
                   width);
}

std::string files_line(const DetectReport& report, std::size_t width) {
  if (report.written.empty()) return {};
  const std::size_t more = report.written.size() - 1;
  std::string files = report.written.front();
  if (report.verbose) {
    files = fmt::format("{}", fmt::join(report.written, ", "));
  } else if (more > 0) {
    files += fmt::format(" and {} more {}", more, more == 1 ? "file" : "files");
  }
  return "\n" + wrapped(files, width) + "\n";
}

}  // namespace

std::string detect_screen(const DetectReport& report, std::size_t width) {
  const Summary& s = report.summary;
  std::string text = heading(s.run.data_name, s.graph, {seconds_text(s.timing.seconds)}, width);
  if (!s.graph.account.empty()) text += styled(paragraph(account_text(s.graph), width), Style::faint);
  text += communities_section(s, width) + levels_section(s, width) + method_section(s, width) + label_section(s, width);
  if (report.verbose) text += section("Details", width) + fact_list(details_of(s), width);
  return text + files_line(report, width);
}

}  // namespace cgsd::app
