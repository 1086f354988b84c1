// Tables as people have them, made as pandas, R, spreadsheets and databases write them, and what becomes of each.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/io/datasets/load.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kNamed = "ann,bob\nbob,cy\ncy,dan\ndan,eve\neve,fay\nfay,gus\ngus,hal\nhal,ann\n";
constexpr const char* kNumbered = "0,1\n1,2\n2,3\n3,4\n4,5\n5,6\n6,7\n7,0\n";

class RealTables : public ::testing::Test {
 protected:
  LoadedDataset load(const char* edges, const std::string& table, const char* name = "x.csv") {
    request_.graph = dir_.file("edges.csv", edges);
    request_.attributes = dir_.file(name, table);
    return load_dataset(request_, RunContext());
  }
  std::string refusal(const char* edges, const std::string& table) {
    return testing::error_text([&] { load(edges, table); });
  }
  // The attribute of that name, node by node.
  static std::vector<float> attribute(const LoadedDataset& loaded, const std::string& name) {
    std::vector<float> values;
    const auto& names = loaded.data.attribute_names;
    const auto found = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    EXPECT_LT(found, names.size()) << name;
    const Attributes& x = loaded.data.input.attributes;
    for (std::size_t v = 0; v < x.rows() && found < names.size(); ++v) values.push_back(x.dense()(v, found));
    return values;
  }
  testing::TemporaryDirectory dir_;
  LoadRequest request_;
};

std::string rows(const std::string& heading, const std::vector<std::string>& lines, const char* end = "\n") {
  std::string text = heading.empty() ? "" : heading + end;
  for (const std::string& line : lines) text += line + end;
  return text;
}

const std::vector<std::string> kPeople = {"ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal"};

// A column "name" and one of ages 20, 30, …, in the order given.
std::string ages(const std::string& heading, const std::vector<std::size_t>& order, const char* between = ",") {
  std::vector<std::string> lines;
  for (const std::size_t i : order) lines.push_back(kPeople[i] + between + std::to_string(20 + 10 * i));
  return rows(heading, lines);
}

TEST_F(RealTables, T01PandasWithItsIndexAndAnIdColumn) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < 8; ++i)
    lines.push_back(std::to_string(i) + "," + std::to_string(7 - i) + "," + std::to_string(10 * i));
  const LoadedDataset loaded = load(kNumbered, rows(",id,age", lines));
  EXPECT_THAT(loaded.data.account, Contains("joined on `id`: 8 of 8 rows"));
  EXPECT_THAT(attribute(loaded, "age"), ElementsAre(70, 60, 50, 40, 30, 20, 10, 0));
}

TEST_F(RealTables, T02ShuffledRowsWithANumericIdOfAnyName) {
  const LoadedDataset loaded = load(kNumbered, "weight,who\n5.5,3\n1,0\n2,1\n9,7\n3,2\n6,4\n7,5\n8,6\n");
  EXPECT_THAT(loaded.data.account, Contains("joined on `who`: 8 of 8 rows"));
  EXPECT_THAT(attribute(loaded, "weight"), ElementsAre(1, 2, 3, 5.5, 6, 7, 8, 9));
  EXPECT_THAT(loaded.data.attribute_names, ElementsAre("weight"));
}

TEST_F(RealTables, T03TheIdStandsLastAndRowsAreShuffled) {
  const LoadedDataset loaded =
      load(kNamed, "age;person\n80;hal\n10;ann\n20;bob\n50;eve\n40;dan\n30;cy\n60;fay\n70;gus\n");
  EXPECT_THAT(attribute(loaded, "age"), ElementsAre(10, 20, 30, 40, 50, 60, 70, 80));
}

TEST_F(RealTables, T04AnEuropeanSpreadsheet) {
  const LoadedDataset loaded = load(kNamed,
                                    "\xef\xbb\xbf"
                                    "Name;Einkommen;Anteil\r\nann;1.234,56;0,5\r\nbob;999;0,25\r\ncy;2.000;0,75\r\ndan;"
                                    "1.500,5;1\r\neve;800;0\r\nfay;950;0,1\r\ngus;1.100;0,2\r\nhal;1.050,75;0,3\r\n");
  EXPECT_THAT(loaded.data.attribute_names, ElementsAre("Einkommen", "Anteil"));
  EXPECT_THAT(loaded.data.account, Contains("decimal commas: `Einkommen`, `Anteil`"));
  const std::vector<float> income = attribute(loaded, "Einkommen");
  EXPECT_GT(income[2], income[3]) << "2.000 is two thousand";
  EXPECT_LT(income[4], income[1]);
}

TEST_F(RealTables, T05AnExportInUtf16) {
  std::string bytes = "\xff\xfe";
  for (const char c : ages("name\tage", {7, 1, 2, 3, 4, 5, 6, 0}, "\t")) bytes += std::string{c, '\0'};
  const LoadedDataset loaded = load(kNamed, bytes, "x.txt");
  EXPECT_THAT(attribute(loaded, "age"), ElementsAre(20, 30, 40, 50, 60, 70, 80, 90));
}

TEST_F(RealTables, T06RowNamesOfR) {
  const LoadedDataset loaded = load(kNamed, ages("\"age\"", {3, 1, 2, 0, 4, 5, 6, 7}, " "), "x.txt");
  EXPECT_THAT(attribute(loaded, "age"), ElementsAre(20, 30, 40, 50, 60, 70, 80, 90));
}

TEST_F(RealTables, T07MissingValuesInAllTheirSpellings) {
  const LoadedDataset loaded = load(kNamed,
                                    "id,age,height\nann,20,1.5\nbob,NA,1.6\ncy,n/"
                                    "a,1.7\ndan,NaN,1.8\neve,,1.9\nfay,-,2.0\ngus,null,1.65\nhal,40,1.75\n");
  EXPECT_THAT(loaded.data.account, Contains("filled: 6 of `age`"));
  EXPECT_THAT(loaded.data.attribute_names, ElementsAre("age", "age missing", "height"));
  const std::vector<float> age = attribute(loaded, "age");
  EXPECT_FLOAT_EQ(age[1], (age[0] + age[7]) / 2) << "the median of 20 and 40";
}

TEST_F(RealTables, T08ACustomerTableOfEveryKind) {
  std::vector<std::string> lines;
  const char* cities[] = {"Rome", "Oslo", "Rome", "Bonn", "Oslo", "Rome", "Oslo", "Rome"};
  const char* notes[] = {"likes red wine a lot",    "never drinks wine at all", "beer and football fan",
                         "football on tv only",     "red wine and cheese",      "beer with his friends",
                         "his friends like cheese", "a lot of football"};
  for (std::size_t i = 0; i < 8; ++i) {
    lines.push_back(kPeople[i] + "," + std::to_string(1000 + 137 * i) + "," + cities[i] + "," +
                    (i % 3 == 0 ? "yes" : "no") + ",2024-0" + std::to_string(1 + i) + "-15,\"" + notes[i] + "\"," +
                    (i % 2 == 0 ? "a;b" : "b;c"));
  }
  const LoadedDataset loaded = load(kNamed, rows("customer,income,city,member,joined,notes,tags", lines));
  EXPECT_THAT(loaded.data.account,
              AllOf(Contains("joined on `customer`: 8 of 8 rows"), Contains("1 category → 3 columns"),
                    Contains("`member` as yes or no"), Contains("`joined` as date"),
                    Contains(HasSubstr("column `notes` as words")), Contains("column `tags` as list → 3 columns"),
                    Contains("columns put on a common scale")));
  EXPECT_THAT(loaded.data.attribute_names, AllOf(Contains("income"), Contains("city=Rome"), Contains("member"),
                                                 Contains("notes:wine"), Contains("tags=b")));
}

TEST_F(RealTables, T09EmbeddingsInNumberedColumns) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < 8; ++i)
    lines.push_back(std::to_string(7 - i) + "," + std::to_string(i) + ".5,0.25,-" + std::to_string(i));
  const LoadedDataset loaded = load(kNumbered, rows("doc,e0,e1,e2", lines));
  EXPECT_THAT(loaded.data.attribute_names, ElementsAre("e0", "e1", "e2"));
  EXPECT_THAT(attribute(loaded, "e0"), ElementsAre(7.5, 6.5, 5.5, 4.5, 3.5, 2.5, 1.5, 0.5)) << "as given: one vector";
  EXPECT_FALSE(loaded.encoding.common_scale);
}

TEST_F(RealTables, T10EmbeddingsInOneColumnBesideAnAge) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < 8; ++i)
    lines.push_back(kPeople[i] + "," + std::to_string(20 + 3 * i) + ",\"[0." + std::to_string(i) + ", 1." +
                    std::to_string(i * i % 7) + "]\"");
  const LoadedDataset loaded = load(kNamed, rows("id,age,embedding", lines));
  EXPECT_THAT(loaded.data.attribute_names, ElementsAre("age", "embedding[0]", "embedding[1]"));
}

TEST_F(RealTables, T11AMatrixOfNumbersWithoutAWord) {
  const LoadedDataset loaded = load(kNumbered, "5 1\n1 0\n2 0\n3 1\n4 1\n1 0\n2 1\n3 2\n", "x.txt");
  EXPECT_THAT(loaded.data.input.attributes.dense().row(0), ElementsAre(5, 1));
  EXPECT_THAT(loaded.data.account, Contains("no column holds names of nodes: rows taken in their order"));
}

TEST_F(RealTables, T12AMatrixWhoseFirstColumnIsTheIdWithoutAHeading) {
  const LoadedDataset loaded = load(kNumbered, "7,0.5\n6,1.5\n5,2.5\n4,3.5\n3,4.5\n2,5.5\n1,6.5\n0,7.5\n");
  EXPECT_THAT(loaded.data.account, Contains("joined on column 1: 8 of 8 rows"));
  EXPECT_THAT(loaded.data.input.attributes.dense().values(), ElementsAre(7.5, 6.5, 5.5, 4.5, 3.5, 2.5, 1.5, 0.5));
}

TEST_F(RealTables, T13ThousandsSeparatorsAndPercents) {
  const LoadedDataset loaded =
      load(kNamed,
           "id,sales,share\nann,\"1,200\",45%\nbob,\"12,000.50\",5 "
           "%\ncy,900,10%\ndan,800,20%\neve,700,1%\nfay,650,3%\ngus,\"2,000\",4%\nhal,100,7%\n");
  EXPECT_THAT(loaded.data.account, Contains("groups of thousands: `sales`"));
  const std::vector<float> sales = attribute(loaded, "sales");
  EXPECT_GT(sales[1], sales[6]);
  EXPECT_GT(sales[6], sales[0]);
}

TEST_F(RealTables, T14UnitsInCellsAreRefusedWithWhatToDo) {
  const std::string said = refusal(
      kNamed, "id,weight\nann,80 kg\nbob,75 kg\ncy,90 kg\ndan,60 kg\neve,55 kg\nfay,58 kg\ngus,91 kg\nhal,70 kg\n");
  EXPECT_THAT(said, AllOf(HasSubstr("x.csv:2:5: '80 kg' in `weight` is a number with a unit"), HasSubstr("--ignore")));
}

TEST_F(RealTables, T15ATypoInAColumnOfNumbersIsPointedAt) {
  const std::string said = refusal(kNamed, "id,age\nann,20\nbob,3o\ncy,25\ndan,41\neve,38\nfay,22\ngus,60\nhal,33\n");
  EXPECT_THAT(said, HasSubstr("x.csv:3:5: '3o' is not a number, as most cells of `age` are: correct it"));
}

TEST_F(RealTables, T16TwoRowsForANodeAreRefusedWithTheirLines) {
  EXPECT_THAT(refusal(kNamed, ages("id,age", {0, 1, 2, 3, 4, 5, 6, 7, 2})),
              HasSubstr("x.csv:10:1: node 'cy' already has a row, in line 4"));
}

TEST_F(RealTables, T17NodesWithoutARowAreFilledAndNamed) {
  const LoadedDataset loaded = load(kNamed, ages("id,age", {0, 1, 2, 3, 4, 5}));
  EXPECT_THAT(loaded.data.account, AllOf(Contains("joined on `id`: 6 of 6 rows"),
                                         Contains("2 nodes without a row ('gus', 'hal'): values filled")));
  EXPECT_EQ(loaded.data.input.graph.nodes(), 8u);
}

TEST_F(RealTables, T18RowsWithoutANodeAreNodesWithoutEdges) {
  const LoadedDataset loaded = load(kNamed, ages("id,age", {0, 1, 2, 3, 4, 5, 6, 7}) + "zoe,99\nkim,98\n");
  EXPECT_THAT(loaded.data.account, AllOf(Contains("joined on `id`: 8 of 10 rows"),
                                         Contains("2 nodes without edges added from the table ('kim', 'zoe')")));
  EXPECT_EQ(loaded.data.input.graph.nodes(), 10u);
  EXPECT_EQ(loaded.data.names.name(9), "zoe");
  EXPECT_THAT(attribute(loaded, "age")[9], 99.0F);
}

TEST_F(RealTables, T19ATableOfTheWholeCompany) {
  std::string table = ages("id,age", {0, 1, 2, 3, 4, 5, 6, 7});
  for (int i = 0; i < 50; ++i) table += "employee" + std::to_string(i) + ",30\n";
  const LoadedDataset loaded = load(kNamed, table);
  EXPECT_EQ(loaded.data.input.graph.nodes(), 8u);
  EXPECT_THAT(loaded.data.account,
              Contains("50 rows without a node dropped ('employee0', 'employee1', 'employee10', …)"));
}

TEST_F(RealTables, T20ZipCodesKeepTheirZerosAndAreACategory) {
  const LoadedDataset loaded =
      load(kNamed, "id,zip\nann,01067\nbob,80331\ncy,01067\ndan,80331\neve,01067\nfay,80331\ngus,01067\nhal,01067\n");
  EXPECT_THAT(loaded.data.attribute_names, ElementsAre("zip=01067", "zip=80331"));
}

TEST_F(RealTables, T21TwoColumnsThatBothHoldTheNodes) {
  EXPECT_THAT(
      refusal(
          kNamed,
          "who,whom,age\nann,bob,1\nbob,cy,2\ncy,dan,3\ndan,eve,5\neve,fay,8\nfay,gus,13\ngus,hal,21\nhal,ann,34\n"),
      HasSubstr("x.csv:1:5: `who` and `whom` both hold names of nodes: say which with --id-column"));
  request_.table.id_column = "whom";
  request_.table.ignore = {"who"};
  EXPECT_THAT(attribute(load(kNamed,
                             "who,whom,age\nann,bob,1\nbob,cy,2\ncy,dan,3\ndan,eve,5\neve,fay,8\nfay,gus,13\ngus,hal,"
                             "21\nhal,ann,34\n"),
                        "age")[0],
              34.0F);
}

TEST_F(RealTables, T22IdsFromOneForNodesFromZero) {
  EXPECT_THAT(
      refusal(kNumbered, "id,age\n1,20\n2,30\n3,40\n4,55\n5,60\n6,71\n7,80\n8,90\n"),
      HasSubstr("x.csv:9:1: the ids of `id` run from 1 to 8, those of the graph from 0 to 7: number both alike"));
}

TEST_F(RealTables, T23IdsThatPandasMadeNumbersWithAPoint) {
  const LoadedDataset loaded =
      load(kNumbered, "id,age\n7.0,20\n6.0,30\n5.0,40\n4.0,55\n3.0,60\n2.0,71\n1.0,80\n0.0,90\n");
  EXPECT_THAT(attribute(loaded, "age"), ElementsAre(90, 80, 71, 60, 55, 40, 30, 20));
}

TEST_F(RealTables, T24NamesAndConstantsAreIgnoredWithAWord) {
  const LoadedDataset loaded =
      load(kNamed,
           "id,full name,country,age\nann,Ann Arndt,DE,20\nbob,Bob Brown,DE,30\ncy,Cy Conti,DE,44\ndan,Dan "
           "Dahl,DE,50\neve,Eve Egger,DE,60\nfay,Fay Funk,DE,70\ngus,Gus Gold,DE,80\nhal,Hal Hoff,DE,91\n");
  EXPECT_THAT(loaded.data.account, AllOf(Contains("column `full name` has a different value in every row: ignored"),
                                         Contains("column `country` has the same value in every row: ignored")));
  EXPECT_THAT(loaded.data.attribute_names, ElementsAre("age"));
}

TEST_F(RealTables, T25NamesOfNodesButNoColumnThatHoldsThem) {
  EXPECT_THAT(
      refusal(kNamed, "age,height\n20,1.5\n30,1.6\n40,1.7\n50,1.8\n60,1.9\n70,2\n80,1.4\n90,1.3\n"),
      HasSubstr(
          "x.csv:1:1: no column holds the names of the nodes ('ann', 'bob', …): add one, or name it with --id-column"));
}

TEST_F(RealTables, T26AColumnAsLabelsIsNoAttribute) {
  request_.labels = "team";
  const LoadedDataset loaded = load(
      kNamed,
      "id,age,team\nann,20,red\nbob,30,red\ncy,45,blue\ndan,50,blue\neve,60,red\nfay,70,red\ngus,80,blue\nhal,90,\n");
  EXPECT_THAT(loaded.data.labels.class_of, ElementsAre(1, 1, 0, 0, 1, 1, 0, -1));
  EXPECT_THAT(loaded.data.attribute_names, ElementsAre("age"));
  EXPECT_THAT(loaded.data.account, Contains("labels from `team`"));
}

TEST_F(RealTables, T27AnExtraRowWithoutIdsIsANodeWithoutEdgesAndSaidSo) {
  const LoadedDataset loaded = load(kNumbered, "a,b\n1,2.5\n2,2\n3,9\n4,1\n5,7\n6,1\n7,3\n9,4\n9,5\n");
  EXPECT_EQ(loaded.data.input.graph.nodes(), 9u);
  EXPECT_THAT(loaded.data.account, Contains("1 row is of a node without edges"));
}

TEST_F(RealTables, T28ARowTooManyForAGraphThatListsItsNodesIsBlamedOnTheTable) {
  request_.format = GraphFormat::metis;
  EXPECT_THAT(refusal("2 1\n2\n1\n", "a,b\n1,2\n2,3\n3,5\n"),
              HasSubstr("x.csv:4:1: 3 rows without ids of nodes, but "));
}

TEST_F(RealTables, T29Latin1) {
  const LoadedDataset loaded =
      load(kNamed,
           "id,stra\xdf"
           "e\nann,M\xfcnze\nbob,Markt\ncy,M\xfcnze\ndan,Markt\neve,M\xfcnze\nfay,Markt\ngus,M\xfcnze\nhal,Markt\n");
  EXPECT_THAT(loaded.data.attribute_names, ElementsAre("straße=Markt", "straße=Münze"));
}

// The same people in another order and under another heading are the same attributes, to the bit.
TEST_F(RealTables, ShuffledRowsAndAnyHeadingOfTheIdChangeNothing) {
  const auto table = [](const std::string& heading, const std::vector<std::size_t>& order) {
    std::vector<std::string> lines;
    for (const std::size_t i : order)
      lines.push_back(kPeople[i] + "," + std::to_string(1000 + 137 * i) + "," + (i % 3 == 0 ? "Rome" : "Oslo") + "," +
                      (i == 4 ? "" : std::to_string(i * i)));
    return rows(heading + ",income,city,score", lines);
  };
  const LoadedDataset first = load(kNamed, table("id", {0, 1, 2, 3, 4, 5, 6, 7}));
  for (const char* heading : {"id", "who", "Unnamed: 0", "", "email"}) {
    const LoadedDataset other = load(kNamed, table(heading, {5, 2, 7, 0, 4, 1, 6, 3}));
    EXPECT_EQ(other.data.input.attributes, first.data.input.attributes) << heading;
    EXPECT_EQ(other.data.names, first.data.names) << heading;
    EXPECT_EQ(other.data.attribute_names, first.data.attribute_names) << heading;
  }
}

}  // namespace
}  // namespace cgsd
