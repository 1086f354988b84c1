#include "cgsd/experiment/spec_file.hpp"

#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kWhole = R"({
  "name": "main",
  "methods": ["kmeans", {"method": "paper", "label": "CGSD", "options": {"trained.epochs": 50, "rounding": "kmeans"}}],
  "datasets": ["karate", {"data": "texas", "label": "Texas", "directed_data": "geom-gcn/texas", "communities": 5},
               {"data": "some/graph.csv", "attributes": "x.npy", "labels": "y.csv", "directed": true}],
  "seeds": [4, 2],
  "paper": {"nmi": {"CGSD": {"Texas": 0.054}}, "accuracy": {"kmeans": {"karate": 0.5, "graph": 1}}}
})";

std::string refused(const std::string& text) {
  return testing::error_text([&] { parse_spec(text, "spec.json"); });
}

std::string with(const std::string& methods, const std::string& datasets = R"(["karate"])",
                 const std::string& rest = R"("seeds": 1)") {
  return R"({"methods": )" + methods + R"(, "datasets": )" + datasets + ", " + rest + "}";
}

TEST(SpecFile, IsReadWhole) {
  const ExperimentSpec spec = parse_spec(kWhole, "spec.json");
  EXPECT_EQ(spec.name, "main");
  ASSERT_EQ(spec.methods.size(), 2u);
  EXPECT_EQ(spec.methods[1].label, "CGSD");
  EXPECT_THAT(spec.methods[1].overrides, ElementsAre("trained.epochs=50", "rounding=kmeans"));
  ASSERT_EQ(spec.datasets.size(), 3u);
  EXPECT_EQ(spec.datasets[1].directed_data, "geom-gcn/texas");
  EXPECT_EQ(spec.datasets[1].communities, 5);
  EXPECT_EQ(spec.datasets[2].label, "graph");
  EXPECT_EQ(spec.datasets[2].directed, true);
  EXPECT_THAT(spec.seeds, ElementsAre(4, 2));
  ASSERT_EQ(spec.paper.size(), 3u);
  EXPECT_EQ(spec.paper[2], (PaperValue{Metric::accuracy, "kmeans", "graph", 1.0}));
}

TEST(SpecFile, CountsSeedsFromZero) {
  EXPECT_THAT(parse_spec(with(R"(["louvain"])", R"(["karate"])", R"("seeds": 3)"), "s").seeds, ElementsAre(0, 1, 2));
}

TEST(SpecFile, ComesBackFromItsOneSpelling) {
  const ExperimentSpec spec = parse_spec(kWhole, "spec.json");
  EXPECT_EQ(parse_spec(spec_json(spec), "again.json"), spec);
  EXPECT_EQ(spec_json(parse_spec(spec_json(spec), "again.json")), spec_json(spec));
}

TEST(SpecFile, NamesThePartThatIsWrong) {
  EXPECT_EQ(refused(with(R"(["kmean"])")), "spec.json: method 'kmean': unknown method 'kmean'; did you mean 'kmeans'?");
  EXPECT_THAT(refused(with(R"([{"method": "dgi", "option": {}}])")),
              HasSubstr("methods[0]: unknown key 'option'; did you mean 'options'?"));
  EXPECT_THAT(refused(with(R"([{"label": "x"}])")), HasSubstr("methods[0]: \"method\" is missing"));
  EXPECT_THAT(refused(with(R"([{"method": "dgi", "options": {"dgi.epochs": [1]}}])")), HasSubstr("'dgi.epochs' must"));
  EXPECT_THAT(refused(with(R"([{"method": "dgi", "options": {"dgi.epochs": -1}}])")), HasSubstr("dgi.epochs = -1"));
  EXPECT_THAT(refused(with(R"(["dgi", 3])")), HasSubstr("methods[1]: must be a name or an object"));
  EXPECT_THAT(refused(with(R"(["dgi", "dgi"])")), HasSubstr("two methods are called 'dgi'"));
  EXPECT_THAT(refused(with(R"(["dgi"])", R"([{"data": "cora", "communities": 0}])")), HasSubstr("datasets[0]"));
  EXPECT_THAT(refused(with(R"(["dgi"])", R"([{"data": "cora", "directed": "yes"}])")), HasSubstr("true or false"));
  EXPECT_THAT(refused(with(R"(["dgi"])", R"("cora")")), HasSubstr("\"datasets\" must be a list"));
  EXPECT_THAT(refused(with(R"(["dgi"])", R"(["cora"])", R"("seeds": -1)")), HasSubstr("\"seeds\" must be"));
  EXPECT_THAT(refused(with(R"(["dgi"])", R"(["cora"])", R"("seeds": [1.5])")), HasSubstr("whole numbers"));
  EXPECT_THAT(refused(with(R"(["dgi"])", R"(["cora"])", R"("seeds": 1, "papers": {})")), HasSubstr("'paper'"));
  EXPECT_THAT(refused(with(R"(["dgi"])", R"(["cora"])", R"("seeds": 1, "paper": {"nmj": {}})")),
              HasSubstr("paper: unknown metric 'nmj'"));
  EXPECT_THAT(refused(with(R"(["dgi"])", R"(["cora"])", R"("seeds": 1, "paper": {"nmi": {"dgi": {"cora": "x"}}})")),
              HasSubstr("paper.nmi: 'cora' of 'dgi' is no number"));
  EXPECT_THAT(refused(R"({"datasets": ["cora"], "seeds": 1})"), HasSubstr("\"methods\" is missing"));
}

TEST(SpecFile, SaysWhereItStopsBeingJson) {
  EXPECT_EQ(refused("{\n  \"methods\": [,]\n}"), "spec.json:2:15: this is not valid JSON");
  EXPECT_THAT(refused(""), HasSubstr("spec.json:1:1"));
  EXPECT_THAT(refused("[1]"), HasSubstr("must be an object"));
  EXPECT_THAT(refused(R"({"seeds": 1, "seeds": 2})"), HasSubstr("key 'seeds' is there twice"));
  EXPECT_THAT(refused(R"({"seeds": 1e999})"), HasSubstr("not valid JSON"));
}

TEST(SpecFile, IsReadFromDisk) {
  const testing::TemporaryDirectory here;
  EXPECT_EQ(read_spec(here.file("spec.json", kWhole), RunContext()), parse_spec(kWhole, "spec.json"));
  EXPECT_THROW(read_spec(here / "absent.json", RunContext()), IoError);
}

TEST(SpecFile, TheExperimentsOfThisProjectCanBeRead) {
  std::size_t read = 0;
  for (const auto& file : std::filesystem::directory_iterator(testing::source_path("experiments"))) {
    if (file.path().extension() != ".json") continue;
    std::ifstream stream(file.path());
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    if (text.find("\"methods\"") == std::string::npos) continue;  // a table about data or a figure: no experiment
    EXPECT_NO_THROW(read_spec(file.path(), RunContext())) << file.path();
    ++read;
  }
  EXPECT_GE(read, 7u);
}

TEST(SpecFile, TakesGeneratedDataInPlaceOfFiles) {
  const std::string text =
      with(R"(["kmeans"])", R"([{"label": "h", "sbm": {"heterophily": 0.2, "nodes": 50}, "realisations": 10}])");
  const ExperimentSpec spec = parse_spec(text, "spec.json");
  ASSERT_TRUE(spec.datasets[0].sbm);
  EXPECT_THAT(spec.datasets[0].sbm->options, ElementsAre("heterophily=0.2", "nodes=50"));
  EXPECT_EQ(spec.datasets[0].sbm->realisations, 10);
  EXPECT_EQ(parse_spec(spec_json(spec), "again.json"), spec);
  EXPECT_THAT(refused(with(R"(["kmeans"])", R"([{"sbm": {"heterophily": 2}}])")), HasSubstr("heterophily = 2"));
  EXPECT_THAT(refused(with(R"(["kmeans"])", R"([{"sbm": {}, "data": "cora"}])")), HasSubstr("no room for files"));
  EXPECT_THAT(refused(with(R"(["kmeans"])", R"([{"data": "cora", "realisations": 3}])")),
              HasSubstr("\"realisations\" belongs to \"sbm\""));
}

}  // namespace
}  // namespace cgsd
