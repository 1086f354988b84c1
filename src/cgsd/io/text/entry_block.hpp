// One block of lines "source target [weight]" as entries: what the readers of edge lists and Matrix Market files run in
// parallel over a file.
//
// How: a line that is digits, delimiter, digits (and a number) and nothing else is read by a short loop; every other
// line (comments, quotes, text ids, errors) goes through the splitter of delimited.hpp. The first bad line ends the
// block and is recorded, not thrown: the reader of the whole file decides which block's error comes first.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/graph/builder.hpp"
#include "cgsd/io/text/delimited.hpp"
#include "cgsd/io/text/name_table.hpp"

namespace cgsd {

// What an id may be and what becomes of it.
enum class IdRule {
  index,   // a number below `nodes`, which is the node
  number,  // a number in its usual spelling below kMaxNodes, kept for later; anything else ends in needs_text
  text,    // any text; numbered by first appearance in the block
  known    // a name in `known`
};

struct EntryFormat {
  Delimiter delimiter = Delimiter::blanks;
  std::size_t fields = 2;  // of every line
  std::string_view fields_known_from = "the first line had";
  std::size_t source = 0;  // columns, from 0
  std::size_t target = 1;
  std::optional<std::size_t> weight;
  IdRule rule = IdRule::number;
  NodeId first_id = 0;          // index: the number of the first node
  std::optional<NodeId> nodes;  // index: how many nodes there are; none: as many as can be
  const NameTable* known = nullptr;
  std::size_t most_entries = std::numeric_limits<std::size_t>::max();  // more are an error
};

enum class BlockStatus { done, quote_left_open, failed, needs_text };

struct EntryBlock {
  std::vector<Entry> entries;
  std::vector<double> weights;
  NodeId largest = 0;                       // number, index: the largest node
  NameTable names;                          // text: what the entries refer to
  bool words = false;                       // text: some id is not a whole number
  const char* first_odd_integer = nullptr;  // text: the first id that is a negative or too large whole number
  std::string odd_integer_fault;

  BlockStatus status = BlockStatus::done;
  const char* fault = nullptr;  // unless done: the place to blame, and what for
  std::string what;
  std::size_t consumed = 0;  // bytes and lines of whole records read
  std::uint64_t lines = 0;
};

// `text` ends in a newline. `block` is overwritten; its memory is used again.
void parse_entry_block(std::string_view text, const EntryFormat& format, EntryBlock& block);

}  // namespace cgsd
