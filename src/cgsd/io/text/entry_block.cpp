#include "cgsd/io/text/entry_block.hpp"

#include <algorithm>
#include <cmath>

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kShortestEntry = 4;  // "1 2\n"

enum class IdLook { number, too_large, negative, word };

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Whole numbers below 2^63 are numbers; `value` is then set.
IdLook look_of(std::string_view id, std::uint64_t& value) {
  if (id.starts_with('-')) return all_digits(id.substr(1)) ? IdLook::negative : IdLook::word;
  if (!all_digits(id)) return IdLook::word;
  id.remove_prefix(std::min(id.find_first_not_of('0'), id.size() - 1));
  constexpr std::size_t kMostDigits = 19;  // 2^63 has 19, and 19 digits always fit into 64 bits
  if (id.size() > kMostDigits) return IdLook::too_large;
  value = 0;
  for (const char c : id) value = 10 * value + static_cast<std::uint64_t>(c - '0');
  return value >> 63 == 0 ? IdLook::number : IdLook::too_large;
}

std::string odd_integer(IdLook look, std::string_view id) {
  return fmt::format("node id {} is {}", in_quotes(id), look == IdLook::negative ? "negative" : "too large");
}

class BlockParser {
 public:
  BlockParser(std::string_view text, const EntryFormat& format, EntryBlock& block)
      : at_(text.data()), begin_(at_), end_(at_ + text.size()), format_(format), block_(block) {
    nodes_ = format.rule == IdRule::index ? format.nodes.value_or(kMaxNodes) : kMaxNodes;
    plain_ = (format.rule == IdRule::index || format.rule == IdRule::number) && format.source == 0 &&
             format.target == 1 && format.fields == (format.weight ? 3u : 2u);
  }

  void parse() {
    const bool blanks = format_.delimiter == Delimiter::blanks;
    while (at_ != end_) {
      const bool read = plain_ && (blanks ? plain_line<true>() : plain_line<false>());
      if (!read && !any_line()) break;
    }
    block_.consumed = static_cast<std::size_t>(at_ - begin_);
  }

 private:
  // The common line. False, with nothing changed, where the line is anything else.
  template <bool kBlanks>
  bool plain_line() {
    const char* p = at_;
    if constexpr (kBlanks) p = skip_blanks(p);
    std::uint64_t source = 0;
    std::uint64_t target = 0;
    double weight = 0.0;
    if (!digits(p, source)) return false;
    if (!separator<kBlanks>(p) || !digits(p, target)) return false;
    if (format_.weight) {
      if (!separator<kBlanks>(p)) return false;
      const auto [stopped, status] = fast_float::from_chars(p, end_, weight);
      if (status != std::errc() || !std::isfinite(weight)) return false;
      p = stopped;
    }
    if constexpr (kBlanks) p = skip_blanks(p);
    if (*p == '\r') ++p;
    if (*p != '\n' || block_.entries.size() == format_.most_entries) return false;
    at_ = p + 1;
    ++block_.lines;
    add({static_cast<NodeId>(source), static_cast<NodeId>(target)});
    if (format_.weight) block_.weights.push_back(weight);
    return true;
  }

  static const char* skip_blanks(const char* p) {
    while (*p == ' ' || *p == '\t') ++p;
    return p;
  }

  template <bool kBlanks>
  bool separator(const char*& p) const {
    const char* before = p;
    if constexpr (kBlanks) {
      p = skip_blanks(p);
    } else if (*p == static_cast<char>(format_.delimiter)) {
      ++p;
    }
    return p != before;
  }

  // A node number in its usual spelling. The text ends in a newline, so the loop ends inside it.
  bool digits(const char*& p, std::uint64_t& node) const {
    const char* first = p;
    std::uint64_t value = 0;
    for (unsigned digit = 0; (digit = static_cast<unsigned>(*p - '0')) <= 9; ++p) value = 10 * value + digit;
    const auto length = p - first;
    constexpr std::ptrdiff_t kMostDigits = 10;
    if (length == 0 || length > kMostDigits || (*first == '0' && length > 1)) return false;
    node = value - format_.first_id;  // wraps around for an id before the first: refused by the next line
    return node < nodes_;
  }

  void add(Entry entry) {
    block_.entries.push_back(entry);
    block_.largest = std::max({block_.largest, entry.source, entry.target});
  }

  // Any line at all. False where the block ends here.
  bool any_line() {
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    if (is_blank_or_comment(rest)) {
      at_ += rest.find('\n') + 1;
      ++block_.lines;
      return true;
    }
    const Record record = split_record(rest, format_.delimiter, fields_);
    if (record.status == RecordStatus::quote_left_open) {
      return stop(BlockStatus::quote_left_open, record.fault, "this quote is not closed");
    }
    if (record.status == RecordStatus::text_after_quote) return fail(record.fault, "text after the closing quote");
    if (!add_fields(record.fields)) return false;
    block_.lines += static_cast<std::uint64_t>(std::count(at_, at_ + record.length, '\n'));
    at_ += record.length;
    return true;
  }

  bool add_fields(std::size_t count) {
    if (count != format_.fields) {
      return fail(at_, fmt::format("line has {} field{}, {} {}", count, count == 1 ? "" : "s",
                                   format_.fields_known_from, format_.fields));
    }
    if (block_.entries.size() == format_.most_entries) return fail(at_, "more entries than the header declares");
    Entry entry{};
    if (!node_of(fields_[format_.source], entry.source) || !node_of(fields_[format_.target], entry.target))
      return false;
    if (format_.weight) {
      const Field& field = fields_[*format_.weight];
      if (field.text.empty()) return fail(field.place(), "weight is missing");
      const auto weight = parse_number(field.text);
      if (!weight) return fail(field.place(), fmt::format("weight {} is not a finite number", in_quotes(field.text)));
      block_.weights.push_back(*weight);
    }
    add(entry);
    return true;
  }

  bool node_of(const Field& field, NodeId& node) {
    if (field.text.empty() && !field.quoted) return fail(field.place(), "node id is missing");
    const std::string_view id = field.value(scratch_);
    switch (format_.rule) {
      case IdRule::index:
        return index_of(id, field, node);
      case IdRule::number:
        return number_of(id, field, node);
      case IdRule::text:
        return named(id, field, node);
      case IdRule::known:
        return known(id, field, node);
    }
    return false;
  }

  bool index_of(std::string_view id, const Field& field, NodeId& node) {
    std::uint64_t value = 0;
    const IdLook look = look_of(id, value);
    if (look == IdLook::word)
      return fail(field.place(), fmt::format("node id {} is not a whole number", in_quotes(id)));
    if (look != IdLook::number) return fail(field.place(), odd_integer(look, id));
    if (value < format_.first_id) {
      return fail(field.place(), fmt::format("node id {}: ids begin at {} here", value, format_.first_id));
    }
    if (value - format_.first_id >= nodes_) return fail(field.place(), out_of_range(value));
    node = static_cast<NodeId>(value - format_.first_id);
    return true;
  }

  std::string out_of_range(std::uint64_t value) const {
    if (!format_.nodes) {
      return fmt::format("node id {} is too large for the number of a node; read it as a name (--ids name)", value);
    }
    return fmt::format("node id {} {} node count {}", value, format_.first_id == 0 ? "≥" : ">", nodes_);
  }

  bool number_of(std::string_view id, const Field& field, NodeId& node) {
    std::uint64_t value = 0;
    const bool usual = id.size() == 1 || !id.starts_with('0');
    if (look_of(id, value) != IdLook::number || !usual || value >= kMaxNodes) {
      return stop(BlockStatus::needs_text, field.place(), {});
    }
    node = static_cast<NodeId>(value);
    return true;
  }

  bool named(std::string_view id, const Field& field, NodeId& node) {
    if (id.find('\0') != std::string_view::npos) {
      return fail(field.place(), fmt::format("node id {} holds a NUL byte: not a text file?", in_quotes(id)));
    }
    std::uint64_t value = 0;
    const IdLook look = look_of(id, value);
    if (look == IdLook::word) {
      block_.words = true;
    } else if (look != IdLook::number && block_.first_odd_integer == nullptr) {
      block_.first_odd_integer = field.place();
      block_.odd_integer_fault = odd_integer(look, id);
    }
    node = block_.names.insert(id);
    return true;
  }

  bool known(std::string_view id, const Field& field, NodeId& node) {
    node = format_.known->find(id);
    if (node != NameTable::kAbsent) return true;
    return fail(field.place(), fmt::format("node id {} is not in the node table", in_quotes(id)));
  }

  bool fail(const char* place, std::string what) { return stop(BlockStatus::failed, place, std::move(what)); }
  bool stop(BlockStatus status, const char* place, std::string what) {
    block_.status = status;
    block_.fault = place;
    block_.what = std::move(what);
    return false;
  }

  const char* at_;
  const char* begin_;
  const char* end_;
  const EntryFormat& format_;
  EntryBlock& block_;
  NodeId nodes_;
  bool plain_;
  std::vector<Field> fields_;
  std::string scratch_;
};

}  // namespace

void parse_entry_block(std::string_view text, const EntryFormat& format, EntryBlock& block) {
  std::vector<Entry> entries = std::move(block.entries);
  std::vector<double> weights = std::move(block.weights);
  entries.clear();
  weights.clear();
  block = {};
  entries.reserve(std::min(text.size() / kShortestEntry + 1, format.most_entries));
  if (format.weight) weights.reserve(entries.capacity());
  block.entries = std::move(entries);
  block.weights = std::move(weights);
  BlockParser(text, format, block).parse();
}

}  // namespace cgsd
