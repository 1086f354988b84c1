#include "cgsd/summary/count_remarks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/detect/methods.hpp"

namespace cgsd {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

CountOutcome outcome(const char* method, std::int64_t asked, std::int64_t found) {
  return {.method = method_record(method), .asked = asked, .found = found, .nodes = 100, .components = 3};
}

TEST(CountRemarks, AreNoneIfTheAnswerIsWhatWasAskedFor) {
  for (const char* method : {"default", "paper", "kmeans", "leiden", "dmon"})
    EXPECT_THAT(count_remarks(outcome(method, 5, 5)), IsEmpty()) << method;
  EXPECT_THAT(count_remarks(outcome("louvain", 0, 4)), IsEmpty());
  EXPECT_THAT(count_remarks(outcome("leiden", 0, 4)), IsEmpty());
}

TEST(CountRemarks, NameANumberThatTheMethodIgnores) {
  EXPECT_THAT(count_remarks(outcome("louvain", 5, 5)),
              ElementsAre(AllOf(HasSubstr("the number 5 was ignored"), HasSubstr("louvain"), HasSubstr("leiden"))));
}

TEST(CountRemarks, MentionFewerCommunitiesForEveryMethod) {
  for (const MethodRecord& record : method_records()) {
    if (record.communities == Need::no) continue;
    EXPECT_THAT(count_remarks({record, 5, 4, 100, 1}), ElementsAre(HasSubstr("5 communities were asked for, but")))
        << record.name;
  }
}

TEST(CountRemarks, SayThatPartsOfAGraphAreNeverJoined) {
  CountOutcome o = outcome("leiden", 7, 78);
  o.components = 78;
  EXPECT_THAT(count_remarks(o), ElementsAre(AllOf(HasSubstr("7 communities were asked for, but leiden found 78"),
                                                  HasSubstr("falls into 78 parts"))));
  EXPECT_THAT(count_remarks(outcome("leiden", 7, 8)), ElementsAre(HasSubstr("nearest number")));
}

TEST(CountRemarks, CallOneAndAllWhatTheyAre) {
  EXPECT_THAT(count_remarks(outcome("default", 1, 1)), ElementsAre(HasSubstr("one community was asked for")));
  EXPECT_THAT(count_remarks(outcome("default", 100, 97)),
              ElementsAre(HasSubstr("as many communities as nodes"), HasSubstr("fewer distinct positions")));
}

TEST(CountRemarks, SayThatNothingStandsOut) {
  const auto counted = [](CountReason reason) {
    CommunityCount count = asked_for(2);
    count.reason = reason;
    return count_remarks(count);
  };
  EXPECT_THAT(counted(CountReason::nothing), ElementsAre(HasSubstr("no communities beyond chance")));
  EXPECT_THAT(counted(CountReason::halves), IsEmpty());
  EXPECT_THAT(count_remarks(asked_for(2)), IsEmpty());
}

}  // namespace
}  // namespace cgsd
