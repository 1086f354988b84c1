#include "cgsd/figure/text_width.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cgsd/core/printable.hpp"

namespace cgsd {
namespace {

// Advance widths of DejaVu Sans 2.37 in 1/2048 em; characters the font lacks have the width of any other character.
// clang-format off
constexpr std::array<std::uint16_t, 95> kAscii = {  // U+0020 … U+007E
    651, 821, 942, 1716, 1303, 1946, 1597, 563, 799, 799, 1024, 1716, 651, 739, 651, 690, 1303, 1303, 1303, 1303,
    1303, 1303, 1303, 1303, 1303, 1303, 690, 690, 1716, 1716, 1716, 1087, 2048, 1401, 1405, 1430, 1577, 1294, 1178,
    1587, 1540, 604, 604, 1343, 1141, 1767, 1532, 1612, 1235, 1612, 1423, 1300, 1251, 1499, 1401, 2025, 1403, 1251,
    1403, 799, 690, 799, 1716, 1024, 1024, 1255, 1300, 1126, 1300, 1260, 721, 1300, 1298, 569, 569, 1186, 569, 1995,
    1298, 1253, 1300, 1300, 842, 1067, 803, 1298, 1212, 1675, 1212, 1212, 1075, 1303, 690, 1303, 1716,};
constexpr std::array<std::uint16_t, 224> kLatin = {  // U+00A0 … U+017F
    651, 821, 1303, 1303, 1303, 1303, 690, 1024, 1024, 2048, 965, 1253, 1716, 739, 2048, 1024, 1024, 1716, 821, 821,
    1024, 1303, 1303, 651, 1024, 821, 965, 1253, 1985, 1985, 1985, 1087, 1401, 1401, 1401, 1401, 1401, 1401, 1995,
    1430, 1294, 1294, 1294, 1294, 604, 604, 604, 604, 1587, 1532, 1612, 1612, 1612, 1612, 1612, 1716, 1612, 1499,
    1499, 1499, 1499, 1251, 1239, 1290, 1255, 1255, 1255, 1255, 1255, 1255, 2011, 1126, 1260, 1260, 1260, 1260, 569,
    569, 569, 569, 1253, 1298, 1253, 1253, 1253, 1253, 1253, 1716, 1253, 1298, 1298, 1298, 1298, 1212, 1300, 1212,
    1401, 1255, 1401, 1255, 1401, 1255, 1430, 1126, 1430, 1126, 1430, 1126, 1430, 1126, 1577, 1300, 1587, 1300, 1294,
    1260, 1294, 1260, 1294, 1260, 1294, 1260, 1294, 1260, 1587, 1300, 1587, 1300, 1587, 1300, 1587, 1300, 1540, 1298,
    1876, 1423, 604, 569, 604, 569, 604, 569, 604, 569, 604, 569, 1208, 1138, 604, 569, 1343, 1186, 1186, 1141, 569,
    1141, 569, 1141, 768, 1141, 700, 1151, 582, 1532, 1298, 1532, 1298, 1532, 1298, 1666, 1532, 1298, 1612, 1253,
    1612, 1253, 1612, 1253, 2191, 2095, 1423, 842, 1423, 842, 1423, 842, 1300, 1067, 1300, 1067, 1300, 1067, 1300,
    1067, 1251, 803, 1251, 803, 1251, 803, 1499, 1298, 1499, 1298, 1499, 1298, 1499, 1298, 1499, 1298, 1499, 1298,
    2025, 1675, 1251, 1212, 1251, 1403, 1075, 1403, 1075, 1403, 1075, 721,};
constexpr std::array<std::uint16_t, 144> kGreek = {  // U+0370 … U+03FF
    1340, 1163, 1765, 1326, 570, 570, 1532, 1331, 2560, 2560, 1024, 1125, 1126, 1125, 690, 604, 2560, 2560, 2560,
    2560, 1024, 1024, 1418, 651, 1528, 1784, 836, 2560, 1664, 2560, 1689, 1691, 693, 1401, 1405, 1141, 1401, 1294,
    1403, 1540, 1612, 604, 1343, 1401, 1767, 1532, 1294, 1612, 1540, 1235, 2560, 1294, 1251, 1251, 1612, 1403, 1612,
    1565, 604, 1251, 1350, 1107, 1298, 693, 1185, 1350, 1307, 1212, 1253, 1107, 1114, 1298, 1253, 693, 1207, 1212,
    1303, 1144, 1142, 1253, 1233, 1300, 1202, 1298, 1233, 1185, 1351, 1183, 1351, 1715, 693, 1185, 1253, 1185, 1715,
    1343, 1258, 1268, 1431, 1725, 1431, 1351, 1715, 1359, 1612, 1253, 1328, 1202, 1178, 939, 1351, 1351, 1772, 1285,
    1912, 1715, 1553, 1350, 1621, 1259, 1406, 1243, 1572, 1280, 1432, 1253, 1251, 1098, 1359, 1300, 1126, 569, 1612,
    1260, 1260, 1239, 1300, 1430, 1767, 1333, 1300, 1440, 1430, 1440,};
constexpr std::array<std::uint16_t, 96> kCyrillic = {  // U+0400 … U+045F
    1294, 1294, 1610, 1249, 1430, 1300, 604, 604, 604, 2240, 2140, 1610, 1454, 1532, 1248, 1540, 1401, 1405, 1405,
    1249, 1600, 1294, 2206, 1313, 1532, 1532, 1454, 1540, 1767, 1540, 1612, 1540, 1235, 1430, 1251, 1248, 1763, 1403,
    1590, 1404, 2190, 2240, 1705, 1807, 1405, 1430, 2211, 1423, 1255, 1263, 1207, 1076, 1416, 1260, 1845, 1089, 1331,
    1331, 1237, 1309, 1545, 1339, 1253, 1339, 1300, 1126, 1193, 1212, 1751, 1212, 1394, 1210, 1874, 1929, 1447, 1617,
    1207, 1124, 1724, 1232, 1260, 1260, 1280, 1076, 1124, 1067, 569, 569, 569, 1848, 1840, 1335, 1237, 1331, 1212,
    1339,};
constexpr std::array<std::uint16_t, 24> kPunctuation = {  // U+2010 … U+2027
    739, 739, 1303, 1024, 2048, 2048, 1024, 1024, 651, 651, 651, 651, 1061, 1061, 1061, 1061, 1024, 1024, 1208, 1208,
    685, 1367, 2048, 651,};
constexpr std::array<std::uint16_t, 31> kRaised = {  // U+2070 … U+208E
    821, 366, 2560, 2560, 821, 821, 821, 821, 821, 821, 1081, 1081, 1081, 503, 503, 816, 821, 821, 821, 821, 821, 821,
    821, 821, 821, 821, 1081, 1081, 1081, 503, 503,};
constexpr std::array<std::uint16_t, 6> kComparison = {  // U+2260 … U+2265
    1716, 1716, 1716, 1716, 1716, 1716,};
// clang-format on

constexpr std::uint16_t kSign = 1716;              // + < = > ± × − ≈ and arrows are all of this width
constexpr std::uint16_t kReplacementWidth = 2100;  // U+FFFD
constexpr std::uint16_t kOther = 2560;             // 1.25 em

struct WidthRange {
  char32_t first;
  std::span<const std::uint16_t> widths;
};

constexpr std::array<WidthRange, 7> kRanges = {{{0x20, kAscii},
                                                {0xA0, kLatin},
                                                {0x370, kGreek},
                                                {0x400, kCyrillic},
                                                {0x2010, kPunctuation},
                                                {0x2070, kRaised},
                                                {0x2260, kComparison}}};

std::uint16_t width_of(char32_t character) {
  for (const WidthRange& range : kRanges) {
    if (character >= range.first && character - range.first < range.widths.size()) {
      return range.widths[character - range.first];
    }
  }
  if (character == 0xFFFD) return kReplacementWidth;
  if (character == 0x2212 || character == 0x2248 || (character >= 0x2190 && character <= 0x2193)) return kSign;
  return kOther;
}

// Where a line may end: behind each of these bytes.
bool breaks_behind(char byte) { return byte == ' ' || byte == '-' || byte == '_' || byte == '/'; }

std::string_view without_spaces_around(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

double text_width(std::string_view text, double size) {
  std::uint64_t units = 0;
  while (!text.empty()) units += width_of(take_printable(text));
  return static_cast<double>(units) * size / 2048.0;
}

std::string text_cut_to(std::string_view text, double size, double width) {
  if (text_width(text, size) <= width) return std::string(text);
  const double room = width - text_width("…", size);
  double used = 0.0;
  std::string_view rest = text;
  std::size_t kept = 0;
  while (!rest.empty()) {
    used += static_cast<double>(width_of(take_printable(rest))) * size / 2048.0;
    if (used > room) break;
    kept = text.size() - rest.size();
  }
  return std::string(without_spaces_around(text.substr(0, kept))) + "…";
}

std::vector<std::string> text_in_lines(std::string_view text, double size, double width, int lines) {
  std::vector<std::string> found;
  std::string_view rest = without_spaces_around(text);
  while (!rest.empty()) {
    if (static_cast<int>(found.size()) == lines) return {};
    std::size_t end = text_width(rest, size) <= width ? rest.size() : 0;
    for (std::size_t i = 1; end != rest.size() && i < rest.size(); ++i) {
      if (!breaks_behind(rest[i - 1])) continue;
      if (text_width(without_spaces_around(rest.substr(0, i)), size) > width) break;
      end = i;
    }
    if (end == 0) return {};
    found.emplace_back(without_spaces_around(rest.substr(0, end)));
    rest = without_spaces_around(rest.substr(end));
  }
  return found;
}

}  // namespace cgsd
