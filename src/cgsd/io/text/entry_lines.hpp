// All lines "source target [weight]" of a file, read in parallel.
//
// How: each batch is cut into fixed blocks of whole lines, the blocks are parsed in parallel and joined in file order.
// A file begins as numbers; at the first id that is none, what was read so far is spelled out again and the file goes
// on as text, which gives what reading it as text from the start would have given.
// Promises: the same result and the same error (the first in the file) at any number of threads.
// Memory: one batch and its entries beside the result.
#pragma once

#include <optional>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/io/text/entry_block.hpp"
#include "cgsd/io/text/text_batches.hpp"

namespace cgsd {

struct EntryLines {
  std::vector<Entry> entries;
  std::vector<double> weights;
  NodeId largest = 0;  // unless text: the largest node

  bool text = false;  // the nodes are the numbers of `names`
  NameTable names;
  bool words = false;                     // text: some id is not a whole number
  std::optional<ParseError> odd_integer;  // text: the first negative or too large whole number
};

// Reads from where `batches` stands to its end. Throws ParseError.
EntryLines read_entry_lines(TextBatches& batches, const EntryFormat& format, const RunContext& run);

// Numbers as text: names in order of first appearance.
void spell_out(EntryLines& lines, const RunContext& run);

}  // namespace cgsd
