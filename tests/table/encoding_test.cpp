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
