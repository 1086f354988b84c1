#include "cgsd/io/exchange/h5ad.hpp"

#include <cmath>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/io/bytes/whole_file.hpp"

#include "tests/io/arrays/hdf5_writer.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_text;
using ::testing::HasSubstr;
using testing::Hdf5Writer;
using testing::TemporaryDirectory;

// Made by anndata (tests/data/make_formats.py), unpacked: most people do not compress it once more.
class H5ad : public ::testing::Test {
 protected:
  H5ad() {
    const std::vector<char> bytes =
        read_whole(testing::source_path("tests/data/formats/anndata.h5ad.gz"), RunContext());
    dir_.file("people.h5ad", {bytes.data(), bytes.size()});
  }
  GraphContents read(const GraphReadOptions& options = {}) const {
    return read_h5ad(dir_ / "people.h5ad", options, RunContext());
  }
  TemporaryDirectory dir_;
};

TEST_F(H5ad, HoldsAGraphAttributesNamesAndColumns) {
  const GraphContents contents = read();
  EXPECT_EQ(contents.names, NodeNames({"Anna", "Ben", "Cem", "Dörte", "Eva", "Finn"}));
  EXPECT_EQ(contents.list.entries.size(), 14u);
  ASSERT_TRUE(contents.attributes.is_sparse());
  EXPECT_EQ(contents.attributes.cols(), 3u);
  EXPECT_THAT(contents.attribute_names, ElementsAre("0", "1", "2"));  // what anndata calls them without names
  EXPECT_THAT(contents.attributes.sparse().columns, ElementsAre(0, 1, 2));
  EXPECT_EQ(contents.table.columns.size(), 2u);
  EXPECT_EQ(contents.table.columns[0].cells[3], "63");
  EXPECT_EQ(contents.table.columns[1].cells[3], "Köln");
  EXPECT_THAT(contents.account, ElementsAre("the graph is obsp/connectivities", "the attributes are X"));
}

TEST_F(H5ad, GivesTheMemberAskedFor) {
  GraphReadOptions options;
  options.attribute_key = "obsm/X_pca";
  const GraphContents contents = read(options);
  EXPECT_THAT(contents.attributes.dense().row(5), ElementsAre(10.0f, 11.0f));
  EXPECT_TRUE(contents.attribute_names.empty());
  options.attribute_key = "none";
  EXPECT_TRUE(read(options).attributes.none());
}

TEST_F(H5ad, NamesWhatThereIsIfAMemberIsMissing) {
  GraphReadOptions options;
  options.attribute_key = "obsm/X_umap";
  EXPECT_EQ(error_text([&] { read(options); }), "people.h5ad: 'obsm/X_umap': is not there; there are X, 'obsm/X_pca'");
  options = {};
  options.graph_key = "distances";
  EXPECT_EQ(error_text([&] { read(options); }),
            "people.h5ad: 'obsp': there is no 'distances'; choose with --graph-key one of 'connectivities'");
}

// Three cells, the path a–b–c, put together member by member.
class WrittenH5ad : public ::testing::Test {
 protected:
  WrittenH5ad() { write_cells(file_); }
  static void write_cells(Hdf5Writer& file) {
    file.texts("obs/_index", {"a", "b", "c"}).text_attribute("obs", "_index", "_index");
    write_matrix(file, "obsp/connectivities", "csr_matrix");
  }
  static void write_matrix(Hdf5Writer& file, const std::string& path, const std::string& encoding) {
    file.numbers(path + "/indptr", {4}, {0, 1, 3, 4}).numbers(path + "/indices", {4}, {1, 0, 2, 1});
    file.numbers(path + "/data", {4}, {1, 1, 1, 1});
    file.text_attribute(path, "encoding-type", encoding).integer_attribute(path, "shape", {3, 3});
  }
  GraphContents read() {
    finish();
    return read_h5ad(dir_ / "g.h5ad", options_, RunContext());
  }
  std::string refusal() {
    return error_text([&] { read(); });
  }
  void finish() { file_holder_.reset(); }

  TemporaryDirectory dir_;
  std::optional<Hdf5Writer> file_holder_{std::in_place, dir_ / "g.h5ad"};
  Hdf5Writer& file_ = *file_holder_;
  GraphReadOptions options_;
};

const std::vector<Entry> kPath = {{0, 1}, {1, 0}, {1, 2}, {2, 1}};

TEST_F(WrittenH5ad, IsReadIfNothingIsWrong) {
  const GraphContents contents = read();
  EXPECT_EQ(contents.names, NodeNames({"a", "b", "c"}));
  EXPECT_EQ(contents.list.entries, kPath);
  EXPECT_TRUE(contents.list.weights.empty());
  EXPECT_TRUE(contents.attributes.none());
}

TEST_F(WrittenH5ad, MayHoldItsGraphByColumnsAndWhereOldOnesHadIt) {
  file_.remove("obsp");
  write_matrix(file_, "uns/neighbors/connectivities", "csc_matrix");
  EXPECT_EQ(read().list.entries, kPath);
}

TEST_F(WrittenH5ad, MayHoldItsGraphDense) {
  file_.remove("obsp").numbers("obsp/other", {3, 3}, {0, 0.5, 0, 0.5, 0, 2, 0, 2, 0});
  const GraphContents contents = read();
  EXPECT_EQ(contents.list.entries, kPath);
  EXPECT_THAT(contents.list.weights, ElementsAre(0.5, 0.5, 2, 2));
  EXPECT_THAT(contents.account, ElementsAre("the graph is obsp/other"));
}

TEST_F(WrittenH5ad, OfAnOldAnndataNamesFormAndShapeOtherwise) {
  file_.remove("obsp").numbers("obsp/g/indptr", {4}, {0, 1, 3, 4}).numbers("obsp/g/indices", {4}, {1, 0, 2, 1});
  file_.numbers("obsp/g/data", {4}, {1, 1, 1, 1}).text_attribute("obsp/g", "h5sparse_format", "csc");
  file_.integer_attribute("obsp/g", "h5sparse_shape", {3, 3});
  EXPECT_EQ(read().list.entries, kPath);
}

// 2^40 rows without columns take no byte of the file, and took a gigabyte in two seconds.
TEST_F(WrittenH5ad, HasNoGraphOfManyRowsWithoutColumns) {
  file_.remove("obsp").numbers("obsp/connectivities", {std::uint64_t{1} << 40, 0}, {});
  EXPECT_EQ(refusal(), "g.h5ad: 'obsp/connectivities': is (1099511627776, 0) for 3 cells");
}

// A hard link to the column itself: reading its categories went on until the trial was ended, after 30 s.
TEST_F(WrittenH5ad, HasNoColumnWithinItself) {
  file_.numbers("obs/city/codes", {3}, {0, 0, 0}).hard_link("obs/city/categories", "obs/city");
  EXPECT_THAT(refusal(), HasSubstr("a column lies too deep within others"));
}

TEST_F(WrittenH5ad, HasNoOldCategoriesWithinThemselves) {
  file_.numbers("obs/city", {3}, {0, 0, 0}).numbers("obs/__categories/city", {1}, {0});
  file_.hard_link("obs/__categories/__categories", "obs/__categories");
  EXPECT_THAT(refusal(), HasSubstr("a column lies too deep within others"));
}

TEST_F(WrittenH5ad, GivesColumnsOfEveryKindAsTexts) {
  file_.numbers("obs/number", {3}, {1.5, std::nan(""), 2}).texts("obs/fixed", {"x", "yy", ""}, 4);
  file_.numbers("obs/kind/codes", {3}, {1, -1, 0}).texts("obs/kind/categories", {"p", "q"});
  file_.numbers("obs/masked/values", {3}, {7, 8, 9}).numbers("obs/masked/mask", {3}, {0, 1, 0});
  file_.numbers("obs/old", {3}, {0, 1, -1}).texts("obs/__categories/old", {"r", "s"});
  const TextTable table = read().table;
  std::vector<std::vector<std::string>> cells;
  for (const TextColumn& column : table.columns) {
    cells.emplace_back();
    for (NodeId v = 0; v < 3; ++v) cells.back().emplace_back(column.cells[v]);
  }
  EXPECT_THAT(cells, ElementsAre(ElementsAre("x", "yy", ""), ElementsAre("q", "", "p"), ElementsAre("7", "", "9"),
                                 ElementsAre("1.5", "", "2"), ElementsAre("r", "s", "")));
}

TEST_F(WrittenH5ad, SaysWhatIsWrongWithAColumn) {
  const auto said = [](auto&& put) {
    const TemporaryDirectory dir;
    {
      Hdf5Writer file(dir / "g.h5ad");
      write_cells(file);
      put(file);
    }
    return error_text([&] { read_h5ad(dir / "g.h5ad", {}, RunContext()); });
  };
  EXPECT_EQ(said([](Hdf5Writer& f) { f.numbers("obs/x", {2}, {1, 2}); }), "g.h5ad: 'obs/x': 2 values for 3 cells");
  EXPECT_EQ(said([](Hdf5Writer& f) { f.opaque("obs/x", 3); }), "g.h5ad: 'obs/x': holds neither numbers nor texts");
  EXPECT_EQ(said([](Hdf5Writer& f) { f.group("obs/x"); }), "g.h5ad: 'obs/x': is a kind of column that is not known");
  EXPECT_EQ(said([](Hdf5Writer& f) {
              f.numbers("obs/x/values", {3}, {1, 2, 3});
            }),
            "g.h5ad: 'obs/x': is a kind of column that is not known");
  EXPECT_EQ(said([](Hdf5Writer& f) {
              f.numbers("obs/x/values", {3}, {1, 2, 3}).numbers("obs/x/mask", {2}, {0, 1});
            }),
            "g.h5ad: 'obs/x': mask and values differ in length");
  EXPECT_EQ(said([](Hdf5Writer& f) {
              f.numbers("obs/x/codes", {3}, {0, 0, 2}).texts("obs/x/categories", {"p", "q"});
            }),
            "g.h5ad: 'obs/x': a code has no category");
  EXPECT_EQ(said([](Hdf5Writer& f) {
              f.numbers("obs/x/codes", {3}, {0, 0, 0});
            }),
            "g.h5ad: 'obs/x/categories': is not there");
  EXPECT_EQ(said([](Hdf5Writer& f) { f.soft_link("obs/x", "/obs/_index"); }),
            "g.h5ad: '/obs/x': a link to somewhere else is not followed");
}

// scipy keeps zeros that were stored; they are no edges.
TEST_F(WrittenH5ad, HasNoEdgesOfWeightZero) {
  file_.remove("obsp/connectivities/data").numbers("obsp/connectivities/data", {4}, {1, 1, 0, 0});
  const std::vector<Entry> expected = {{0, 1}, {1, 0}};
  EXPECT_EQ(read().list.entries, expected);
}

TEST_F(WrittenH5ad, GivesTheGraphAskedFor) {
  file_.numbers("obsp/distances", {3, 3}, {0, 0, 4, 0, 0, 0, 4, 0, 0});
  options_.graph_key = "distances";
  const GraphContents contents = read();
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{0, 2}, Entry{2, 0}));
  EXPECT_THAT(contents.list.weights, ElementsAre(4, 4));
  EXPECT_THAT(contents.account, ElementsAre("the graph is obsp/distances"));
}

TEST_F(WrittenH5ad, HasAGraphOfAllCellsAndNoMore) {
  file_.remove("obsp").numbers("obsp/g", {3, 4}, std::vector<double>(12, 1.0));
  EXPECT_EQ(refusal(), "g.h5ad: 'obsp/g': is (3, 4) for 3 cells");
}

TEST_F(WrittenH5ad, MayHaveTheNamesOfTheNodeTable) {
  const NodeNames same({"a", "b", "c"});
  options_.known_names = &same;
  EXPECT_EQ(read().names, same);
}

TEST_F(WrittenH5ad, NamesNoAttributesIfVarHoldsNoTexts) {
  for (const bool array : {false, true}) {
    const TemporaryDirectory dir;
    {
      Hdf5Writer file(dir / "g.h5ad");
      write_cells(file);
      file.numbers("X", {3, 2}, {1, 2, 3, 4, 5, 6});
      array ? file.numbers("var", {2}, {1, 2}) : file.numbers("var/_index", {2}, {1, 2});
    }
    const GraphContents contents = read_h5ad(dir / "g.h5ad", {}, RunContext());
    EXPECT_EQ(contents.attributes.cols(), 2u);
    EXPECT_TRUE(contents.attribute_names.empty());
  }
}

TEST_F(WrittenH5ad, GivesTruthValuesOfCellsAsNumbers) {
  file_.truths("obs/doublet", {0, 1, 0});
  const TextTable table = read().table;
  ASSERT_EQ(table.columns.size(), 1u);
  EXPECT_EQ(table.columns[0].cells[1], "1");
  EXPECT_EQ(table.columns[0].cells[2], "0");
}

TEST_F(WrittenH5ad, SaysWhatIsWrongWithItsNames) {
  file_.remove("obs");
  EXPECT_EQ(refusal(), "g.h5ad: is no AnnData file: it has no obs");
}

TEST_F(WrittenH5ad, OfAVeryOldAnndataIsToBeWrittenAnew) {
  file_.remove("obs").numbers("obs", {3}, {1, 2, 3});
  EXPECT_THAT(refusal(), HasSubstr("g.h5ad: 'obs': was written by an old anndata; write it anew"));
}

TEST_F(WrittenH5ad, HasEveryNameOnce) {
  file_.remove("obs").texts("obs/_index", {"a", "b", "a"});
  EXPECT_EQ(refusal(), "g.h5ad: 'obs': the name 'a' occurs twice");
}

TEST_F(WrittenH5ad, HasTheNamesOfTheNodeTable) {
  const NodeNames other({"a", "b", "x"});
  options_.known_names = &other;
  EXPECT_EQ(refusal(), "g.h5ad: the rows of the node table must have the names of obs, in the same order");
}

TEST_F(WrittenH5ad, NeedsAGraph) {
  file_.remove("obsp");
  EXPECT_THAT(refusal(), HasSubstr("g.h5ad: holds no graph (obsp); make one, in Python"));
}

TEST_F(WrittenH5ad, OfSeveralGraphsNoneIsChosen) {
  file_.remove("obsp");
  write_matrix(file_, "obsp/one", "csr_matrix");
  write_matrix(file_, "obsp/two", "csr_matrix");
  EXPECT_EQ(refusal(), "g.h5ad: 'obsp': there is no 'connectivities'; choose with --graph-key one of 'one', 'two'");
}

TEST_F(WrittenH5ad, HasNoMatrixInAnotherForm) {
  file_.remove("obsp");
  write_matrix(file_, "obsp/connectivities", "coo_matrix");
  EXPECT_EQ(refusal(), "g.h5ad: 'obsp/connectivities': is stored as 'coo_matrix'; csr_matrix and csc_matrix are read");
}

TEST_F(WrittenH5ad, HasNoMatrixWithoutAShape) {
  for (const std::vector<std::int64_t>& shape : {std::vector<std::int64_t>{3}, {3, -3}, {-3, 3}, {3, 3, 3}}) {
    const TemporaryDirectory dir;
    {
      Hdf5Writer file(dir / "g.h5ad");
      file.texts("obs/_index", {"a", "b", "c"}).group("obsp/x").integer_attribute("obsp/x", "shape", shape);
    }
    EXPECT_EQ(error_text([&] { read_h5ad(dir / "g.h5ad", {}, RunContext()); }), "g.h5ad: 'obsp/x': has no shape");
  }
}

TEST_F(WrittenH5ad, HasFiniteWeights) {
  file_.remove("obsp").numbers("obsp/g", {3, 3}, {0, 1, 0, 1, 0, HUGE_VAL, 0, 1, 0});
  EXPECT_EQ(refusal(), "g.h5ad: 'obsp/g': row 1: a value is not finite");
}

TEST_F(WrittenH5ad, HasAMatrixOfTwoDimensions) {
  file_.remove("obsp").numbers("obsp/g", {9}, {0, 1, 0, 1, 0, 1, 0, 1, 0});
  EXPECT_EQ(refusal(), "g.h5ad: 'obsp/g': must have two dimensions");
}

// By columns, 2^30 rows need no more than the numbers that are there.
TEST_F(WrittenH5ad, HasNoColumnsOfMoreRowsThanThereAreCells) {
  file_.remove("obsp").numbers("obsp/g/indptr", {4}, {0, 0, 0, 0}).numbers("obsp/g/indices", {0}, {});
  file_.numbers("obsp/g/data", {0}, {}).text_attribute("obsp/g", "encoding-type", "csc_matrix");
  file_.integer_attribute("obsp/g", "shape", {1 << 30, 3});
  EXPECT_EQ(refusal(), "g.h5ad: a sparse matrix claims more rows than there are cells");
}

TEST_F(WrittenH5ad, HasAttributesOfAllCells) {
  file_.numbers("X", {2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(refusal(), "g.h5ad: 'X': 2 rows for 3 cells");
}

TEST_F(WrittenH5ad, NamesAttributesIfVarDoes) {
  file_.numbers("X", {3, 2}, {1, 2, 3, 4, 5, 6})
      .texts("var/gene", {"g1", "g2"})
      .text_attribute("var", "_index", "gene");
  const GraphContents contents = read();
  EXPECT_THAT(contents.attribute_names, ElementsAre("g1", "g2"));
  EXPECT_THAT(contents.attributes.dense().row(1), ElementsAre(3, 4));
}

TEST_F(WrittenH5ad, LeavesNamesOutThatAreNotOnePerAttribute) {
  file_.numbers("layers/raw", {3, 2}, {1, 2, 3, 4, 5, 6}).texts("var/_index", {"g1", "g2", "g3"});
  options_.attribute_key = "layers/raw";
  EXPECT_TRUE(read().attribute_names.empty());
}

TEST_F(WrittenH5ad, NamesTheAttributesThatAreThere) {
  file_.numbers("layers/raw", {3, 1}, {1, 2, 3});
  options_.attribute_key = "X";
  EXPECT_EQ(refusal(), "g.h5ad: 'X': is not there; there are 'layers/raw'");
}

TEST_F(H5ad, OfDamagedFilesNeverCrashes) {
  const std::string good = testing::file_bytes(dir_ / "people.h5ad");
  const testing::MemoryFile file("g.h5ad");
  for (std::uint64_t i = 0; i < 300; ++i) {
    testing::expect_result_or_error([&] { read_h5ad(file.holding(testing::damaged(good, i)), {}, RunContext()); }, i);
  }
}

}  // namespace
}  // namespace cgsd
