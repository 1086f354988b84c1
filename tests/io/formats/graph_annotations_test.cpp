#include "cgsd/io/formats/graph_annotations.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

Dataset path_of_three() {
  Dataset data;
  data.input.graph = testing::path_graph(3);
  return data;
}

std::string refusal(const Dataset& data, const GraphAnnotations& annotations) {
  return testing::error_text<InvalidArgument>([&] { check_annotations(data, annotations); });
}

TEST(GraphAnnotations, FitOrAreAbsent) {
  Dataset data = path_of_three();
  EXPECT_NO_THROW(check_annotations(data, {}));
  data.names = NodeNames({"a", "b", "c"});
  data.labels = {.class_of = {0, 0, 1}, .class_names = {}};
  const std::vector<std::int32_t> community(3);
  const std::vector<double> curvature(4);
  EXPECT_NO_THROW(check_annotations(data, {.community = community, .curvature = curvature}));
}

TEST(GraphAnnotations, OfAnotherGraphAreRefused) {
  Dataset data = path_of_three();
  const std::vector<std::int32_t> community(2);
  const std::vector<double> one_per_edge(2);
  EXPECT_EQ(refusal(data, {.community = community}), "2 communities for 3 nodes");
  EXPECT_EQ(refusal(data, {.curvature = one_per_edge}), "2 curvatures for 4 entries");
  data.labels = {.class_of = {0, 1, 1, 0}, .class_names = {}};
  EXPECT_EQ(refusal(data, {}), "4 labels for 3 nodes");
  data.names = NodeNames({"a"});
  EXPECT_EQ(refusal(data, {}), "1 names for 3 nodes");
}

TEST(ClassName, IsTheNumberWhereThereIsNoName) {
  const Labels labels{.class_of = {}, .class_names = {"red", "blue"}};
  EXPECT_EQ(class_name(labels, 1), "blue");
  EXPECT_EQ(class_name(labels, 2), "2");
  EXPECT_EQ(class_name({}, 0), "0");
}

TEST(XmlNumber, IsSpelledAsXmlSchemaDoes) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(xml_number(0.1), "0.1");
  EXPECT_EQ(xml_number(-3.0), "-3");
  EXPECT_EQ(xml_number(1e300), "1e+300");
  EXPECT_EQ(xml_number(infinity), "INF");
  EXPECT_EQ(xml_number(-infinity), "-INF");
  EXPECT_EQ(xml_number(std::numeric_limits<double>::quiet_NaN()), "NaN");
}

}  // namespace
}  // namespace cgsd
