#include "apps/cgsd/render/detect_screen.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/printable.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/report/repeat_command.hpp"
#include "cgsd/summary/count_words.hpp"

#include "apps/cgsd/render/detect_details.hpp"
#include "apps/cgsd/render/graph_text.hpp"
#include "apps/cgsd/render/levels_text.hpp"
#include "apps/cgsd/shell/layout.hpp"
#include "apps/cgsd/shell/screen.hpp"

namespace cgsd::app {
namespace {

constexpr std::size_t kMostRows = 8;  // of communities, so that a report fits a screen
constexpr std::size_t kMostVerboseRows = 40;
constexpr std::size_t kMostTraits = 3;
constexpr std::size_t kMostExamples = 3;

// "5 communities", and how that number came about.
std::string headline(const Summary& s) {
  const std::size_t count = s.communities.size();
  const std::string found = fmt::format("{} {}", grouped(count), count == 1 ? "community" : "communities");
  if (!s.count) return found;
  if (s.count->nothing()) return "No communities beyond chance";
  if (!std::cmp_equal(count, s.count->communities)) return found;
  if (!s.count->chosen()) return found + ", as asked";
  const std::string phrase = count_phrase(*s.count);
  const std::size_t range = phrase.find(';');
  return range == std::string::npos ? found : found + phrase.substr(range);
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

// "older (52 against 38)" → "older": the figures are in community_table.csv.
std::string traits_text(const CommunityFacts& c) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < std::min(kMostTraits, c.set_apart.size()); ++i) {
    const std::string& all = c.set_apart[i].words;
    words.push_back(printable(all.substr(0, all.rfind(" ("))));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string examples_text(const CommunityFacts& c) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(kMostExamples, c.central.size()); ++i) names.push_back(printable(c.central[i]));
  return fmt::format("{}", fmt::join(names, ", "));
}

// The largest communities, a line each.
std::string community_table(const DetectReport& report, std::size_t width) {
  const std::vector<CommunityFacts>& communities = report.summary.communities;
  const bool traits = std::ranges::any_of(communities, [](const auto& c) { return !c.set_apart.empty(); });
  const bool examples = std::ranges::any_of(communities, [](const auto& c) { return !c.central.empty(); });
  std::vector<std::string> header = {"id", "nodes", "confidence"};
  if (traits) header.emplace_back("set apart by");
  if (examples) header.emplace_back("for example");
  Table table(header);
  const std::size_t shown = report.verbose ? kMostVerboseRows : kMostRows;
  for (std::size_t i = 0; i < std::min(shown, communities.size()); ++i) {
    const CommunityFacts& c = communities[i];
    std::vector<std::string> row = {std::to_string(c.id), grouped(c.size), number_text(c.mean_confidence, 2)};
    if (traits) row.push_back(traits_text(c));
    if (examples) row.push_back(examples_text(c));
    table.add(std::move(row));
  }
  if (communities.size() <= shown) return table.text(width);
  const bool written =
      std::ranges::any_of(report.written, [](const auto& f) { return f.ends_with("community_table.csv"); });
  return table.text(width) + fmt::format("  … and {} more{}\n", grouped(communities.size() - shown),
                                         written ? " (community_table.csv)" : "");
}

std::string communities_section(const DetectReport& report, std::size_t width) {
  const Summary& s = report.summary;
  std::string text = section(headline(s), width);
  if (s.count && s.count->chosen()) text += paragraph(count_words(*s.count), width);
  text += decided(s, {"stability", "previous"}, width);
  return text + community_table(report, width);
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
  for (const std::string_view topic : {"weights", "blank rows", "edges", "structure"}) {
    for (const Decision& d : s.decisions) {
      if (d.topic == topic) sentences.push_back(d.words);
    }
  }
  std::erase(sentences, "");
  if (sentences.empty()) return {};
  return section("How they were found", width) + paragraph(fmt::format("{}", fmt::join(sentences, " ")), width);
}

std::string label_section(const Summary& s, std::size_t width) {
  if (!s.quality.agreement) return {};
  const Agreement& a = *s.quality.agreement;
  return section("Against your labels (never used to find the communities)", width) +
         paragraph(fmt::format("NMI {}, ARI {} (1 is the same, 0 is chance), accuracy {} (the largest class alone: {})",
                               number_text(a.nmi, 2), number_text(a.ari, 2), number_text(a.accuracy, 2),
                               number_text(a.largest_class, 2)),
                   width);
}

// The least certain node of the largest community is the one to ask about.
std::string next_step(const DetectReport& report) {
  const bool whole = std::ranges::any_of(report.written, [](const auto& f) { return f.ends_with("manifest.json"); });
  const std::vector<CommunityFacts>& communities = report.summary.communities;
  if (!whole || communities.empty() || report.summary.run.data_name == "-") return {};
  const auto& nodes = communities.front().doubtful.empty() ? communities.front().central : communities.front().doubtful;
  if (nodes.empty()) return {};
  const std::string run = std::filesystem::path(report.written.front()).parent_path().string();
  return fmt::format("next: cgsd explain {} {}", shell_word(run), shell_word(nodes.front()));
}

std::string last_line(const DetectReport& report, std::size_t width) {
  if (report.written.empty()) return {};
  const std::size_t more = report.written.size() - 1;
  std::string files = report.written.front();
  if (report.verbose) {
    files = fmt::format("{}", fmt::join(report.written, ", "));
  } else if (more > 0) {
    files += fmt::format(" and {} more {}", more, more == 1 ? "file" : "files");
  }
  const std::string next = next_step(report);
  if (report.verbose) return "\n" + wrapped(files, width) + "\n" + (next.empty() ? "" : next + "\n");
  const auto page = std::ranges::find_if(report.written, [](const auto& f) { return f.ends_with(".html"); });
  const std::string look = page == report.written.end() ? "" : "page: " + *page;
  return "\n" + parts_line({files, look, next}, width) + "\n";
}

Facts all_details(const DetectReport& report) {
  Facts facts = details_of(report.summary);
  const std::uint64_t peak = report.summary.timing.peak_memory;
  if (report.estimated_memory > 0 && peak > 0) {
    facts.emplace_back("memory",
                       fmt::format("{}; {} were expected", size_text(peak), size_text(report.estimated_memory)));
  }
  return facts;
}

}  // namespace

std::string detect_screen(const DetectReport& report, std::size_t width) {
  const Summary& s = report.summary;
  std::string text = heading(s.run.data_name, s.graph, {seconds_text(s.timing.seconds)}, width);
  if (!s.graph.account.empty()) text += styled(paragraph(account_text(s.graph), width), Style::faint);
  text += communities_section(report, width) + levels_section(s, width) + method_section(s, width) +
          label_section(s, width);
  if (report.verbose) text += section("Details", width) + fact_list(all_details(report), width);
  return text + last_line(report, width);
}

}  // namespace cgsd::app
