#include "cgsd/graph/class_count.hpp"

#include <gtest/gtest.h>

namespace cgsd {
namespace {

TEST(ClassCount, IsOfClassesThatHaveANode) {
  EXPECT_EQ(classes_with_nodes({.class_of = {1, 2, 6, 1, kUnlabelled}, .class_names = {}}), 3);
  EXPECT_EQ(classes_with_nodes({.class_of = {0, 1, 2}, .class_names = {}}), 3);
  EXPECT_EQ(classes_with_nodes({.class_of = {kUnlabelled}, .class_names = {}}), 0);
  EXPECT_EQ(classes_with_nodes({}), 0);
}

}  // namespace
}  // namespace cgsd
