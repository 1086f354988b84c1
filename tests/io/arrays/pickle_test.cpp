#include "cgsd/io/arrays/pickle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/io/arrays/pickle_arrays.hpp"

#include "tests/support/hostile.hpp"
#include "tests/support/pickles.hpp"
#include "tests/support/shared_data.hpp"

namespace cgsd {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::little;
using testing::pickle;
using testing::pickled_global;
using testing::pickled_integer;
using testing::pickled_string;

Pickle read(const std::string& bytes) {
  const testing::MemoryFile file("f.pickle");
  return read_pickle(file.holding(bytes), RunContext());
}
std::string pickle_error(const std::string& bytes) {
  const std::string message = error_of([&] { read(bytes); });
  const std::size_t after = message.find("f.pickle: ");
  return after == std::string::npos ? message : message.substr(after + 10);
}

TEST(Pickle, BuildsNumbersStringsAndContainers) {
  const Pickle p = read(pickle("(NK\xffM\xff\xffJ\xff\xff\xff\xff\x88\x89U\3abc](K\1K\2e}(U\1kK\7ut"));
  const PickleValue& tuple = p.at(p.root);
  ASSERT_EQ(tuple.kind, PickleKind::tuple);
  ASSERT_EQ(tuple.items.size(), 9u);
  EXPECT_EQ(p.at(tuple.items[0]).kind, PickleKind::none);
  EXPECT_EQ(p.at(tuple.items[1]).integer, 255);
  EXPECT_EQ(p.at(tuple.items[2]).integer, 65535);
  EXPECT_EQ(p.at(tuple.items[3]).integer, -1);
  EXPECT_EQ(p.at(tuple.items[4]).integer, 1);
  EXPECT_EQ(p.at(tuple.items[5]).integer, 0);
  EXPECT_EQ(p.at(tuple.items[6]).text, "abc");
  EXPECT_EQ(p.at(p.at(tuple.items[7]).items[1]).integer, 2);
  EXPECT_EQ(p.at(tuple.items[8]).kind, PickleKind::dictionary);
  EXPECT_EQ(p.at(p.at(tuple.items[8]).items[1]).integer, 7);
}

TEST(Pickle, RecallsWhatItKept) {
  const Pickle p = read(pickle("]q\1r" + little(70000, 4) + "K\5ah\1\x86"));
  EXPECT_EQ(p.at(p.root).items[0], p.at(p.root).items[1]);
  EXPECT_EQ(pickle_error(pickle("h\1")), "byte 2: the pickle recalls a value that it has not kept");
}

TEST(Pickle, AllowsAListInsideItself) { EXPECT_EQ(read(pickle("]q\1h\1a")).values.size(), 1u); }

TEST(Pickle, RefusesEveryOtherGlobalByName) {
  EXPECT_EQ(pickle_error(pickle(pickled_global("os", "system") + pickled_string("touch /tmp/owned") + "\x85R")),
            "byte 2: the pickle asks for 'system' of module 'os', which is refused");
  for (const auto& [module, name] : std::vector<std::pair<std::string, std::string>>{{"posix", "system"},
                                                                                     {"__builtin__", "eval"},
                                                                                     {"builtins", "exec"},
                                                                                     {"copy_reg", "_reconstructor"},
                                                                                     {"numpy", "load"},
                                                                                     {"numpy dtype", ""},
                                                                                     {"", "numpy dtype"}}) {
    EXPECT_THAT(pickle_error(pickle(pickled_global(module, name))), HasSubstr("which is refused")) << module << name;
  }
}

TEST(Pickle, RefusesEveryOtherOpcodeByName) {
  EXPECT_EQ(pickle_error(pickle("\x8c\1a")),
            "byte 2: pickle opcode SHORT_BINUNICODE does not occur in Planetoid files and is refused");
  EXPECT_THAT(pickle_error(pickle("ios\nsystem\n")), HasSubstr("opcode INST"));
  EXPECT_THAT(pickle_error(pickle("\x93")), HasSubstr("opcode STACK_GLOBAL"));
  EXPECT_THAT(pickle_error(pickle("\xfe")), HasSubstr("opcode 0xfe"));
  const std::string known = std::string(".NJKMUT)]}cqrh(taeubR") + "\x80\x81\x85\x86\x87\x88\x89";
  for (int opcode = 0; opcode < 256; ++opcode) {
    const bool is_known = known.find(static_cast<char>(opcode)) != std::string::npos && opcode != 0x80;
    const std::string message = pickle_error(pickle(std::string(1, static_cast<char>(opcode))));
    EXPECT_EQ(message.find("is refused") == std::string::npos, is_known) << opcode << " " << message;
  }
}

TEST(Pickle, CallsNothingInAnyOtherWayThanTheFilesDo) {
  const std::string list = pickled_global("__builtin__", "list");
  const std::string dictionary = pickled_global("collections", "defaultdict");
  EXPECT_THAT(pickle_error(pickle(list + ")R")), HasSubstr("the pickle calls '__builtin__ list' in a way"));
  EXPECT_THAT(pickle_error(pickle(dictionary + pickled_global("numpy", "ndarray") + "\x85R")), HasSubstr("in a way"));
  EXPECT_THAT(pickle_error(pickle(dictionary + pickled_string("__builtin__ list") + "\x85R")), HasSubstr("in a way"));
  EXPECT_THAT(pickle_error(pickle(pickled_global("numpy", "ndarray") + ")\x81")), HasSubstr("in a way"));
  EXPECT_THAT(pickle_error(pickle(pickled_string("numpy dtype") + ")R")), HasSubstr("in a way"));
  EXPECT_THAT(pickle_error(pickle("](K\1K\2K\3K\4tR")), HasSubstr("in a way"));
  EXPECT_THAT(pickle_error(pickle("]}b")), HasSubstr("sets the state of a value in a way"));
}

// Each call is that of NumPy or SciPy but for one argument.
TEST(Pickle, CallsThatDifferInOneArgumentAreRefused) {
  const std::string dtype = pickled_global("numpy", "dtype");
  const std::string reconstruct = pickled_global("numpy.core.multiarray", "_reconstruct");
  const std::string dictionary = pickled_global("collections", "defaultdict");
  for (const std::string& call :
       {dtype + pickled_string("f4") + "K\1\x86R",                            // two in place of three
        dtype + "K\4K\1K\1\x87R",                                             // a number for the name of a type
        dtype + pickled_string("f4") + "K\1K\1\x87\x81",                      // made in place of called
        reconstruct + "K\1K\1\x86R",                                          // two in place of three
        reconstruct + dtype + "K\1K\1\x87R",                                  // another type of array
        dictionary + ")R",                                                    // no type of values
        pickled_global("scipy.sparse.csr", "csr_matrix") + ")R",              // called in place of made
        pickled_global("scipy.sparse.csr", "csr_matrix") + "K\1\x85\x81"}) {  // with an argument
    EXPECT_THAT(pickle_error(pickle(call)), HasSubstr("in a way that Planetoid files do not")) << call;
  }
  EXPECT_THAT(pickle_error(pickle(dtype + "](K\1eR")), HasSubstr("the pickle calls something in a way"));
  EXPECT_THAT(pickle_error(pickle(dtype + "(K\1K\1K\1K\1tR")), HasSubstr("the pickle calls something in a way"));
  EXPECT_THAT(pickle_error(pickle("]K\1\x85R")), HasSubstr("the pickle calls 'a value' in a way"));
}

TEST(Pickle, SetsTheStateOfAValueOnceAndWhole) {
  const std::string dtype = pickled_global("numpy", "dtype") + pickled_string("f4") + "K\1K\1\x87R";
  const std::string array =
      pickled_global("numpy.core.multiarray", "_reconstruct") + pickled_global("numpy", "ndarray") + "K\1K\1\x87R";
  const std::string matrix = pickled_global("scipy.sparse.csr", "csr_matrix") + ")\x81";
  const std::string dictionary =
      pickled_global("collections", "defaultdict") + pickled_global("__builtin__", "list") + "\x85R";
  for (const std::string& built : {dtype + "K\1\x85"
                                           "b",
                                   dtype + "}b",
                                   array + "K\1\x85"
                                           "b",
                                   array + "}b", matrix + ")b", matrix + "Nb", dictionary + "}b"}) {
    EXPECT_THAT(pickle_error(pickle(built)), HasSubstr("sets the state of a value in a way")) << built;
  }
  EXPECT_THAT(pickle_error(pickle(matrix + "}b}b")), HasSubstr("sets the state of a value twice"));
}

TEST(Pickle, SaysWhatIsMissingWhereItsStackEnds) {
  EXPECT_EQ(pickle_error(pickle("a")), "byte 2: the pickle takes a value that is not there");
  EXPECT_EQ(pickle_error(pickle("K\1a")), "byte 4: the pickle lacks a list that it needs");
  EXPECT_EQ(pickle_error(pickle("](K\1(K\2at")), "byte 9: the pickle lacks a list that it needs");
  EXPECT_EQ(pickle_error(pickle("](K\1u")), "byte 6: the pickle has a key without a value");
  EXPECT_EQ(pickle_error(pickle("](K\1K\1u")), "byte 8: the pickle lacks a dictionary that it needs");
  EXPECT_EQ(pickle_error(pickle("t")), "byte 2: the pickle takes a mark that is not there");
  EXPECT_EQ(pickle_error(pickle("q\1")), "byte 2: the pickle takes a value that is not there");
  EXPECT_EQ(pickle_error(pickle("N(")), "byte 4: the pickle does not end with one value");
  EXPECT_EQ(pickle_error("\x80\2cnumpy"), "byte 2: the pickle ends early");
  EXPECT_EQ(pickle_error("\x80"), "the pickle ends early");
}

TEST(Pickle, RefusesProgramsThatRunOffTheirStack) {
  for (const std::string body :
       {"",      "K\1K\2",   "(", "a",  "K\1a", "e",  "(e",  "](K\1", "K\1(e",  "t",     "\x85",
        "(\x85", "K\1(\x86", "R", ")R", "b",    "Nb", "q\1", "(u",    "}(K\1u", "(K\1u", "\x81"}) {
    EXPECT_NE(pickle_error(pickle(body)), "no error") << body;
  }
  EXPECT_EQ(pickle_error(pickle("N") + "x"), "byte 3: there are further bytes after the pickle");
  EXPECT_EQ(pickle_error(""), "the pickle ends early");
  EXPECT_EQ(pickle_error("\x80\4N."), "is not a Python pickle of protocol 2");
  EXPECT_EQ(pickle_error("just text"), "is not a Python pickle of protocol 2");
}

TEST(Pickle, BelievesNoLength) {
  const testing::MemoryCap cap(std::uint64_t{256} << 20);
  EXPECT_EQ(pickle_error("\x80\2T" + little(0xfffffff0, 4) + "few."), "byte 2: the pickle ends early");
  EXPECT_EQ(pickle_error(pickle("Nr" + little(0xffffffff, 4))), "no error");
}

TEST(Pickle, TakesAMillionNestedTuplesWithoutADeepStack) {
  EXPECT_EQ(read(pickle(")" + std::string(1'000'000, '\x85'))).values.size(), 1'000'001u);
}

TEST(Pickle, RefusesMillionsOfValues) {
  EXPECT_THAT(pickle_error("\x80\2(" + std::string((std::size_t{1} << 22) + 1, ')')),
              HasSubstr("more values than is plausible"));
}

TEST(Pickle, SurvivesThousandsOfDamagesToTheFilesOfCora) {
  CGSD_NEEDS_SHARED_DATA("data/planetoid", directory);
  const testing::MemoryCap cap(std::uint64_t{512} << 20);
  const RunContext run;
  const testing::MemoryFile file("f.pickle");
  for (const char* name : {"x", "y", "graph", "ty", "tx"}) {
    const std::string whole = testing::file_bytes(directory / ("ind.cora." + std::string(name)));
    for (std::uint64_t i = 0; i < 1500; ++i) {
      // Most bytes are data of arrays; opcodes stand at both ends, so every other damage goes there.
      const std::size_t head = i % 2 == 0 ? whole.size() : 400;
      const std::string bytes = testing::damaged(whole.substr(0, head), i) + whole.substr(head);
      testing::expect_result_or_error(
          [&] {
            const Pickle p = read_pickle(file.holding(bytes), run);
            p.at(p.root).kind == PickleKind::array ? static_cast<void>(pickled_array(p, p.root))
                                                   : static_cast<void>(pickled_rows(p, p.root));
          },
          i);
    }
  }
}

}  // namespace
}  // namespace cgsd
