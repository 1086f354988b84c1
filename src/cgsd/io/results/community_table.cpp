#include "cgsd/io/results/community_table.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/io/bytes/byte_source.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {
namespace {

std::string figure(double value) { return std::isfinite(value) ? fmt::format("{:.4f}", value) : std::string(); }

std::string all_words(const std::vector<Trait>& traits) {
  std::vector<std::string> words;
  for (const Trait& trait : traits) words.push_back(trait.words);
  return fmt::format("{}", fmt::join(words, "; "));
}

}  // namespace

void write_community_table(const std::filesystem::path& file, const std::vector<CommunityFacts>& communities) {
  const Delimiter delimiter = format_ending(file) == ".tsv" ? Delimiter::tab : Delimiter::comma;
  const char between = static_cast<char>(delimiter);
  TextWriter out(file);
  constexpr std::array kHeadings = {"community",       "size",      "density", "conductance",
                                    "mean_confidence", "set_apart", "central", "doubtful"};
  out << fmt::format("{}\n", fmt::join(kHeadings, std::string_view(&between, 1)));
  for (const CommunityFacts& f : communities) {
    out << f.id << between << f.size << between << figure(f.density) << between << figure(f.conductance) << between
        << figure(f.mean_confidence);
    for (const std::string& cell : {all_words(f.set_apart), fmt::format("{}", fmt::join(f.central, "; ")),
                                    fmt::format("{}", fmt::join(f.doubtful, "; "))}) {
      out << between;
      if (!cell.empty()) out.field(cell, delimiter);  // nothing rather than two quotes
    }
    out << '\n';
  }
  out.commit();
}

}  // namespace cgsd
