#include "cgsd/io/exchange/h5ad.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/io/bytes/whole_file.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_text;
using ::testing::HasSubstr;
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

TEST_F(H5ad, OfDamagedFilesNeverCrashes) {
  const std::string good = testing::file_bytes(dir_ / "people.h5ad");
  const testing::MemoryFile file("g.h5ad");
  for (std::uint64_t i = 0; i < 300; ++i) {
    testing::expect_result_or_error([&] { read_h5ad(file.holding(testing::damaged(good, i)), {}, RunContext()); }, i);
  }
}

}  // namespace
}  // namespace cgsd
