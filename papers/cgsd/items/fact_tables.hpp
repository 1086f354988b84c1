// The two tables about the data alone: pure functions from measured facts to what is to be said of them.
#pragma once

#include <span>

#include "papers/cgsd/item_report.hpp"
#include "papers/cgsd/item_spec.hpp"
#include "papers/cgsd/items/dataset_facts.hpp"

namespace cgsd {

ItemReport data_table(const ItemSpec& spec, std::span<const DatasetFacts> facts);
ItemReport curvature_table(const ItemSpec& spec, std::span<const DatasetFacts> facts);

}  // namespace cgsd
