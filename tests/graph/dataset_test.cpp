#include "cgsd/graph/dataset.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(NodeNames, AreNumbersUnlessGiven) {
  const NodeNames none;
  EXPECT_TRUE(none.none());
  EXPECT_EQ(none.size(), 0u);
  EXPECT_EQ(none.name(17), "17");
}

TEST(NodeNames, KeepEmptyAndLongNamesApart) {
  const NodeNames names({"anna", "", "Zoë", "b c"});
  EXPECT_FALSE(names.none());
  ASSERT_EQ(names.size(), 4u);
  EXPECT_EQ(names.view(0), "anna");
  EXPECT_EQ(names.view(1), "");
  EXPECT_EQ(names.view(2), "Zoë");
  EXPECT_EQ(names.name(3), "b c");
}

TEST(NodeNames, OfOneEmptyNameAreNotNone) {
  const NodeNames names({""});
  EXPECT_FALSE(names.none());
  EXPECT_EQ(names.name(0), "");
}

TEST(NodeNames, AppendedOneByOneAreThoseGivenAtOnce) {
  NodeNames names;
  names.append("a");
  names.append("bc");
  EXPECT_TRUE(names == NodeNames({"a", "bc"}));
  EXPECT_FALSE(names == NodeNames({"ab", "c"})) << "the same letters, otherwise divided";
}

TEST(Labels, CountClassesUpToTheLargest) {
  EXPECT_EQ(Labels().classes(), 0);
  EXPECT_EQ((Labels{.class_of = {0, 3, 0}, .class_names = {}}.classes()), 4) << "classes 1 and 2 have no node";
  EXPECT_EQ((Labels{.class_of = {kUnlabelled, 1}, .class_names = {}}.classes()), 2);
  EXPECT_EQ((Labels{.class_of = {kUnlabelled, kUnlabelled}, .class_names = {}}.classes()), 0);
}

TEST(Labels, AreNoneOnlyWithoutNodes) {
  EXPECT_TRUE(Labels().none());
  EXPECT_FALSE((Labels{.class_of = {kUnlabelled}, .class_names = {}}.none()));
}

TEST(DatasetView, ShowsTheDataWithoutACopy) {
  Dataset data;
  data.input.attributes = Matrix<float>(2, 1, {1.0F, 2.0F});
  data.names = NodeNames({"a", "b"});
  data.attribute_names = {"age"};
  const DatasetView view = data;
  EXPECT_EQ(view.input.attributes.values().data(), data.input.attributes.dense().data());
  EXPECT_EQ(&view.names, &data.names);
  EXPECT_EQ(view.attribute_names.data(), data.attribute_names.data());
}

TEST(DatasetView, ShowsAGraphOfTheCallersWithWhatStandsBesideIt) {
  const std::vector<float> numbers = {1.0F, 2.0F, 3.0F};
  Dataset beside;
  beside.names = NodeNames({"a", "b", "c"});
  const DatasetView view({GraphView(), MatrixView<float>(3, 1, numbers)}, beside);
  EXPECT_EQ(view.input.attributes.values().data(), numbers.data());
  EXPECT_EQ(view.names.name(2), "c");
}

}  // namespace
}  // namespace cgsd
