// Curvature within and between the communities that CSpec finds (preset authors, one seed), and the losses of a
// training.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cgsd/io/store/dataset_store.hpp"
#include "cgsd/trained/train.hpp"

#include "papers/cgsd/item_report.hpp"
#include "papers/cgsd/item_spec.hpp"

namespace cgsd {

// Of the directed entries that are no loops.
struct CurvatureOfCommunities {
  std::string name{};
  std::vector<double> within{};
  std::vector<double> between{};
  std::vector<LossRecord> losses{};
  std::int32_t kept_epoch = -1;  // counted from 0; −1: the last
  double seconds = 0.0;          // of the method alone
};

CurvatureOfCommunities split_by_communities(const DatasetEntry& entry, const MethodEntry& method,
                                            const StoreLocations& locations, const RunContext& run);

ItemReport curvature_figure(const ItemSpec& spec, std::span<const CurvatureOfCommunities> datasets);

}  // namespace cgsd
