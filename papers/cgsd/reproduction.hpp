// One item of the paper, from the data to its report.
//
//   ItemReport report = reproduce(PaperItem::table_main, {.directory = "reproduction"}, run);
//
// Cells (method × dataset × seed) are kept in DIRECTORY/cells/ITEM as `cgsd compare` keeps them: an interrupted run
// resumes, and figures that show a table's cells use these. Trainings are shared between roundings. `seeds`:
// how many; 0: as the item sets. Of generated data every realisation gets that many. Throws IoError if data are
// missing, and all that the runner throws.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/experiment/runner.hpp"

#include "papers/cgsd/item_report.hpp"
#include "papers/cgsd/item_spec.hpp"

namespace cgsd {

struct ReproduceOptions {
  std::filesystem::path directory = "reproduction";
  StoreLocations data{};
  bool learned = false;
  std::int32_t seeds = 0;
  std::string version;
  std::function<void(const CellRecord&, const RunProgress&)> cell_ended{};
  std::span<const ItemReport> before{};  // items that are done: `claims` takes from them what it repeats
};

// Names and paths of data that the items need and that are not on this machine, each once.
std::vector<std::string> missing_data(std::span<const PaperItem> items, const StoreLocations& locations);

ItemReport reproduce(PaperItem item, const ReproduceOptions& options, const RunContext& run);

// What is run of an item: all methods of the paper's table but those that learn; or these alone.
ExperimentSpec plain_experiment(const ItemSpec& spec, std::int32_t seeds);
ExperimentSpec learned_experiment(const ItemSpec& spec, std::int32_t seeds);

}  // namespace cgsd
