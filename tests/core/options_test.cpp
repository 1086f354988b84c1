#include "cgsd/core/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

enum class Search { exact, approximate };
constexpr auto enum_names(Search) {
  return std::array{EnumName<Search>{Search::exact, "exact"}, EnumName<Search>{Search::approximate, "approximate"}};
}

struct KnnOptions {
  int neighbours = 10;
  Search search = Search::exact;
};
inline void describe(OptionVisitor& v, KnnOptions& o) {
  v.number("neighbours", o.neighbours, {1, 1000}, "nearest neighbours per node");
  v.choice("search", o.search, "how they are found");
}

struct Everything {
  KnnOptions knn;
  double rate = 0.005;
  bool verbose = false;
  std::uint64_t budget = 1;
  std::string note;
};
inline void describe(OptionVisitor& v, Everything& o) {
  v.group("knn", o.knn);
  v.number("rate", o.rate, {0.0, 1.0}, "learning rate");
  v.flag("verbose", o.verbose, "say more");
  v.number("budget", o.budget, {.low = 1}, "how much");
  v.text("note", o.note, "free text");
}

std::string refusal(std::string_view assignment) {
  Everything options;
  try {
    set_option(options, assignment);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

struct Outer {
  KnnOptions knn;
};
inline void describe(OptionVisitor& v, Outer& o) { v.group("knn", o.knn, {"neighbours"}); }

TEST(Options, DoNotOfferWhatTheOuterOptionsDecide) {
  Outer options;
  const auto offered = list_options(options);
  ASSERT_EQ(offered.size(), 1u);
  EXPECT_EQ(offered[0].name, "knn.search");
  EXPECT_THROW(set_option(options, "knn.neighbours=3"), InvalidArgument);
}

TEST(Options, AreSetFromText) {
  Everything o;
  for (const auto* assignment :
       {"knn.neighbours=20", "knn.search = approximate", "rate=1e-2", "verbose=yes", "budget=9", "note=a=b"}) {
    set_option(o, assignment);
  }
  EXPECT_EQ(o.knn.neighbours, 20);
  EXPECT_EQ(o.knn.search, Search::approximate);
  EXPECT_EQ(o.rate, 0.01);
  EXPECT_TRUE(o.verbose);
  EXPECT_EQ(o.budget, 9u);
  EXPECT_EQ(o.note, "a=b");
}

TEST(Options, RefuseWithTheNameTheValueAndTheRange) {
  EXPECT_EQ(refusal("knn.neighbours=0"), "knn.neighbours = 0: must be in [1, 1000]");
  EXPECT_EQ(refusal("knn.neighbours=1.5"), "knn.neighbours = 1.5: must be an integer");
  EXPECT_EQ(refusal("knn.neighbours="), "knn.neighbours = : must be an integer");
  EXPECT_EQ(refusal("knn.neighbours=99999999999999999999"),
            "knn.neighbours = 99999999999999999999: must be an integer");
  EXPECT_EQ(refusal("rate=nan"), "rate = nan: must be in [0, 1]");
  EXPECT_EQ(refusal("rate=1e999"), "rate = 1e999: must be a number");
  EXPECT_EQ(refusal("verbose=maybe"), "verbose = maybe: must be true or false");
  EXPECT_EQ(refusal("knn.search=fast"), "knn.search = fast: must be one of exact | approximate");
  EXPECT_EQ(refusal("budget=-1"), "budget = -1: must be at least 1");
  EXPECT_EQ(refusal("knn.neighbour=3"), "unknown option 'knn.neighbour'; did you mean 'knn.neighbours'?");
  EXPECT_EQ(refusal("zebra=3"), "unknown option 'zebra'");
  EXPECT_EQ(refusal("neighbours"), "'neighbours': must have the form name=value");
}

TEST(Options, KeepTheirValueWhenTextIsRefused) {
  Everything o;
  EXPECT_THROW(set_option(o, "knn.neighbours=0"), InvalidArgument);
  EXPECT_EQ(o.knn.neighbours, 10);
}

TEST(Options, AreValidatedAsAWhole) {
  Everything o;
  EXPECT_NO_THROW(validate(o));
  o.knn.neighbours = -3;
  EXPECT_THROW(validate(o), InvalidArgument);
  o.knn.neighbours = 3;
  o.knn.search = static_cast<Search>(17);
  EXPECT_THROW(validate(o), InvalidArgument);
}

TEST(Options, DumpWhatSetAccepts) {
  Everything o;
  set_option(o, "rate=0.1");
  set_option(o, "knn.search=approximate");
  Everything copy;
  for (const auto& [name, value] : dump(o)) set_option(copy, name, to_text(value));
  EXPECT_EQ(dump(copy), dump(o));
}

TEST(Enums, AreFoundByTheirNames) {
  EXPECT_EQ(value_named<Search>("approximate"), Search::approximate);
  EXPECT_EQ(value_named<Search>("Exact"), std::nullopt);
  EXPECT_THAT(names_of<Search>(), ::testing::ElementsAre("exact", "approximate"));
  EXPECT_EQ(parse_choice<Search>("--search", " exact "), Search::exact);
  try {
    parse_choice<Search>("--search", "quick");
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "--search = quick: must be one of exact | approximate");
  }
}

TEST(Options, ExplainThemselves) {
  Everything o;
  EXPECT_THAT(option_help(list_options(o)),
              ::testing::HasSubstr("  knn.neighbours  nearest neighbours per node (default 10; in [1, 1000])\n"
                                   "  knn.search      how they are found (default exact; exact | approximate)\n"));
}

}  // namespace
}  // namespace cgsd
