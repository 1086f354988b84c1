#include "cgsd/io/arrays/hdf5_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/io/arrays/hdf5_writer.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_text;
using ::testing::HasSubstr;
using testing::Hdf5Writer;
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

// A property list for arrays that gives itself back.
struct Creation {
  hid_t id = H5Pcreate(H5P_DATASET_CREATE);
  Creation() = default;
  ~Creation() { H5Pclose(id); }
  Creation(const Creation&) = delete;
  Creation& operator=(const Creation&) = delete;
};

// What is said of the member "x" of a file that `put` writes.
template <class Put, class Read>
std::string said(Put&& put, Read&& read) {
  const TemporaryDirectory dir;
  {
    Hdf5Writer file(dir / "f.h5");
    put(file);
  }
  const Hdf5File file(dir / "f.h5", RunContext());
  return error_text([&] { read(file); });
}
void doubles_of_x(const Hdf5File& file) { file.doubles("x"); }
void texts_of_x(const Hdf5File& file) { file.texts("x"); }

TEST(HostileHdf5File, ClaimsNoMoreThanItStores) {
  EXPECT_EQ(said([](Hdf5Writer& f) { f.numbers("x", {1'000'000'000}, {}); }, doubles_of_x),
            "f.h5: 'x': claims 1,000,000,000 elements, but 0 bytes are stored for it");
}

TEST(HostileHdf5File, HasNoChunksBeyondItsData) {
  const Creation creation;
  const hsize_t chunk = hsize_t{1} << 25;
  H5Pset_chunk(creation.id, 1, &chunk);
  EXPECT_EQ(said(
                [&](Hdf5Writer& f) {
                  const hsize_t most = H5S_UNLIMITED;
                  const hsize_t length = 2;
                  const hid_t space = H5Screate_simple(1, &length, &most);
                  f.numbers_in("x", space, creation.id);
                  H5Sclose(space);
                },
                doubles_of_x),
            "f.h5: 'x': its chunks are larger than its data justify");
}

TEST(HostileHdf5File, LivesInOneFile) {
  const Creation creation;
  H5Pset_external(creation.id, "/etc/passwd", 0, 16);
  EXPECT_EQ(said([&](Hdf5Writer& f) { f.numbers("x", {2}, {}, creation.id); }, doubles_of_x),
            "f.h5: 'x': an array that lives in another file is not read");
  const Creation from_elsewhere;
  const hsize_t length = 2;
  const hid_t space = H5Screate_simple(1, &length, nullptr);
  H5Pset_virtual(from_elsewhere.id, space, "/etc/passwd", "y", space);
  EXPECT_EQ(said([&](Hdf5Writer& f) { f.numbers("x", {2}, {}, from_elsewhere.id); }, doubles_of_x),
            "f.h5: 'x': a virtual array is not supported");
  H5Sclose(space);
  EXPECT_EQ(said([](Hdf5Writer& f) { f.numbers("y", {1}, {1}).soft_link("x", "/y"); }, doubles_of_x),
            "f.h5: '/x': a link to somewhere else is not followed");
}

TEST(HostileHdf5File, GivesTextsOnlyIfItHoldsTexts) {
  EXPECT_EQ(said([](Hdf5Writer& f) { f.numbers("x", {1}, {1}); }, texts_of_x), "f.h5: 'x': holds no texts");
  EXPECT_EQ(said([](Hdf5Writer& f) { f.opaque("x", 2); }, doubles_of_x), "f.h5: 'x': holds no numbers");
  EXPECT_THAT(said([](Hdf5Writer& f) { f.texts("x", {""}, (std::size_t{1} << 24) + 1); }, texts_of_x),
              HasSubstr("its texts are not plausibly long"));
}

TEST(Hdf5File, TellsWhatAnArrayHolds) {
  const TemporaryDirectory dir;
  {
    Hdf5Writer file(dir / "f.h5");
    file.texts("t", {"a"}).numbers("n", {1}, {1}).opaque("o", 1).group("g");
    file.integer_attribute("g", "numbers", {1, 2}).text_attribute("g", "text", "abc");
  }
  const Hdf5File file(dir / "f.h5", RunContext());
  EXPECT_EQ(file.values("t"), Hdf5Values::texts);
  EXPECT_EQ(file.values("n"), Hdf5Values::numbers);
  EXPECT_EQ(file.values("o"), Hdf5Values::other);
  EXPECT_EQ(file.text_attribute("g", "numbers"), std::nullopt);
  EXPECT_EQ(file.text_attribute("g", "text"), "abc");
  EXPECT_THAT(file.integer_attribute("g", "text"), ::testing::IsEmpty());
  EXPECT_THAT(file.integer_attribute("g", "absent"), ::testing::IsEmpty());
  EXPECT_EQ(error_text([&] { file.members("n"); }), "f.h5: 'n': is no group");
}

TEST(Hdf5File, GivesTruthValuesAsNumbers) {
  const TemporaryDirectory dir;
  Hdf5Writer(dir / "f.h5").truths("x", {1, 0, 1}).type("t").missing_texts("m", 2);
  const Hdf5File file(dir / "f.h5", RunContext());
  EXPECT_EQ(file.values("x"), Hdf5Values::numbers);
  EXPECT_THAT(file.doubles("x"), ElementsAre(1.0, 0.0, 1.0));
  EXPECT_THAT(file.integers("x"), ElementsAre(1, 0, 1));
  EXPECT_THAT(file.floats("x"), ElementsAre(1.0f, 0.0f, 1.0f));
  EXPECT_EQ(file.kind("t"), Hdf5Kind::absent) << "a type is no data";
  EXPECT_THAT(file.texts("m"), ElementsAre("", "")) << "texts that nobody wrote are empty";
}

TEST(Hdf5File, GivesAttributesOfAnyForm) {
  const TemporaryDirectory dir;
  {
    Hdf5Writer file(dir / "f.h5");
    file.group("g").long_text_attribute("g", "long", "abc").long_text_attribute("g", "null", nullptr);
    file.integer_attribute("g", "many", std::vector<std::int64_t>(33, 1)).integer_attribute("g", "none", {});
  }
  const Hdf5File file(dir / "f.h5", RunContext());
  EXPECT_EQ(file.text_attribute("g", "long"), "abc");
  EXPECT_EQ(file.text_attribute("g", "null"), std::nullopt);
  EXPECT_THAT(file.integer_attribute("g", "many"), ::testing::IsEmpty()) << "no shape has 33 dimensions";
  EXPECT_THAT(file.integer_attribute("g", "none"), ::testing::IsEmpty());
}

TEST(HostileHdf5File, HasNoSizeThatWrapsAround) {
  const hsize_t half = hsize_t{1} << 33;
  EXPECT_EQ(said(
                [&](Hdf5Writer& f) {
                  f.numbers("x", {half, half}, {});
                },
                doubles_of_x),
            "f.h5: 'x': is not plausibly large");
}

TEST(HostileHdf5File, HasNoMoreMembersThanCanBeListed) {
  EXPECT_EQ(said(
                [](Hdf5Writer& f) {
                  f.group("g").group("e");
                  for (int i = 0; i <= 1 << 16; ++i) f.hard_link("g/" + std::to_string(i), "e");
                },
                [](const Hdf5File& file) { file.members("g"); }),
            "f.h5: 'g': has more than 65,536 members");
}

// A filter that this process had while it wrote and has no longer, as Blosc of a Python that has it.
TEST(Hdf5File, SaysThatACompressionMayNotBeSupported) {
  constexpr H5Z_filter_t kFilter = 32001;
  const H5Z_class2_t same = {
      H5Z_CLASS_T_VERS,
      kFilter,
      1,
      1,
      "same",
      nullptr,
      nullptr,
      [](unsigned, std::size_t, const unsigned*, std::size_t bytes, std::size_t*, void**) { return bytes; }};
  EXPECT_EQ(said(
                [&](Hdf5Writer& f) {
                  H5Zregister(&same);
                  const Creation creation;
                  const hsize_t chunk = 4;
                  H5Pset_chunk(creation.id, 1, &chunk);
                  H5Pset_filter(creation.id, kFilter, 0, 0, nullptr);
                  f.numbers("x", {4}, {1, 2, 3, 4}, creation.id);
                  H5Zunregister(kFilter);
                },
                doubles_of_x),
            "f.h5: 'x': cannot be read: the file is damaged, or uses a compression that is not supported");
}

}  // namespace
}  // namespace cgsd
