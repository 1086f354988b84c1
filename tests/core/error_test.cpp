#include "cgsd/core/error.hpp"

#include <cerrno>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

std::string text_at(FilePosition where) { return ParseError(std::move(where), "what is wrong").what(); }

TEST(Error, NamesFileLineAndColumnAsFarAsTheyAreKnown) {
  EXPECT_EQ(text_at({.file = "cora.edges", .line = 17, .column = 5}), "cora.edges:17:5: what is wrong");
  EXPECT_EQ(text_at({.file = "cora.edges", .line = 17}), "cora.edges:17: what is wrong");
  EXPECT_EQ(text_at({.file = "x.npy"}), "x.npy: what is wrong");
}

TEST(Error, LeavesAColumnWithoutALineOut) {
  EXPECT_EQ(text_at({.file = "x.npy", .line = 0, .column = 9}), "x.npy: what is wrong");
}

TEST(Error, KeepsThePlaceForCallers) {
  const ParseError error({.file = "a/b.csv", .line = 3, .column = 4}, "x");
  EXPECT_EQ(error.where().file, "a/b.csv");
  EXPECT_EQ(error.where().line, 3u);
  EXPECT_EQ(error.where().column, 4u);
}

TEST(Error, TakesTheWordsOfTheSystem) {
  EXPECT_STREQ(IoError::from_errno("out/communities.csv", ENOSPC).what(),
               "out/communities.csv: No space left on device");
}

// The command line tells them apart by type and catches all of them by the first.
TEST(Error, KindsAreTellableApartAndAllAreErrors) {
  const auto kind = [](auto&& thrown) -> std::string {
    try {
      throw thrown;
    } catch (const ParseError&) {
      return "parse";
    } catch (const IoError&) {
      return "io";
    } catch (const Cancelled&) {
      return "cancelled";
    } catch (const InvalidArgument&) {
      return "argument";
    } catch (const Error&) {
      return "other";
    }
  };
  EXPECT_EQ(kind(ParseError({.file = "f"}, "x")), "parse");
  EXPECT_EQ(kind(IoError("x")), "io");
  EXPECT_EQ(kind(Cancelled()), "cancelled");
  EXPECT_EQ(kind(InvalidArgument("x")), "argument");
  EXPECT_EQ(kind(Error("x")), "other");
}

}  // namespace
}  // namespace cgsd
