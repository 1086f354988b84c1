#include "cgsd/io/arrays/hdf5_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_text;
using ::testing::HasSubstr;
using testing::TemporaryDirectory;

std::filesystem::path people() { return testing::source_path("tests/data/formats/anndata.h5ad.gz"); }

TEST(Hdf5File, GivesGroupsArraysTextsAndAttributes) {
  const Hdf5File file(people(), RunContext());
  EXPECT_EQ(file.kind("obs"), Hdf5Kind::group);
  EXPECT_EQ(file.kind("obs/age"), Hdf5Kind::array);
  EXPECT_EQ(file.kind("obs/absent"), Hdf5Kind::absent);
  EXPECT_THAT(file.members("obsm"), ElementsAre("X_pca"));
  EXPECT_THAT(file.shape("obsm/X_pca"), ElementsAre(6, 2));
  EXPECT_THAT(file.integers("obs/age"), ElementsAre(41, 38, 29, 63, 35, 52));
  EXPECT_THAT(file.texts("obs/city/categories"), ElementsAre("Berlin", "Bonn", "Köln"));
  EXPECT_EQ(file.text_attribute("X", "encoding-type"), "csr_matrix");
  EXPECT_THAT(file.integer_attribute("X", "shape"), ElementsAre(6, 3));
  EXPECT_EQ(file.text_attribute("X", "absent"), std::nullopt);
}

TEST(Hdf5File, SaysWhichMemberIsNotWhatIsWanted) {
  const Hdf5File file(people(), RunContext());
  EXPECT_EQ(error_text([&] { file.doubles("obs/city/categories"); }),
            "anndata.h5ad.gz: 'obs/city/categories': holds no numbers");
  EXPECT_THAT(error_text([&] { file.texts("obs"); }), HasSubstr("is no array"));
  EXPECT_THAT(error_text([&] { file.floats("obs/absent"); }), HasSubstr("is not there"));
}

TEST(Hdf5File, RefusesWhatIsNoHdf5OrCutOff) {
  const TemporaryDirectory dir;
  EXPECT_EQ(error_text([&] { Hdf5File(dir.file("a.h5", "\x89HDF\r\n\x1a\n"), RunContext()); }),
            "a.h5: is no HDF5 file, or is cut off or damaged");
  EXPECT_EQ(error_text([&] { Hdf5File(dir.file("a.h5", ""), RunContext()); }),
            "a.h5: is no HDF5 file, or is cut off or damaged");
}

}  // namespace
}  // namespace cgsd
