// What stands in an SVG drawing, read by expat, and where its texts are.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <expat.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cgsd/figure/svg.hpp"
#include "cgsd/figure/text_width.hpp"

namespace cgsd::testing {

struct SvgElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;    // directly inside
  std::string inside;  // name of the parent
};

struct SvgContents {
  std::vector<SvgElement> elements;
  std::string error;  // empty: well-formed
};

inline SvgContents read_svg(const std::string& svg) {
  struct State {
    SvgContents contents;
    std::vector<std::size_t> open;
  } state;
  XML_Parser parser = XML_ParserCreate("UTF-8");
  XML_SetUserData(parser, &state);
  XML_SetElementHandler(
      parser,
      [](void* data, const XML_Char* name, const XML_Char** attributes) {
        auto& s = *static_cast<State*>(data);
        SvgElement element;
        element.name = name;
        if (!s.open.empty()) element.inside = s.contents.elements[s.open.back()].name;
        for (; *attributes != nullptr; attributes += 2) element.attributes[attributes[0]] = attributes[1];
        s.open.push_back(s.contents.elements.size());
        s.contents.elements.push_back(element);
      },
      [](void* data, const XML_Char*) { static_cast<State*>(data)->open.pop_back(); });
  XML_SetCharacterDataHandler(parser, [](void* data, const XML_Char* text, int length) {
    auto& s = *static_cast<State*>(data);
    s.contents.elements[s.open.back()].text.append(text, static_cast<std::size_t>(length));
  });
  if (XML_Parse(parser, svg.data(), static_cast<int>(svg.size()), 1) == XML_STATUS_ERROR) {
    state.contents.error = XML_ErrorString(XML_GetErrorCode(parser));
  }
  XML_ParserFree(parser);
  return state.contents;
}

struct PlacedText {
  std::string words;
  svg::Box box;
};

// The boxes of all texts: as wide as the font says, from the top of capitals to the bottom of descenders.
inline std::vector<PlacedText> placed_texts(const SvgContents& contents) {
  std::vector<PlacedText> texts;
  for (const SvgElement& element : contents.elements) {
    if (element.name != "text") continue;
    const auto number = [&](const char* name) { return std::stod(element.attributes.at(name)); };
    const double size = number("font-size");
    const double width = text_width(element.text, size);
    const auto anchor = element.attributes.find("text-anchor");
    const double share = anchor == element.attributes.end() ? 0.0 : anchor->second == "middle" ? 0.5 : 1.0;
    const double x = number("x");
    const double y = number("y");
    svg::Box box{x - share * width, y - 0.73 * size, x + (1.0 - share) * width, y + 0.24 * size};
    if (element.attributes.contains("transform")) {  // turned to the left: along goes up, up goes left
      box = {x - 0.73 * size, y - (1.0 - share) * width, x + 0.24 * size, y + share * width};
    }
    texts.push_back({element.text, box});
  }
  return texts;
}

inline bool has_words(const std::string& svg, const std::string& words) {
  const SvgContents contents = read_svg(svg);
  for (const SvgElement& e : contents.elements) {
    if ((e.name == "text" || e.inside == "text") && e.text == words) return true;
  }
  return false;
}

inline std::size_t count_of(const SvgContents& contents, const std::string& name) {
  std::size_t count = 0;
  for (const SvgElement& element : contents.elements) count += element.name == name ? 1 : 0;
  return count;
}

// Well-formed, every text on the page, no two texts on each other, no number without a value.
inline void expect_fit_for_print(const std::string& svg) {
  const SvgContents contents = read_svg(svg);
  ASSERT_EQ(contents.error, "") << svg;
  for (const char* bad : {"nan", "inf\"", "inf,"}) EXPECT_EQ(svg.find(bad), std::string::npos) << bad;
  std::string view = contents.elements.at(0).attributes.at("viewBox");
  const double page_width = std::stod(view.substr(4));
  const double page_height = std::stod(view.substr(view.rfind(' ')));
  const std::vector<PlacedText> texts = placed_texts(contents);
  constexpr double kSlack = 0.1;  // points
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const svg::Box& a = texts[i].box;
    EXPECT_TRUE(a.left >= -kSlack && a.top >= -kSlack && a.right <= page_width + kSlack &&
                a.bottom <= page_height + kSlack)
        << "'" << texts[i].words << "' leaves the page: "
        << fmt::format("{:.1f} {:.1f} {:.1f} {:.1f} of {:.1f} × {:.1f}", a.left, a.top, a.right, a.bottom, page_width,
                       page_height);
    for (std::size_t j = 0; j < i; ++j) {
      const svg::Box& b = texts[j].box;
      const bool apart = a.right <= b.left + kSlack || b.right <= a.left + kSlack || a.bottom <= b.top + kSlack ||
                         b.bottom <= a.top + kSlack;
      EXPECT_TRUE(apart) << "'" << texts[i].words << "' lies on '" << texts[j].words << "'";
    }
  }
}

inline const std::string kHostileName = "<script>alert(\"1\")</script> & 'x'\x01\x1b[31m\xff\xc0\xaf";
inline const std::string kLongName =
    "a method whose name nobody would print because it goes on and on and does not end before the edge of the page";

}  // namespace cgsd::testing
