#include "cgsd/io/results/model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/detect/placement.hpp"
#include "cgsd/detect/presets.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/io/arrays/npy.hpp"
#include "cgsd/io/arrays/npz.hpp"
#include "cgsd/io/bytes/zip_writer.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

const SavedModel& small_model() {
  static const SavedModel saved = [] {
    const Dataset data = stochastic_block_model({.nodes = 60, .communities = 2, .heterophily = 0.3, .dimensions = 20},
                                                RunContext({.seed = 4}));
    DetectOptions options = preset_options(Preset::standard);
    options.communities = 2;
    const Detection found = detect(data.input, options, RunContext());
    SavedModel made{detection_fingerprint(data.input, options, RunContext()),
                    make_model(found, data.input, options, RunContext())};
    for (NodeId v = 0; v < 60; ++v) made.model.names.append("n" + std::to_string(v));
    return made;
  }();
  return saved;
}

NewNodes one_new_node() {
  Matrix<float> row(1, 20);
  row(0, 0) = 1.0F;
  row(0, 2) = 0.5F;
  return {1, row, {}, {{60, 0}, {60, 3}, {60, 17}}, {}};
}

// The file with one member replaced, or left out where there are no bytes.
std::filesystem::path with_member(const testing::TemporaryDirectory& here, const std::string& name, std::string bytes) {
  const auto whole = here / "whole.npz";
  write_model(whole, small_model(), RunContext());
  const ZipArchive archive(whole, RunContext());
  std::vector<ZipContent> contents;
  for (const ZipMember& member : archive.members()) {
    std::string unpacked(member.size, '\0');
    const auto source = archive.open(member);
    EXPECT_EQ(source->read(unpacked), unpacked.size());
    if (member.name != name + ".npy") contents.push_back({member.name, unpacked});
  }
  if (!bytes.empty()) contents.push_back({name + ".npy", std::move(bytes)});
  write_zip(here / "changed.npz", contents);
  return here / "changed.npz";
}

std::string refusal(const std::filesystem::path& file) {
  return testing::error_text<ParseError>([&] { read_model(file, RunContext()); });
}

std::string texts(const std::vector<std::string>& values) { return npy_bytes(std::span<const std::string>(values)); }

TEST(Model, PlacesToTheSameBitsAfterReading) {
  const testing::TemporaryDirectory here;
  write_model(here / "m.npz", small_model(), RunContext());
  const SavedModel back = read_model(here / "m.npz", RunContext());
  EXPECT_EQ(back.fingerprint, small_model().fingerprint);
  EXPECT_EQ(back.model.names, small_model().model.names);
  EXPECT_EQ(back.model.graph, small_model().model.graph);
  EXPECT_EQ(back.model.communities, small_model().model.communities);
  EXPECT_EQ(dump(back.model.rules), dump(small_model().model.rules));
  const Placement before = place(small_model().model, one_new_node(), RunContext());
  const Placement after = place(back.model, one_new_node(), RunContext());
  EXPECT_EQ(before.community, after.community);
  EXPECT_TRUE(testing::same_bits(before.confidence, after.confidence));
  write_model(here / "again.npz", back, RunContext());
  EXPECT_EQ(testing::file_bytes(here / "m.npz"), testing::file_bytes(here / "again.npz"));
}

TEST(Model, ThatIsNoneOrOfAnotherVersionIsRefused) {
  const testing::TemporaryDirectory here;
  EXPECT_THAT(refusal(with_member(here, "format", "")), HasSubstr("not a model"));
  EXPECT_THAT(refusal(with_member(here, "format", texts({"cgsd checkpoint 1", "x"}))), HasSubstr("not a model"));
  EXPECT_THAT(refusal(with_member(here, "format", texts({"cgsd model 99", "x"}))), HasSubstr("another version"));
}

TEST(Model, WhosePartsDoNotFitIsRefused) {
  const testing::TemporaryDirectory here;
  EXPECT_THAT(refusal(with_member(here, "embedding", "")), HasSubstr("embedding"));
  EXPECT_THAT(refusal(with_member(here, "embedding", npy_bytes(Matrix<float>(60, 1)))),
              HasSubstr("damaged: embedding"));
  ASSERT_EQ(small_model().model.blocks.size(), 2U);
  EXPECT_THAT(refusal(with_member(here, "directions_z_score", npy_bytes(Matrix<float>(6, 5)))),
              HasSubstr("directions"));
  EXPECT_THAT(refusal(with_member(here, "stalks_centred", "")), HasSubstr("stalks_centred"));
  EXPECT_THAT(refusal(with_member(here, "block_metrics", texts({"z_score"}))), HasSubstr("differ in length"));
  EXPECT_THAT(refusal(with_member(here, "block_metrics", texts({"z_score", "z_score"}))), HasSubstr("twice"));
  EXPECT_THAT(refusal(with_member(here, "block_metrics", texts({"z_score", "rank"}))), HasSubstr("block_metrics"));
  EXPECT_THAT(refusal(with_member(here, "block_blank_rows", texts({"unknown"}))), HasSubstr("differ in length"));
  EXPECT_THAT(refusal(with_member(here, "block_blank_rows", texts({"alike", "dark"}))), HasSubstr("block_blank_rows"));
  EXPECT_THAT(refusal(with_member(here, "rules", texts({"use=1"}))), HasSubstr("rules are missing"));
  const std::vector<std::int32_t> far(small_model().model.graph.edges(), 60);
  EXPECT_THAT(refusal(with_member(here, "edge_targets", npy_bytes(std::span<const std::int32_t>(far)))),
              HasSubstr("damaged"));
  const std::vector<std::int32_t> wrong(60, 2);
  EXPECT_THAT(refusal(with_member(here, "community", npy_bytes(std::span<const std::int32_t>(wrong)))),
              HasSubstr("community: must be in [0, 1]"));
  const std::vector<float> infinite(60, std::numeric_limits<float>::infinity());
  EXPECT_THAT(refusal(with_member(here, "reach", npy_bytes(std::span<const float>(infinite)))), HasSubstr("finite"));
}

TEST(Model, CutOffOrDamagedIsRefusedOrRead) {
  const testing::TemporaryDirectory here;
  write_model(here / "m.npz", small_model(), RunContext());
  const std::string whole = testing::file_bytes(here / "m.npz");
  for (std::size_t kept = 0; kept < whole.size(); kept += 997) {
    const auto cut = here.file("cut.npz", std::string_view(whole).substr(0, kept));
    EXPECT_THROW(read_model(cut, RunContext()), Error) << kept;
  }
  const testing::MemoryFile file("m.npz");
  for (std::uint64_t number = 0; number < 300; ++number) {
    testing::expect_result_or_error([&] { read_model(file.holding(testing::damaged(whole, number)), RunContext()); },
                                    number);
  }
}

TEST(DetectionFingerprint, ChangesWithGraphSeedAndOptions) {
  const Dataset data = stochastic_block_model({.nodes = 20, .communities = 2, .dimensions = 3}, RunContext());
  const Dataset other =
      stochastic_block_model({.nodes = 20, .communities = 2, .dimensions = 3}, RunContext({.seed = 1}));
  DetectOptions options;
  const std::string mark = detection_fingerprint(data.input, options, RunContext());
  EXPECT_EQ(mark, detection_fingerprint(data.input, options, RunContext({.seed = 0, .workers = 3})));
  EXPECT_NE(mark, detection_fingerprint(data.input, options, RunContext({.seed = 1})));
  EXPECT_NE(mark, detection_fingerprint(other.input, options, RunContext()));
  std::get<SmoothedOptions>(options.rounding).knn.neighbours = 7;
  EXPECT_NE(mark, detection_fingerprint(data.input, options, RunContext()));
}

TEST(Model, KeepsWeightsAndTheirMap) {
  const testing::TemporaryDirectory here;
  SavedModel saved = small_model();
  const GraphView graph = saved.model.graph;
  std::vector<double> weights(graph.entries(), 0.5);
  saved.model.graph = Graph({graph.offsets().begin(), graph.offsets().end()},
                            {graph.targets().begin(), graph.targets().end()}, weights, false);
  saved.model.weight_map = {.unit = 12.5, .power = 2, .form_unit = 0.25};
  write_model(here / "m.npz", saved, RunContext());
  const SavedModel back = read_model(here / "m.npz", RunContext());
  EXPECT_EQ(back.model.graph, saved.model.graph);
  EXPECT_EQ(back.model.weight_map.unit, 12.5);
  EXPECT_EQ(back.model.weight_map.power, 2);
  EXPECT_EQ(back.model.weight_map.form_unit, 0.25);
  saved.model.weight_map.unit = -1.0;
  write_model(here / "bad.npz", saved, RunContext());
  EXPECT_THAT(refusal(here / "bad.npz"), HasSubstr("weight_map"));
}

}  // namespace
}  // namespace cgsd
