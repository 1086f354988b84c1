// Reports of items as text, Markdown, CSV, LaTeX or JSON, and as a directory of files.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "cgsd/experiment/tables/table_format.hpp"

#include "papers/cgsd/item_report.hpp"

namespace cgsd {

std::string formatted(std::span<const ItemReport> reports, TableFormat format);

// What was run, for the head of the document.
struct ReproductionFacts {
  std::string version;
  bool learned = false;
  std::int32_t seeds = 0;  // 0: as each item sets
  int workers = 1;
};

// REPRODUCTION.md: a summary, the sentences in which the paper contradicts itself, then item by item.
std::string reproduction_markdown(std::span<const ItemReport> reports, const ReproductionFacts& facts);

// Figures as CSV, pictures as SVG and, if they can be rendered, PNG. Comes back: the names of the files.
std::vector<std::string> write_files(const ItemReport& report, const std::filesystem::path& directory);

// manifest.json: version, options, verdicts, seconds, and the SHA-256 of every file in `names`.
void write_manifest(std::span<const ItemReport> reports, const ReproductionFacts& facts,
                    const std::filesystem::path& directory, std::span<const std::string> names);

std::size_t count_verdicts(std::span<const Claim> claims, ClaimVerdict verdict);

}  // namespace cgsd
