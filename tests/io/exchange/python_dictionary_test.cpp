#include "cgsd/io/exchange/python_dictionary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

std::string members(std::string_view text) {
  const auto found = python_dictionary(text);
  if (!found) return "none";
  std::string joined;
  for (const PythonMember& member : *found) joined += member.name + "=" + member.value + ";";
  return joined;
}

TEST(PythonDictionary, GivesNamesAndPlainValues) {
  EXPECT_EQ(members("{}"), "");
  EXPECT_EQ(members(" {'weight': 2.5, \"b\": 'x, \\'y', 3: True} "), "weight=2.5;b=x, 'y;3=True;");
  EXPECT_EQ(members("{'w': np.float64(1.5), 'n': None, 'v': nan, 'l': [1, {'a': 2}], 't': (1, 2)}"),
            "w=1.5;n=;v=;l=;t=;");
  EXPECT_EQ(members("{'a': 1,}"), "a=1;");
  EXPECT_EQ(members("{'a':12,'b':3}"), "a=12;b=3;");
}

TEST(PythonDictionary, RefusesWhatIsNone) {
  for (const char* text :
       {"", "{", "}", "1", "{'a'}", "{'a: 1}", "{'a': 'b}", "{'a': [1}", "{'a': 1]}", "{'a' 'b': 1}"}) {
    EXPECT_EQ(members(text), "none") << text;
  }
}

TEST(PythonDictionary, TakesCallsAndQuotesAsTheyAre) {
  EXPECT_EQ(members("{'a': np.float64, 'b': np.x[1]}"), "a=np.float64;b=;");
  EXPECT_EQ(members("{'a': f(\"x, }\")}"), "a=;");
  EXPECT_EQ(members("{'a': f('x)}"), "none") << "the quote is not closed";
  EXPECT_EQ(members("{'a"), "none");
  EXPECT_EQ(members("['a': 1}"), "none");
}

}  // namespace
}  // namespace cgsd
