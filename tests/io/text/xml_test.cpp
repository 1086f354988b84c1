#include "cgsd/io/text/xml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_text;
using testing::TemporaryDirectory;

class Listener final : public XmlHandler {
 public:
  void begin_element(std::string_view name, const XmlAttributes& attributes) override {
    const char* id = attributes.find("id");
    events.push_back("<" + std::string(name) + (id == nullptr ? "" : std::string(" ") + id));
    if (name == "bad") throw error("bad element");
  }
  void end_element() override { events.emplace_back(">"); }
  void text(std::string_view piece) override { all_text += piece; }
  std::vector<std::string> events;
  std::string all_text;
};

TEST(Xml, TellsElementsAttributesAndText) {
  const TemporaryDirectory dir;
  Listener listener;
  read_xml(dir.file("f.xml", "<n:a id='1'><b x='2'/>t&amp;&#228;</n:a>"), listener, RunContext());
  EXPECT_THAT(listener.events, ElementsAre("<a 1", "<b", ">", ">"));
  EXPECT_EQ(listener.all_text, "t&ä");
}

TEST(Xml, ThrowsTheErrorOfTheHandlerAndHearsNothingAfterIt) {
  const TemporaryDirectory dir;
  Listener listener;
  EXPECT_EQ(error_text([&] { read_xml(dir.file("f.xml", "<a>\n <bad/><b/></a>"), listener, RunContext()); }),
            "f.xml:2:2: bad element");
  EXPECT_THAT(listener.events, ElementsAre("<a", "<bad"));
}

TEST(Xml, ReadsFilesLongerThanAChunk) {
  const TemporaryDirectory dir;
  std::string text = "<a>";
  for (int i = 0; i < 100'000; ++i) text += "<b id='x'/>";
  text += "\n<c></a>";
  Listener listener;
  EXPECT_EQ(error_text([&] { read_xml(dir.file("f.xml", text), listener, RunContext()); }),
            "f.xml:2:6: not well-formed XML: mismatched tag");
  EXPECT_EQ(listener.events.size(), 200'002u);
}

TEST(Xml, EscapesWhatXmlReservesAndReplacesWhatItCannotHold) {
  EXPECT_EQ(xml_text("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;'");
  EXPECT_EQ(xml_text("\t\n\r"), "&#9;&#10;&#13;");
  EXPECT_EQ(xml_text("ä€😀"), "ä€😀");
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(xml_text(std::string_view("\0\x1f", 2)), bad + bad);
  EXPECT_EQ(xml_text("\xff"), bad);
  EXPECT_EQ(xml_text("\xc3"), bad) << "cut short";
  EXPECT_EQ(xml_text("\xc3x"), bad + "x");
  EXPECT_EQ(xml_text("\xc0\xaf"), bad + bad) << "overlong";
  EXPECT_EQ(xml_text("\xe0\x80\xaf"), bad + bad + bad) << "overlong";
  EXPECT_EQ(xml_text("\xed\xa0\x80"), bad + bad + bad) << "surrogate";
  EXPECT_EQ(xml_text("\xef\xbf\xbf"), bad) << "U+FFFF is not XML";
  EXPECT_EQ(xml_text("\xf4\x90\x80\x80"), bad + bad + bad + bad) << "beyond U+10FFFF";
}

}  // namespace
}  // namespace cgsd
