// Random tables: whatever stands in them, the outcome is attributes of every node or one line with file, line and column.
#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/io/results/encoding_json.hpp"
#include "cgsd/io/tables/table_load.hpp"

#include "tests/support/hostile.hpp"

namespace cgsd {
namespace {

constexpr std::uint64_t kTables = 100'000;

class RandomTable {
 public:
  explicit RandomTable(std::uint64_t number) : random_(RandomStream(number).named("tables")) {}

  std::string text() {
    between_ = pick({",", ",", ";", "\t", " "});
    end_ = pick({"\n", "\n", "\r\n", "\r"});
    const std::size_t rows = below(9);
    const std::size_t columns = 1 + below(5);
    std::vector<std::size_t> kinds;
    for (std::size_t c = 0; c < columns; ++c) kinds.push_back(below(12));
    std::string out = pick({"", "", "", "\xef\xbb\xbf", "# made\n", "sep=;\n"});
    if (below(4) > 0) out += line(columns, [&](std::size_t) { return heading(); });
    for (std::size_t r = 0; r < rows; ++r) {
      const std::size_t here = below(60) == 0 ? below(7) : columns;
      out += line(here, [&](std::size_t c) { return cell(c < columns && below(25) > 0 ? kinds[c] : below(12), r); });
    }
    if (below(3) == 0) out = testing::damaged(out, random_());
    if (below(40) == 0) out = "\xff\xfe" + out;
    return out;
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_.below(n)); }
  std::string pick(const std::vector<std::string>& texts) { return texts[below(texts.size())]; }

  template <class Cell>
  std::string line(std::size_t columns, Cell&& make) {
    std::string out;
    for (std::size_t c = 0; c < columns; ++c) {
      const std::string text = make(c);
      const bool quote = below(10) == 0 || text.find(between_) != std::string::npos;
      out += (c > 0 ? between_ : "") + (quote ? "\"" + text + "\"" : text);
    }
    return out + end_;
  }

  std::string heading() {
    return pick({"id", "node", "", "age", "income", "city", "e0", "e1", "e2", "x", "y", "notes", "Unnamed: 0", "a b",
                 "Straße"}) +
           (below(4) == 0 ? std::to_string(below(20)) : "");
  }

  std::string cell(std::size_t kind, std::size_t row) {
    switch (kind) {
      case 0:
        return "n" + std::to_string(below(5) == 0 ? below(8) : row);
      case 1:
        return std::to_string(below(1000));
      case 2:
        return std::to_string(below(100)) + pick({".", ","}) + std::to_string(below(1000)) + pick({"", "", "%", " kg"});
      case 3:
        return pick({"yes", "no", "true", "false", "NA"});
      case 4:
        return pick({"red", "green", "blue", "", "?"});
      case 5:
        return "20" + std::to_string(10 + below(20)) + "-0" + std::to_string(1 + below(9)) + "-1" +
               std::to_string(below(10));
      case 6:
        return pick({"the cat sat", "a dog ran away", "no cat at all", "東京 へ 行く"}) +
               pick({"", " again", "\nnext"});
      case 7:
        return pick({"a;b", "b|c", "a,c", "['a', 'b']", "c"});
      case 8:
        return "[" + std::to_string(below(9)) + ", 0." + std::to_string(below(9)) + (below(20) == 0 ? ", 3]" : "]");
      case 9:
        return pick(
            {"1e400", "inf", "-", "1.234,5", "1,234.5", "007", "\xc3\x28", "31/01/2024", "01/31/2024", "12:30", "−3"});
      case 10:
        return std::to_string(row);
      default:
        return pick({"", "NaN", "null", std::string(1, static_cast<char>(1 + below(255)))});
    }
  }

  RandomSequence random_;
  std::string between_;
  std::string end_;
};

GraphToRead graph(bool named, bool edge_list) {
  return {"g", edge_list, [=](std::optional<NodeId> expected) {
            GraphContents contents;
            if (expected && *expected < 6) throw ParseError({"g", 1, 1}, "too few nodes");
            contents.list.nodes = named ? 6 : expected.value_or(6);
            for (NodeId v = 0; named && v < 6; ++v) contents.names.append("n" + std::to_string(v));
            return contents;
          }};
}

TEST(TableFuzz, EndsInAttributesOrInOneLineWithFileLineAndColumn) {
  const testing::MemoryFile file("t.csv");
  std::uint64_t read = 0;
  for (std::uint64_t i = 0; i < kTables; ++i) {
    const std::string text = RandomTable(i).text();
    try {
      const GraphWithTable found = load_with_table(graph(i % 2 == 0, i % 3 != 0), file.holding(text), {}, RunContext());
      ASSERT_EQ(found.found.attributes.rows(), found.contents.list.nodes) << i << "\n" << text;
      ASSERT_EQ(found.found.attributes.cols(), found.found.encoding.attribute_names().size()) << i << "\n" << text;
      for (const std::string& clause : found.found.account)
        ASSERT_EQ(clause.find('\n'), std::string::npos) << i << clause;
      const Attributes& x = found.found.attributes;
      for (const float value : AttributesView(x).values()) ASSERT_TRUE(std::isfinite(value)) << i << "\n" << text;
      ++read;
      ASSERT_EQ(encoding_of_json(encoding_json(found.found.encoding)), found.found.encoding) << i << "\n" << text;
      // New rows that are the known ones: encoded, or refused in the same form.
      const TextTableFile again(file.holding(text), {}, RunContext());
      const EncodedRows rows = encoded_rows(again, found.found.encoding, "", RunContext());
      ASSERT_EQ(rows.attributes.rows(), again.table().rows()) << i << "\n" << text;
    } catch (const ParseError& error) {
      const FilePosition& where = error.where();
      const std::string_view what = error.what();
      ASSERT_TRUE(where.file.ends_with("t.csv") && where.line > 0 && where.column > 0) << i << " " << what << "\n"
                                                                                       << text;
      ASSERT_EQ(what.find('\n'), std::string_view::npos) << i << what;
    } catch (const std::exception& error) {
      FAIL() << i << " " << error.what() << "\n" << text;
    }
  }
  EXPECT_GT(read, kTables / 20) << "or this test shows little";
}

}  // namespace
}  // namespace cgsd
