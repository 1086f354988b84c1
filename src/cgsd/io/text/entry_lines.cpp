#include "cgsd/io/text/entry_lines.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 18;
constexpr std::size_t kEntriesBetweenStops = std::size_t{1} << 20;

class EntryLineReader {
 public:
  EntryLineReader(TextBatches& batches, const EntryFormat& format, const RunContext& run)
      : batches_(batches), format_(format), run_(run), most_entries_(format.most_entries) {
    result_.text = format.rule == IdRule::text;
  }

  EntryLines read() {
    do {
      read_batch();
    } while (batches_.refill());
    return std::move(result_);
  }

 private:
  void read_batch() {
    // A field in quotes may hold newlines, so that a block was cut inside it: then one block takes all the rest.
    std::size_t block_size = kBlock;
    while (!batches_.text().empty()) {
      const auto pieces = line_blocks(batches_.text(), block_size);
      parse(pieces);
      const std::size_t stopped = first_not_done(pieces.size());
      if (stopped < pieces.size() && blocks_[stopped].status == BlockStatus::needs_text) {
        spell_out(result_, run_);
        format_.rule = IdRule::text;
        continue;
      }
      append(std::min(stopped + 1, pieces.size()));
      if (stopped == pieces.size()) return;
      const bool whole_rest = stopped + 1 == pieces.size();
      if (blocks_[stopped].status == BlockStatus::failed || (whole_rest && batches_.at_end())) {
        throw batches_.error_at(blocks_[stopped].fault, blocks_[stopped].what);
      }
      if (whole_rest) return;
      block_size = batches_.text().size();
    }
  }

  void parse(const std::vector<std::string_view>& pieces) {
    if (blocks_.size() < pieces.size()) blocks_.resize(pieces.size());
    format_.most_entries = most_entries_ - result_.entries.size();
    parallel_for(run_, pieces.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) parse_entry_block(pieces[i], format_, blocks_[i]);
    });
    find_surplus(pieces);
  }

  // Each block alone may hold what is left of the declared entries; together they may hold more.
  void find_surplus(const std::vector<std::string_view>& pieces) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (blocks_[i].entries.size() > format_.most_entries) parse_entry_block(pieces[i], format_, blocks_[i]);
      if (blocks_[i].status != BlockStatus::done) return;
      format_.most_entries -= blocks_[i].entries.size();
    }
  }

  std::size_t first_not_done(std::size_t blocks) const {
    const auto begin = blocks_.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(blocks);
    return static_cast<std::size_t>(
        std::find_if(begin, end, [](const EntryBlock& block) { return block.status != BlockStatus::done; }) - begin);
  }

  void append(std::size_t blocks) {
    if (result_.text) rename_nodes(blocks);
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < blocks; ++i) bytes += blocks_[i].consumed;
    for (std::size_t i = 0; i < blocks; ++i) {
      EntryBlock& block = blocks_[i];
      reserve(block.entries.size(), bytes);
      result_.entries.insert(result_.entries.end(), block.entries.begin(), block.entries.end());
      result_.weights.insert(result_.weights.end(), block.weights.begin(), block.weights.end());
      result_.largest = std::max(result_.largest, block.largest);
      batches_.consume(block.consumed, block.lines);
    }
    bytes_read_ += bytes;
  }

  // Guesses the final length from the size of the file, once, so that the entries are not copied as they grow.
  void reserve(std::size_t more, std::size_t bytes) {
    const std::size_t needed = result_.entries.size() + more;
    if (needed <= result_.entries.capacity()) return;
    constexpr double kMostGuessed = 1 << 27;
    const double per_byte =
        static_cast<double>(needed) / static_cast<double>(std::max<std::size_t>(1, bytes_read_ + bytes));
    const double guess = std::min(kMostGuessed, 1.1 * per_byte * static_cast<double>(batches_.size_on_disk()));
    const std::size_t capacity = std::max({needed, 2 * result_.entries.capacity(), static_cast<std::size_t>(guess)});
    result_.entries.reserve(capacity);
    if (format_.weight) result_.weights.reserve(capacity);
  }

  // Names are numbered block by block, which is the order of first appearance in the file.
  void rename_nodes(std::size_t blocks) {
    std::vector<std::vector<NodeId>> numbers(blocks);
    for (std::size_t i = 0; i < blocks; ++i) {
      run_.check_stop();
      const EntryBlock& block = blocks_[i];
      result_.words = result_.words || block.words;
      if (block.first_odd_integer != nullptr && !result_.odd_integer) {
        result_.odd_integer = batches_.error_at(block.first_odd_integer, block.odd_integer_fault);
      }
      numbers[i] = result_.names.insert_all(block.names);
    }
    parallel_for(run_, blocks, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        for (Entry& entry : blocks_[i].entries) entry = {numbers[i][entry.source], numbers[i][entry.target]};
      }
    });
  }

  TextBatches& batches_;
  EntryFormat format_;
  const RunContext& run_;
  std::size_t most_entries_;
  std::vector<EntryBlock> blocks_;
  std::size_t bytes_read_ = 0;
  EntryLines result_;
};

}  // namespace

EntryLines read_entry_lines(TextBatches& batches, const EntryFormat& format, const RunContext& run) {
  return EntryLineReader(batches, format, run).read();
}

void spell_out(EntryLines& lines, const RunContext& run) {
  lines.text = true;
  for (std::size_t i = 0; i < lines.entries.size(); ++i) {
    if (i % kEntriesBetweenStops == 0) run.check_stop();
    Entry& entry = lines.entries[i];
    const fmt::format_int source(entry.source);
    const fmt::format_int target(entry.target);
    entry.source = lines.names.insert({source.data(), source.size()});
    entry.target = lines.names.insert({target.data(), target.size()});
  }
}

}  // namespace cgsd
