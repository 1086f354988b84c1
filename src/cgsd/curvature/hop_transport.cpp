#include "cgsd/curvature/hop_transport.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

namespace cgsd {
namespace {
constexpr std::uint32_t kNone = 0xffffffff;
}  // namespace

void HopTransport::begin(std::span<const std::uint64_t> supply, std::span<const std::uint64_t> demand) {
  words_ = (demand.size() + 63) / 64;
  supply_.assign(supply.begin(), supply.end());
  demand_.assign(demand.begin(), demand.end());
  one_.assign(supply.size() * words_, 0);
  two_.assign(supply.size() * words_, 0);
  shipments_.resize(std::max(shipments_.size(), demand.size()));
  for (std::size_t sink = 0; sink < demand.size(); ++sink) shipments_[sink].clear();
}

std::uint64_t HopTransport::least_cost() {
  const auto total = std::accumulate(supply_.begin(), supply_.end(), std::uint64_t{0});
  assert(total == std::accumulate(demand_.begin(), demand_.end(), std::uint64_t{0}));
  allowed_ = one_;
  const std::uint64_t at_one = ship_all();

  // Let dist be the distance from the sources with supply left. The last, failed search saw the sources with dist 0 and
  // the sinks with dist 1. A pair is tight where dist(source) + hops = dist(sink): from dist 0, one hop (to dist 1) and
  // two hops to an unseen sink (dist 2); from a source with dist 1, one hop to an unseen sink. Sources with a greater
  // dist are out of reach of tight pairs, so their rows do not matter.
  for (std::size_t source = 0; source < supply_.size(); ++source) {
    const bool at_zero = depth_of_source_[source] != kNone;
    for (std::size_t word = 0; word < words_; ++word) {
      const std::size_t place = source * words_ + word;
      allowed_[place] = at_zero ? one_[place] | (two_[place] & unseen_[word]) : one_[place] & unseen_[word];
    }
  }
  const std::uint64_t at_two = ship_all();
  return at_one + 2 * at_two + 3 * (total - at_one - at_two);
}

// Ships as much as the allowed pairs can carry; returns the amount.
std::uint64_t HopTransport::ship_all() {
  std::uint64_t sent = 0;
  while (build_layers()) {
    word_.assign(supply_.size(), 0);
    current_.assign(demand_.size(), 0);
    for (Index root = 0; root < supply_.size(); ++root) {
      while (supply_[root] > 0 && find_path(root)) sent += augment();
    }
  }
  return sent;
}

// Returns whether a sink with demand can be reached.
bool HopTransport::build_layers() {
  unseen_.assign(words_, ~std::uint64_t{0});
  if (demand_.size() % 64 != 0) unseen_.back() = (std::uint64_t{1} << (demand_.size() % 64)) - 1;
  depth_of_source_.assign(supply_.size(), kNone);
  layers_.clear();
  next_frontier_.clear();
  for (Index source = 0; source < supply_.size(); ++source) {
    if (supply_[source] == 0) continue;
    depth_of_source_[source] = 0;
    next_frontier_.push_back(source);
  }
  bool found = false;
  for (Index depth = 0; !found && !next_frontier_.empty(); ++depth) {
    layers_.resize(layers_.size() + words_, 0);
    frontier_.swap(next_frontier_);
    next_frontier_.clear();
    for (const Index source : frontier_) found |= expand(source, depth);
    last_depth_ = depth;
  }
  if (!found) return false;
  for (Index sink = 0; sink < demand_.size(); ++sink) {
    if (demand_[sink] == 0) remove_from_layer(last_depth_, sink);
  }
  return true;
}

bool HopTransport::expand(Index source, Index depth) {
  bool found = false;
  for (std::size_t word = 0; word < words_; ++word) {
    std::uint64_t fresh = allowed_[source * words_ + word] & unseen_[word];
    unseen_[word] ^= fresh;
    layer_word(depth, word) |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
      const std::size_t sink = 64 * word + static_cast<std::size_t>(std::countr_zero(fresh));
      found |= demand_[sink] > 0;
      for (const Shipment& shipment : shipments_[sink]) {
        if (depth_of_source_[shipment.source] != kNone) continue;
        depth_of_source_[shipment.source] = depth + 1;
        next_frontier_.push_back(shipment.source);
      }
    }
  }
  return found;
}

// Depth-first through the layers; leaves the way to a sink with demand in path_.
bool HopTransport::find_path(Index root) {
  path_.clear();
  for (Index source = root;;) {
    const Index sink = next_sink(source);
    if (sink == kNone) {
      if (path_.empty()) return false;
      source = path_.back().source;
      ++current_[path_.back().sink];
      path_.pop_back();
      continue;
    }
    if (path_.size() == last_depth_) {
      path_.push_back({source, sink});
      return true;
    }
    const Index back = next_source_back(sink);
    if (back == kNone) {
      remove_from_layer(path_.size(), sink);
      continue;
    }
    path_.push_back({source, sink});
    source = back;
  }
}

// A sink in the layer that the path has come to.
HopTransport::Index HopTransport::next_sink(Index source) {
  for (Index& word = word_[source]; word < words_; ++word) {
    const std::uint64_t sinks = allowed_[source * words_ + word] & layer_word(path_.size(), word);
    if (sinks != 0) return 64 * word + static_cast<Index>(std::countr_zero(sinks));
  }
  return kNone;
}

// A source of the next depth that ships to this sink.
HopTransport::Index HopTransport::next_source_back(Index sink) {
  for (std::size_t& current = current_[sink]; current < shipments_[sink].size(); ++current) {
    const Index source = shipments_[sink][current].source;
    if (depth_of_source_[source] == path_.size() + 1) return source;
  }
  return kNone;
}

std::uint64_t HopTransport::augment() {
  const Step last = path_.back();
  path_.pop_back();
  std::uint64_t& supply = supply_[path_.empty() ? last.source : path_.front().source];
  std::uint64_t amount = std::min(supply, demand_[last.sink]);
  for (const Step& step : path_) amount = std::min(amount, shipments_[step.sink][current_[step.sink]].amount);

  for (const Step& step : path_) {
    call_back(step.sink, amount);
    ship(step, amount);
  }
  ship(last, amount);
  supply -= amount;
  demand_[last.sink] -= amount;
  if (demand_[last.sink] == 0) remove_from_layer(last_depth_, last.sink);
  return amount;
}

// A second shipment between the same two is kept beside the first: looking for it would cost more than it saves.
void HopTransport::ship(Step step, std::uint64_t amount) { shipments_[step.sink].push_back({step.source, amount}); }

// Takes an amount out of the sink's current shipment.
void HopTransport::call_back(Index sink, std::uint64_t amount) {
  Shipment& shipment = shipments_[sink][current_[sink]];
  shipment.amount -= amount;
  if (shipment.amount > 0) return;
  shipment = shipments_[sink].back();
  shipments_[sink].pop_back();
}

}  // namespace cgsd
