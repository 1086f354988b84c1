#include "cgsd/io/store/dataset_store.hpp"

#include <array>
#include <cstdlib>
#include <stop_token>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/sha256.hpp"

#include "tests/support/loopback_server.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using namespace testing;  // the server's answers
namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string digest(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

std::string message_of(auto&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

constexpr std::string_view kGraphBytes = "the bytes of toy.graph";
constexpr std::string_view kNamesBytes = "the bytes of toy.names";

// A dataset of two files, one with and one without a known checksum, and a converted form that is only ever found.
class DatasetStore : public ::testing::Test {
 protected:
  DatasetStore() {
    for (const char* name : {"given", "environment"}) fs::create_directory(dir / name);
  }

  void put(std::string_view file, std::string_view bytes) const {
    fs::create_directories((dir / file).parent_path());
    dir.file(file, bytes);
  }
  FetchOptions from(const LoopbackServer& server) const {
    return {.base_url = server.url("/mirror"), .transfer = {.retries = 0, .retry_pause = 0.01}};
  }
  LocatedDataset fetch(const LoopbackServer& server) const {
    return fetch_dataset(toy, locations, from(server), RunContext());
  }

  TemporaryDirectory dir;
  StoreLocations locations{.given = dir / "given", .environment = dir / "environment", .cache = dir / "cache/data"};
  std::string graph_digest = digest(kGraphBytes);
  std::array<DatasetFile, 2> originals = {DatasetFile{"toy.graph", graph_digest, kGraphBytes.size()},
                                          DatasetFile{"toy.names"}};
  std::array<DatasetFile, 1> converted = {DatasetFile{"toy.npz"}};
  std::array<DatasetFile, 2> texts = {DatasetFile{"edges.txt"}, DatasetFile{"nodes.txt"}};
  std::array<std::string_view, 2> original_folders = {"planetoid", ""};
  std::array<std::string_view, 1> top = {""};
  std::array<std::string_view, 1> text_folder = {"geom-gcn/toy"};
  std::array<DatasetForm, 3> forms = {
      DatasetForm{DatasetFormat::planetoid, originals, original_folders, "http://127.0.0.1:1/never-asked/"},
      DatasetForm{DatasetFormat::npz, converted, top},
      DatasetForm{DatasetFormat::geom_gcn, texts, text_folder},
  };
  DatasetRecord toy{
      .name = "toy", .description = "a toy", .forms = forms, .expected = {}, .licence = "none", .citation = "none"};
  HttpAnswer both_files = by_path(
      {{"/mirror/toy.graph", file(std::string(kGraphBytes))}, {"/mirror/toy.names", file(std::string(kNamesBytes))}});
};

TEST(StoreLocations, FollowTheXdgSpecification) {
  const auto cache = [](std::optional<std::string> xdg, std::optional<std::string> home) {
    return locations_from({}, {.cgsd_data = {}, .xdg_cache_home = std::move(xdg), .home = std::move(home)}).cache;
  };
  EXPECT_EQ(cache("/x", "/home/u"), "/x/cgsd/data");
  EXPECT_EQ(cache({}, "/home/u"), "/home/u/.cache/cgsd/data");
  EXPECT_EQ(cache("", "/home/u"), "/home/u/.cache/cgsd/data");
  EXPECT_EQ(cache("relative/x", "/home/u"), "/home/u/.cache/cgsd/data") << "relative paths are to be ignored";
  EXPECT_EQ(cache({}, {}), "");
  EXPECT_EQ(cache("", "relative"), "");
}

TEST(StoreLocations, TakeTheGivenDirectoryAndTheVariable) {
  const StoreLocations both = locations_from("some/where", {.cgsd_data = "data", .xdg_cache_home = {}, .home = {}});
  EXPECT_EQ(both.given, "some/where");
  EXPECT_EQ(both.environment, "data");
  const StoreLocations none = locations_from({}, {.cgsd_data = "", .xdg_cache_home = {}, .home = {}});
  EXPECT_EQ(none.given, std::nullopt);
  EXPECT_EQ(none.environment, std::nullopt) << "an empty variable is one that is not set";
}

TEST(StoreLocations, ReadTheVariablesOfTheProcess) {
  const auto before = default_locations().environment;
  ASSERT_EQ(::setenv("CGSD_DATA", "/some/data", 1), 0);
  const StoreLocations locations = default_locations("/given");
  before ? ::setenv("CGSD_DATA", before->c_str(), 1) : ::unsetenv("CGSD_DATA");
  EXPECT_EQ(locations.given, "/given");
  EXPECT_EQ(locations.environment, "/some/data");
}

// ── finding ──

TEST_F(DatasetStore, SearchesGivenThenEnvironmentThenCache) {
  fs::create_directories(dir / "cache/data/toy.npz");  // a directory is not a file
  EXPECT_EQ(find_dataset(toy, locations), std::nullopt);
  fs::remove(dir / "cache/data/toy.npz");
  put("cache/data/toy.npz", "");
  EXPECT_EQ(find_dataset(toy, locations)->place, DatasetPlace::cache);
  put("environment/toy.npz", "");
  EXPECT_EQ(find_dataset(toy, locations)->place, DatasetPlace::environment);
  put("given/toy.npz", "");
  const auto found = find_dataset(toy, locations);
  EXPECT_EQ(found->place, DatasetPlace::given);
  EXPECT_EQ(found->path, dir / "given/toy.npz");
  EXPECT_THAT(found->files, ElementsAre(dir / "given/toy.npz"));
  EXPECT_EQ(found->record, &toy);
  EXPECT_EQ(found->form, &forms[1]);
}

TEST_F(DatasetStore, FindsAFormOnlyWithAllItsFiles) {
  put("given/planetoid/toy.graph", "");
  put("given/toy.names", "");
  EXPECT_EQ(find_dataset(toy, locations), std::nullopt) << "files of two folders do not belong together";
  put("given/planetoid/toy.names", "");
  const auto found = find_dataset(toy, locations);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->form, &forms[0]);
  EXPECT_EQ(found->path, dir / "given/planetoid/toy.graph");
  EXPECT_THAT(found->files, ElementsAre(dir / "given/planetoid/toy.graph", dir / "given/planetoid/toy.names"));
}

TEST_F(DatasetStore, GivesTheDirectoryOfGeomGcnFiles) {
  put("given/geom-gcn/toy/edges.txt", "");
  EXPECT_EQ(find_dataset(toy, locations), std::nullopt);
  put("given/geom-gcn/toy/nodes.txt", "");
  EXPECT_EQ(find_dataset(toy, locations)->path, dir / "given/geom-gcn/toy");
}

TEST_F(DatasetStore, RefusesADirectoryThatDoesNotExist) {
  put("file", "");
  locations.given = dir / "absent";
  EXPECT_EQ(message_of([&] { find_dataset(toy, locations); }),
            "the data directory " + (dir / "absent").string() + " does not exist");
  locations.given = dir / "file";
  EXPECT_EQ(message_of([&] { find_dataset(toy, locations); }),
            "the data directory " + (dir / "file").string() + " is not a directory");
  locations.given.reset();
  locations.environment = dir / "absent";
  EXPECT_THROW(find_dataset(toy, locations), InvalidArgument);
  locations.environment.reset();
  EXPECT_EQ(find_dataset(toy, locations), std::nullopt) << "a cache that does not exist yet is an empty one";
}

TEST_F(DatasetStore, HasTheKarateClubEverywhere) {
  const StoreLocations nowhere;
  const DatasetRecord& karate = dataset_record("karate");
  const auto found = find_dataset(karate, nowhere);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->place, DatasetPlace::builtin);
  EXPECT_TRUE(found->path.empty());
  EXPECT_EQ(fetch_dataset(karate, nowhere, {}, RunContext()).place, DatasetPlace::builtin);
}

TEST(FindDataset, FindsTheRealFiles) {
  CGSD_NEEDS_SHARED_DATA("data", data);
  const StoreLocations locations{.given = data, .environment = {}, .cache = {}};
  EXPECT_EQ(find_dataset(dataset_record("cora"), locations)->path, data / "planetoid/ind.cora.graph");
  EXPECT_EQ(find_dataset(dataset_record("actor"), locations)->path, data / "actor.npz");
  const auto roman_empire = find_dataset(dataset_record("roman_empire"), locations);
  EXPECT_EQ(roman_empire->path, data / "roman_empire_nofeatures.npz");
  EXPECT_FALSE(roman_empire->form->has_attributes);
  EXPECT_EQ(find_dataset(dataset_record("questions"), locations), std::nullopt);
  const StoreLocations texts{.given = data / "geom-gcn", .environment = {}, .cache = {}};
  EXPECT_EQ(find_dataset(dataset_record("film"), texts)->path, data / "geom-gcn/film");
  EXPECT_EQ(find_dataset(dataset_record("cornell"), texts)->path, data / "geom-gcn/cornell-corrected");
  EXPECT_EQ(find_dataset(dataset_record("chameleon"), texts), std::nullopt);
}

// ── fetching ──

TEST_F(DatasetStore, FetchesIntoTheCacheAlone) {
  const LoopbackServer server(both_files);
  const LocatedDataset fetched = fetch(server);
  EXPECT_EQ(fetched.place, DatasetPlace::cache);
  EXPECT_EQ(fetched.path, dir / "cache/data/planetoid/toy.graph");
  EXPECT_EQ(file_bytes(dir / "cache/data/planetoid/toy.graph"), kGraphBytes);
  EXPECT_EQ(file_bytes(dir / "cache/data/planetoid/toy.names"), kNamesBytes);
  EXPECT_TRUE(fs::is_empty(dir / "given"));
  EXPECT_TRUE(fs::is_empty(dir / "environment"));
  EXPECT_EQ(find_dataset(toy, locations)->files, fetched.files);
}

TEST_F(DatasetStore, AsksNobodyWhereAllIsThere) {
  const LoopbackServer server(both_files);
  fetch(server);
  fetch(server);
  EXPECT_EQ(server.requests().size(), 2u);
}

TEST_F(DatasetStore, FetchesWhatIsMissingOrDamagedOnly) {
  const LoopbackServer server(both_files);
  fetch(server);
  put("cache/data/planetoid/toy.graph", std::string(kGraphBytes.size(), 'x'));
  fetch(server);
  ASSERT_EQ(server.requests().size(), 3u);
  EXPECT_EQ(server.requests()[2].path, "/mirror/toy.graph");
  EXPECT_EQ(file_bytes(dir / "cache/data/planetoid/toy.graph"), kGraphBytes);
  fs::remove(dir / "cache/data/planetoid/toy.names");
  fetch(server);
  ASSERT_EQ(server.requests().size(), 4u);
  EXPECT_EQ(server.requests()[3].path, "/mirror/toy.names");
}

TEST_F(DatasetStore, NoticesThatAFileOfUnknownChecksumHasChanged) {
  {
    const LoopbackServer server(both_files);
    EXPECT_EQ(fetch(server).first_seen, std::vector<fs::path>{dir / "cache/data/planetoid/toy.names"});
    EXPECT_TRUE(fetch(server).first_seen.empty());
    put("cache/data/planetoid/toy.names", "damaged on the disk");
    fetch(server);
    EXPECT_EQ(file_bytes(dir / "cache/data/planetoid/toy.names"), kNamesBytes) << "downloaded again";
  }
  const LoopbackServer server(by_path({{"/mirror/toy.names", file("changed by whoever owns the branch")}}));
  fs::remove(dir / "cache/data/planetoid/toy.names");
  EXPECT_THAT(message_of([&] { fetch(server); }), HasSubstr("/mirror/toy.names: wrong checksum"));
}

TEST_F(DatasetStore, TakesWhatTheUserHasAsItIs) {
  const LoopbackServer server(both_files);
  put("environment/toy.npz", "the user's own conversion");
  const LocatedDataset found = fetch(server);
  EXPECT_EQ(found.place, DatasetPlace::environment);
  EXPECT_EQ(found.path, dir / "environment/toy.npz");
  EXPECT_TRUE(server.requests().empty());
  EXPECT_FALSE(fs::exists(dir / "cache"));
}

TEST_F(DatasetStore, RefusesAMirrorWithOtherBytes) {
  const LoopbackServer server(by_path({{"/mirror/toy.graph", file(std::string(kGraphBytes.size(), 'x'))}}));
  EXPECT_THAT(message_of([&] { fetch(server); }), HasSubstr("/mirror/toy.graph: wrong checksum"));
  EXPECT_TRUE(fs::is_empty(dir / "cache/data/planetoid"));
  EXPECT_EQ(find_dataset(toy, locations), std::nullopt);
}

TEST_F(DatasetStore, BoundsTheFilesOfUnknownSize) {
  const LoopbackServer server(by_path({{"/mirror/toy.graph", file(std::string(kGraphBytes))},
                                       {"/mirror/toy.names", endless(http_head("200 OK", ""), "more and more ")}}));
  FetchOptions options = from(server);
  options.max_bytes = 100'000;
  EXPECT_THAT(message_of([&] { fetch_dataset(toy, locations, options, RunContext()); }),
              HasSubstr("/mirror/toy.names: the server sends more than 100,000 bytes"));
  EXPECT_TRUE(fs::exists(dir / "cache/data/planetoid/toy.graph")) << "what is right stays";
}

TEST_F(DatasetStore, TakesAMirrorWithOrWithoutASlashButOnlyOfTheWeb) {
  const LoopbackServer server(both_files);
  FetchOptions options = from(server);
  options.base_url += "/";
  EXPECT_NO_THROW(fetch_dataset(toy, locations, options, RunContext()));
  fs::remove_all(locations.cache);
  options.base_url = "file://" + (dir / "given").string();
  put("given/toy.graph", kGraphBytes);
  EXPECT_THROW(fetch_dataset(toy, locations, options, RunContext()), InvalidArgument);
  EXPECT_FALSE(fs::exists(locations.cache / "planetoid/toy.graph"));
}

TEST_F(DatasetStore, SaysWhyItCannotFetch) {
  const LoopbackServer server(both_files);
  put("file", "");
  locations.cache = dir / "file/cache";
  EXPECT_THROW(fetch(server), IoError);
  locations.cache.clear();
  EXPECT_THAT(message_of([&] { fetch(server); }), HasSubstr("no place for downloads"));
  locations.cache = dir / "cache";
  toy.forms = std::span(forms).subspan(1);
  EXPECT_EQ(message_of([&] { fetch(server); }), "toy cannot be downloaded");
  EXPECT_TRUE(server.requests().empty());
}

TEST_F(DatasetStore, StopsOnRequest) {
  const LoopbackServer server(both_files);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(fetch_dataset(toy, locations, from(server), RunContext({.stop = stop.get_token()})), Cancelled);
  EXPECT_TRUE(server.requests().empty());
}

TEST_F(DatasetStore, ReportsOneStagePerFile) {
  class Stages : public ProgressSink {
   public:
    void stage_began(std::string_view stage) override { seen.emplace_back(stage); }
    void stage_advanced(std::string_view, double) override {}
    void stage_ended(std::string_view, double) override {}
    std::vector<std::string> seen;
  } stages;
  const LoopbackServer server(both_files);
  fetch_dataset(toy, locations, from(server), RunContext({.progress = &stages}));
  EXPECT_THAT(stages.seen, ElementsAre("download toy.graph", "download toy.names"));
}

}  // namespace
}  // namespace cgsd
