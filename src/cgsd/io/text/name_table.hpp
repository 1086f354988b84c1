// Numbers names in the order in which they are first seen, and finds them again.
//
// How: open addressing with linear probing; a slot holds 32 bits of the hash, the number and where the text stands, so
// that a look-up touches two places in memory. The numbering depends on the order of insertion only.
// Cost: O(length) expected per name; the text once, and about 60 bytes per name.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cgsd/graph/dataset.hpp"

namespace cgsd {

class NameTable {
 public:
  static constexpr NodeId kAbsent = 0xffffffff;

  NameTable() = default;
  explicit NameTable(NodeNames names);  // of equal names the first is found

  NodeId find(std::string_view name) const;  // or kAbsent
  NodeId insert(std::string_view name);      // its number: old or new; throws InvalidArgument beyond kMaxNodes

  // insert() for each name of `other` in order; faster than one by one, since it looks ahead.
  std::vector<NodeId> insert_all(const NameTable& other);

  NodeId size() const { return static_cast<NodeId>(names_.size()); }
  const NodeNames& names() const { return names_; }
  NodeNames take() && { return std::move(names_); }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    NodeId number = kAbsent;
    std::uint64_t begin : 40 = 0;   // in the text of all names
    std::uint64_t length : 24 = 0;  // or kLong
  };
  static constexpr std::uint64_t kLong = (1u << 24) - 1;

  Slot slot_of(NodeId node) const;
  const char* text_of(const Slot& slot) const { return names_.view(0).data() + slot.begin; }
  bool holds(const Slot& slot, std::string_view name) const;
  // The slot of `name`, or the empty one where it belongs.
  std::size_t place_of(std::string_view name, std::uint32_t hash) const;
  NodeId insert(std::string_view name, std::uint32_t hash);
  void reserve(std::size_t names);

  NodeNames names_;
  std::vector<std::uint32_t> hashes_;  // of each name
  std::vector<Slot> slots_;            // a power of two, at most half full
};

}  // namespace cgsd
