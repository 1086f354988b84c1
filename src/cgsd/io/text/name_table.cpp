#include "cgsd/io/text/name_table.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kFewestSlots = 64;

std::uint32_t hash_of(std::string_view name) {
  const std::uint64_t hash = std::hash<std::string_view>{}(name);
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

}  // namespace

NameTable::NameTable(NodeNames names) : names_(std::move(names)) {
  hashes_.reserve(names_.size());
  for (NodeId node = 0; node < size(); ++node) hashes_.push_back(hash_of(names_.view(node)));
  slots_.resize(std::bit_ceil(std::max(kFewestSlots, 2 * names_.size())));
  for (NodeId node = 0; node < size(); ++node) {
    Slot& slot = slots_[place_of(names_.view(node), hashes_[node])];
    if (slot.number == kAbsent) slot = slot_of(node);
  }
}

// NodeNames keeps all names in one piece of text, in order.
NameTable::Slot NameTable::slot_of(NodeId node) const {
  const std::string_view name = names_.view(node);
  const auto begin = static_cast<std::uint64_t>(name.data() - names_.view(0).data());
  return {hashes_[node], node, begin & ((std::uint64_t{1} << 40) - 1),
          std::min<std::uint64_t>(name.size(), kLong) & kLong};
}

bool NameTable::holds(const Slot& slot, std::string_view name) const {
  if (slot.length == kLong) return names_.view(slot.number) == name;
  return slot.length == name.size() && std::string_view(text_of(slot), name.size()) == name;
}

std::size_t NameTable::place_of(std::string_view name, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t place = hash & mask;
  while (slots_[place].number != kAbsent) {
    if (slots_[place].hash == hash && holds(slots_[place], name)) break;
    place = (place + 1) & mask;
  }
  return place;
}

void NameTable::reserve(std::size_t names) {
  if (2 * names <= slots_.size()) return;
  slots_.assign(std::bit_ceil(std::max(kFewestSlots, 4 * names)), Slot{});
  const std::size_t mask = slots_.size() - 1;
  for (NodeId node = 0; node < size(); ++node) {
    std::size_t place = hashes_[node] & mask;
    while (slots_[place].number != kAbsent) place = (place + 1) & mask;
    slots_[place] = slot_of(node);
  }
}

NodeId NameTable::find(std::string_view name) const {
  return slots_.empty() ? kAbsent : slots_[place_of(name, hash_of(name))].number;
}

NodeId NameTable::insert(std::string_view name) { return insert(name, hash_of(name)); }

NodeId NameTable::insert(std::string_view name, std::uint32_t hash) {
  reserve(names_.size() + 1);
  Slot& slot = slots_[place_of(name, hash)];
  if (slot.number != kAbsent) return slot.number;
  if (size() == kMaxNodes) throw InvalidArgument(fmt::format("more than {} different node names", kMaxNodes));
  names_.append(name);
  hashes_.push_back(hash);
  slot = slot_of(size() - 1);
  return slot.number;
}

// A large table answers from main memory: the slot of a name is asked for well before it is needed, and the text it
// points to a little before.
std::vector<NodeId> NameTable::insert_all(const NameTable& other) {
  constexpr std::size_t kSlotAhead = 24;
  constexpr std::size_t kTextAhead = 12;
  std::vector<NodeId> numbers(other.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    reserve(names_.size() + 1);
    const std::size_t mask = slots_.size() - 1;
    if (i + kSlotAhead < numbers.size()) __builtin_prefetch(&slots_[other.hashes_[i + kSlotAhead] & mask]);
    if (i + kTextAhead < numbers.size()) {
      const Slot& slot = slots_[other.hashes_[i + kTextAhead] & mask];
      if (slot.number != kAbsent) __builtin_prefetch(text_of(slot));
    }
    numbers[i] = insert(other.names_.view(static_cast<NodeId>(i)), other.hashes_[i]);
  }
  return numbers;
}

}  // namespace cgsd
