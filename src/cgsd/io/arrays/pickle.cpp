#include "cgsd/io/arrays/pickle.hpp"

#include <array>
#include <cstring>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/whole_file.hpp"

namespace cgsd {
namespace {

constexpr std::string_view kList = "__builtin__ list";
constexpr std::string_view kDefaultDict = "collections defaultdict";
constexpr std::string_view kNdarray = "numpy ndarray";
constexpr std::string_view kDtype = "numpy dtype";
constexpr std::string_view kReconstruct = "numpy.core.multiarray _reconstruct";
constexpr std::string_view kCsrMatrix = "scipy.sparse.csr csr_matrix";
constexpr std::array kGlobals = {kList, kDefaultDict, kNdarray, kDtype, kReconstruct, kCsrMatrix};

constexpr std::size_t kMaxValues = std::size_t{1} << 22;  // a value takes up to 56 times the bytes of its opcode

// Opcodes that exist and are refused, with their names for the message (Python's pickletools).
constexpr std::string_view kRefused =
    " 0:POP 1:POP_MARK 2:DUP F:FLOAT I:INT L:LONG P:PERSID Q:BINPERSID S:STRING V:UNICODE X:BINUNICODE d:DICT"
    " g:GET i:INST j:LONG_BINGET l:LIST o:OBJ p:PUT s:SETITEM G:BINFLOAT \202:EXT1 \203:EXT2 \204:EXT4 \212:LONG1"
    " \213:LONG4 \214:SHORT_BINUNICODE \215:BINUNICODE8 \216:BINBYTES8 \217:EMPTY_SET \220:ADDITEMS"
    " \221:FROZENSET \222:NEWOBJ_EX \223:STACK_GLOBAL \224:MEMOIZE \225:FRAME \226:BYTEARRAY8 B:BINBYTES"
    " C:SHORT_BINBYTES ";

class Machine {
 public:
  Machine(Pickle& pickle, const RunContext& run) : pickle_(pickle), run_(run) {}

  void execute() {
    if (take_byte() != 0x80 || take_byte() != 2) fail("is not a Python pickle of protocol 2");
    std::uint64_t steps = 0;
    while (true) {
      if (++steps % 65536 == 0) run_.check_stop();
      start_ = place_;
      const auto opcode = static_cast<char>(take_byte());
      if (opcode == '.') break;
      if (!make_value(opcode) && !use_memo(opcode) && !collect(opcode) && !assemble(opcode)) refuse(opcode);
    }
    if (stack_.size() != 1 || !marks_.empty()) fail("the pickle does not end with one value");
    if (place_ != pickle_.bytes.size()) fail("there are further bytes after the pickle");
    pickle_.root = stack_.back();
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw pickle_.error(start_ == 0 ? what : fmt::format("byte {}: {}", start_, what));
  }
  [[noreturn]] void refuse(char opcode) const {
    std::string name = fmt::format("{:#04x}", static_cast<unsigned char>(opcode));
    const std::size_t known = kRefused.find(std::string{' ', opcode, ':'});
    if (known != std::string_view::npos) {
      name = kRefused.substr(known + 3, kRefused.find(' ', known + 3) - known - 3);
    }
    fail(fmt::format("pickle opcode {} does not occur in Planetoid files and is refused", name));
  }

  std::string_view take(std::uint64_t count) {
    if (count > pickle_.bytes.size() - place_) fail("the pickle ends early");
    const std::string_view taken(pickle_.bytes.data() + place_, static_cast<std::size_t>(count));
    place_ += taken.size();
    return taken;
  }
  unsigned char take_byte() { return static_cast<unsigned char>(take(1)[0]); }
  std::uint32_t take_number(std::size_t bytes) {
    std::uint32_t number = 0;
    const std::string_view taken = take(bytes);
    for (std::size_t i = 0; i < bytes; ++i) number |= std::uint32_t{static_cast<unsigned char>(taken[i])} << (8 * i);
    return number;
  }
  std::string_view take_line() {
    const std::string_view rest(pickle_.bytes.data() + place_, pickle_.bytes.size() - place_);
    const std::size_t length = rest.find('\n');
    if (length == std::string_view::npos) fail("the pickle ends early");
    place_ += length + 1;
    return rest.substr(0, length);
  }

  void push(PickleValue value) {
    if (pickle_.values.size() == kMaxValues) fail("the pickle holds more values than is plausible");
    stack_.push_back(static_cast<PickleIndex>(pickle_.values.size()));
    pickle_.values.push_back(std::move(value));
  }
  void push_integer(std::int64_t integer) { push({PickleKind::integer, integer, {}, {}}); }
  PickleIndex pop() {
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) fail("the pickle takes a value that is not there");
    const PickleIndex top = stack_.back();
    stack_.pop_back();
    return top;
  }
  // The values above the last mark.
  std::vector<PickleIndex> pop_to_mark() {
    if (marks_.empty()) fail("the pickle takes a mark that is not there");
    const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
    std::vector<PickleIndex> items(begin, stack_.end());
    stack_.erase(begin, stack_.end());
    marks_.pop_back();
    return items;
  }
  PickleValue& value(PickleIndex index) { return pickle_.values[index]; }
  bool is_global(PickleIndex index, std::string_view name) {
    return value(index).kind == PickleKind::global && value(index).text == name;
  }
  PickleValue& top(PickleKind kind, const char* what) {
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back()) || value(stack_.back()).kind != kind) {
      fail(fmt::format("the pickle lacks a {} that it needs", what));
    }
    return value(stack_.back());
  }

  bool make_value(char opcode) {
    switch (opcode) {
      case 'N':
        return push({}), true;
      case '\x88':
      case '\x89':
        return push({PickleKind::boolean, opcode == '\x88' ? 1 : 0, {}, {}}), true;
      case 'J':
        return push_integer(static_cast<std::int32_t>(take_number(4))), true;
      case 'K':
        return push_integer(take_number(1)), true;
      case 'M':
        return push_integer(take_number(2)), true;
      case 'U':
        return push({PickleKind::string, 0, take(take_number(1)), {}}), true;
      case 'T':
        return push({PickleKind::string, 0, take(take_number(4)), {}}), true;
      case ')':
        return push({PickleKind::tuple, 0, {}, {}}), true;
      case ']':
        return push({PickleKind::list, 0, {}, {}}), true;
      case '}':
        return push({PickleKind::dictionary, 0, {}, {}}), true;
      case 'c':
        return push_global(), true;
      default:
        return false;
    }
  }

  void push_global() {
    const std::string_view module = take_line();
    const std::string_view name = take_line();
    for (const std::string_view known : kGlobals) {
      if (known == fmt::format("{} {}", module, name)) return push({PickleKind::global, 0, known, {}});
    }
    fail(fmt::format("the pickle asks for {} of module {}, which is refused", in_quotes(name), in_quotes(module)));
  }

  bool use_memo(char opcode) {
    if (opcode == 'q' || opcode == 'r') {
      const std::uint32_t key = take_number(opcode == 'q' ? 1 : 4);
      if (stack_.empty()) fail("the pickle takes a value that is not there");
      memo_[key] = stack_.back();
      return true;
    }
    if (opcode != 'h') return false;
    const auto found = memo_.find(take_number(1));
    if (found == memo_.end()) fail("the pickle recalls a value that it has not kept");
    stack_.push_back(found->second);
    return true;
  }

  bool collect(char opcode) {
    switch (opcode) {
      case '(':
        return marks_.push_back(stack_.size()), true;
      case 't':
        return push({PickleKind::tuple, 0, {}, pop_to_mark()}), true;
      case '\x85':
      case '\x86':
      case '\x87': {
        std::vector<PickleIndex> items(static_cast<std::size_t>(opcode - '\x84'));
        for (auto item = items.rbegin(); item != items.rend(); ++item) *item = pop();
        return push({PickleKind::tuple, 0, {}, std::move(items)}), true;
      }
      case 'a': {
        const PickleIndex item = pop();
        top(PickleKind::list, "list").items.push_back(item);
        return true;
      }
      case 'e':
      case 'u': {
        const std::vector<PickleIndex> items = pop_to_mark();
        const bool list = opcode == 'e';
        if (!list && items.size() % 2 != 0) fail("the pickle has a key without a value");
        auto& all = top(list ? PickleKind::list : PickleKind::dictionary, list ? "list" : "dictionary").items;
        all.insert(all.end(), items.begin(), items.end());
        return true;
      }
      default:
        return false;
    }
  }

  bool assemble(char opcode) {
    if (opcode == 'b') return build(), true;
    if (opcode != 'R' && opcode != '\x81') return false;
    const std::vector<PickleIndex> arguments = take_arguments();
    const PickleValue& callable = value(pop());
    const std::string_view name = callable.kind == PickleKind::global ? callable.text : std::string_view("a value");
    if (opcode == '\x81' && name == kCsrMatrix && arguments.empty()) {
      push({PickleKind::sparse_matrix, 0, {}, {}});
    } else if (opcode == 'R' && name == kDefaultDict && arguments.size() == 1 && is_global(arguments[0], kList)) {
      push({PickleKind::dictionary, 0, {}, {}});
    } else if (opcode == 'R' && name == kReconstruct && arguments.size() == 3 && is_global(arguments[0], kNdarray)) {
      push({PickleKind::array, 0, {}, {}});
    } else if (opcode == 'R' && name == kDtype && arguments.size() == 3 &&
               value(arguments[0]).kind == PickleKind::string) {
      push({PickleKind::dtype, 0, value(arguments[0]).text, {}});
    } else {
      fail(fmt::format("the pickle calls {} in a way that Planetoid files do not", in_quotes(name)));
    }
    return true;
  }

  std::vector<PickleIndex> take_arguments() {
    constexpr std::size_t kMost = 3;
    const PickleValue& arguments = value(pop());
    if (arguments.kind != PickleKind::tuple || arguments.items.size() > kMost) {
      fail("the pickle calls something in a way that Planetoid files do not");
    }
    return arguments.items;
  }

  void build() {
    const PickleIndex state = pop();
    if (stack_.empty()) fail("the pickle takes a value that is not there");
    PickleValue& target = value(stack_.back());
    const PickleValue& from = value(state);
    if (!target.items.empty()) fail("the pickle sets the state of a value twice");
    if (target.kind == PickleKind::array && from.kind == PickleKind::tuple && from.items.size() == 5) {
      target.items = from.items;
    } else if (target.kind == PickleKind::dtype && from.kind == PickleKind::tuple && from.items.size() == 8) {
      target.items = {from.items[1]};
    } else if (target.kind == PickleKind::sparse_matrix && from.kind == PickleKind::dictionary) {
      target.items = {state};
    } else {
      fail("the pickle sets the state of a value in a way that Planetoid files do not");
    }
  }

  Pickle& pickle_;
  const RunContext& run_;
  std::size_t place_ = 0;
  std::size_t start_ = 0;  // of the current opcode, for messages
  std::vector<PickleIndex> stack_;
  std::vector<std::size_t> marks_;             // heights of the stack
  std::map<std::uint32_t, PickleIndex> memo_;  // ordered: no choice of keys makes it slow
};

}  // namespace

Pickle read_pickle(const std::filesystem::path& file, const RunContext& run) {
  Pickle pickle;
  pickle.file = file.string();
  pickle.bytes = read_whole(file, run);
  if (pickle.bytes.size() > 0xffffffffu) throw pickle.error("a pickle of more than 4 GB is not plausible here");
  Machine(pickle, run).execute();
  return pickle;
}

}  // namespace cgsd
