#include "cgsd/io/store/dataset_name.hpp"

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

namespace fs = std::filesystem;

// Names are looked up in the working directory, so each test has one of its own.
class DatasetName : public ::testing::Test {
 protected:
  void SetUp() override { fs::current_path(dir_.path()); }
  void TearDown() override { fs::current_path(before_); }
  fs::path before_ = fs::current_path();
  testing::TemporaryDirectory dir_;
};

TEST_F(DatasetName, IsAWordWithoutPathOrEnding) {
  EXPECT_TRUE(is_dataset_name("people"));
  EXPECT_TRUE(is_dataset_name("nobody_knows_it"));
  EXPECT_FALSE(is_dataset_name("people.csv"));
  EXPECT_FALSE(is_dataset_name("./people"));
  EXPECT_EQ(hidden_dataset("people"), std::nullopt);
}

TEST_F(DatasetName, GivesWayToAFileOfThatNameAndSaysSo) {
  dir_.file("people", "0 1\n");
  EXPECT_FALSE(is_dataset_name("people"));
  EXPECT_EQ(hidden_dataset("people"), "people is the file of that name here, not the dataset that cgsd knows");
  EXPECT_EQ(hidden_dataset("./people"), std::nullopt) << "a path is meant as one";
  dir_.file("mine", "0 1\n");
  EXPECT_EQ(hidden_dataset("mine"), std::nullopt);
}

TEST_F(DatasetName, GivesWayToADirectoryOnlyIfThereIsAGraphInIt) {
  fs::create_directory("people");
  EXPECT_TRUE(is_dataset_name("people")) << "a folder that happens to be called so";
  EXPECT_EQ(hidden_dataset("people"), std::nullopt);
  dir_.file("people/out1_graph_edges.txt", "a\tb\n");
  dir_.file("people/out1_node_feature_label.txt", "a\tb\tc\n");
  EXPECT_FALSE(is_dataset_name("people"));
  EXPECT_EQ(hidden_dataset("people"), "people is the directory of that name here, not the dataset that cgsd knows");
  fs::create_directory("unknown");
  EXPECT_FALSE(is_dataset_name("unknown")) << "its reader tells what is missing";
}

}  // namespace
}  // namespace cgsd
