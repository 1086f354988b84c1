#include "cgsd/table/encoding.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using K = ColumnKind;

ColumnEncoding of(const std::string& name, K kind) {
  ColumnEncoding made;
  made.sources = {name};
  made.positions = {4};
  made.kind = kind;
  made.fill = {0.0};
  return made;
}

TEST(Encoding, NamesEveryAttribute) {
  Encoding e;
  e.columns = {of("age", K::number), of("city", K::category), of("notes", K::words), of("v", K::vector),
               of("", K::yes_no)};
  e.columns[0].missing = true;
  e.columns[1].levels = {"Berlin", "Rome"};
  e.columns[1].other = true;
  e.columns[2].levels = {"cat"};
  e.columns[3].fill = {0.0, 0.0};
  EXPECT_THAT(e.attribute_names(), ElementsAre("age", "age missing", "city=Berlin", "city=Rome", "city=other",
                                               "notes:cat", "v[0]", "v[1]", "column 5"));
  EXPECT_EQ(e.width(), e.attribute_names().size());
  ColumnEncoding block = of("e0", K::vector);
  block.sources = {"e0", "e1"};
  block.positions = {1, 2};
  block.fill = {0.0, 0.0};
  e.columns = {block};
  EXPECT_THAT(e.attribute_names(), ElementsAre("e0", "e1"));
  EXPECT_EQ(block.title(), "`e0` … `e1`");
}

// A stored number is (x − 40) · 0.1 · 0.5: 45 is 0.25, and 40 + 20 · 0.25 = 45.
TEST(Encoding, KnowsWhatEveryAttributeWas) {
  Encoding e;
  e.columns = {of("age", K::number), of("city", K::category), of("notes", K::words),  of("skills", K::list),
               of("v", K::vector),   of("born", K::date),     of("member", K::yes_no)};
  e.columns[0].missing = true;
  e.columns[0].mean = 40.0;
  e.columns[0].scale = 0.1;
  e.columns[0].weight = 0.5;
  e.columns[1].levels = {"Rome"};
  e.columns[1].other = true;
  e.columns[2].levels = {"cat"};
  e.columns[3].levels = {"C++"};
  e.columns[4].fill = {0.0, 0.0};
  using R = AttributeRole;
  using M = AttributeMeaning;
  EXPECT_THAT(e.attribute_meanings(),
              ElementsAre(M{R::number, "age", "", 40.0, 20.0}, M{R::missing, "age"}, M{R::category, "city", "Rome"},
                          M{R::category, "city", "other"}, M{R::word, "notes", "cat"}, M{R::item, "skills", "C++"},
                          M{R::number, "v[0]"}, M{R::number, "v[1]"}, M{R::date, "born"}, M{R::yes_no, "member"}));
  EXPECT_EQ(e.attribute_meanings().size(), e.attribute_names().size());
}

TEST(Encoding, IsRefusedIfItsPartsDoNotFit) {
  const auto refused = [](ColumnEncoding column) {
    Encoding e;
    e.columns = {std::move(column)};
    EXPECT_THROW(check(e), InvalidArgument);
  };
  Encoding sound;
  sound.columns = {of("age", K::number)};
  EXPECT_NO_THROW(check(sound));
  ColumnEncoding c = of("age", K::number);
  c.fill.clear();
  refused(c);
  c = of("age", K::number);
  c.scale = std::numeric_limits<double>::infinity();
  refused(c);
  c = of("notes", K::words);
  c.levels = {"cat"};
  refused(c);
  c = of("age", K::number);
  c.positions.clear();
  refused(c);
  c = of("e", K::vector);
  c.sources = {"a", "b"};
  c.positions = {0, 1};
  refused(c);
}

}  // namespace
}  // namespace cgsd
