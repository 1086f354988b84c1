#include "cgsd/io/bytes/zip_writer.hpp"

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/io/bytes/zip_archive.hpp"

#include "tests/support/array_files.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using testing::file_bytes;
using testing::little;
using testing::TemporaryDirectory;

std::string text_of(std::size_t lines) {
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) text += std::to_string(i * 7919) + "\n";
  return text;
}

std::string noise(std::size_t size) {
  RandomSequence random(RandomStream(1).named("noise"));
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.below(256));
  return bytes;
}

// By the stream, which zlib inflates.
std::string contents_of(const ZipArchive& archive, const ZipMember& member) {
  const auto source = archive.open(member);
  std::string bytes;
  std::string chunk(std::size_t{1} << 16, '\0');
  while (const std::size_t got = source->read(chunk)) bytes += chunk.substr(0, got);
  return bytes;
}

void expect_to_hold(const std::filesystem::path& file, const std::vector<ZipContent>& contents) {
  const ZipArchive archive(file, RunContext());
  ASSERT_EQ(archive.members().size(), contents.size());
  for (std::size_t i = 0; i < contents.size(); ++i) {
    EXPECT_EQ(archive.members()[i].name, contents[i].name);
    EXPECT_TRUE(contents_of(archive, archive.members()[i]) == contents[i].bytes) << contents[i].name;
  }
}

TEST(ZipWriter, WritesTheSameBytesWheneverAndWhereverItIsRun) {
  const TemporaryDirectory dir;
  const std::vector<ZipContent> contents = {{"a.npy", "one"}, {"empty.npy", ""}, {"b.npy", text_of(20'000)}};
  write_zip(dir / "1.npz", contents);
  ::setenv("TZ", "Pacific/Kiritimati", 1);
  write_zip(dir / "2.npz", contents);
  ::unsetenv("TZ");
  EXPECT_EQ(file_bytes(dir / "1.npz"), file_bytes(dir / "2.npz"));
  EXPECT_EQ(file_bytes(dir / "1.npz").substr(10, 4), little(0, 2) + little(33, 2)) << "dated 1980-01-01 00:00";
  EXPECT_LT(std::filesystem::file_size(dir / "1.npz"), text_of(20'000).size());
  expect_to_hold(dir / "1.npz", contents);
}

TEST(ZipWriter, WritesTheSameBytesAtAnyNumberOfThreads) {
  const TemporaryDirectory dir;
  const std::vector<ZipContent> contents = {
      {"a.npy", text_of(1'000'000)}, {"noise.npy", noise(2'000'000)}, {"b.npy", text_of(5'000)}};
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    write_zip(dir / "f.npz", contents, run);
    return file_bytes(dir / "f.npz");
  });
  expect_to_hold(dir / "f.npz", contents);
}

TEST(ZipWriter, StoresWhatDeflatingHardlyShrinks) {
  const TemporaryDirectory dir;
  const std::vector<ZipContent> contents = {
      {"noise.npy", noise(3'000'000)}, {"text.npy", text_of(20'000)}, {"one.npy", "1"}};
  write_zip(dir / "f.npz", contents);
  const ZipArchive archive(dir / "f.npz", RunContext());
  EXPECT_FALSE(archive.members()[0].deflated);
  EXPECT_TRUE(archive.members()[1].deflated);
  EXPECT_FALSE(archive.members()[2].deflated);
  expect_to_hold(dir / "f.npz", contents);
}

TEST(ZipWriter, WritesManyEntries) {
  const TemporaryDirectory dir;
  std::vector<ZipContent> contents;
  for (std::size_t i = 0; i < 2000; ++i) contents.push_back({std::to_string(i) + ".npy", text_of(i)});
  write_zip(dir / "f.npz", contents, RunContext({.workers = 4}));
  expect_to_hold(dir / "f.npz", contents);
}

TEST(ZipWriter, LeavesNothingBehindWhenWritingFails) {
  const TemporaryDirectory dir;
  const std::vector<ZipContent> contents = {{"a.npy", text_of(20'000)}};
  EXPECT_THROW(write_zip("/dev/full", contents), IoError);
  EXPECT_THROW(write_zip(dir / "absent" / "f.npz", contents), IoError);
  EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
}

TEST(ZipWriter, StopsPackingWhenAskedAndLeavesNothing) {
  const TemporaryDirectory dir;
  for (const std::string& bytes : {std::string(20'000'000, 'x'), noise(20'000'000)}) {
    const std::vector<ZipContent> contents = {{"a.npy", bytes}};
    std::stop_source source;
    source.request_stop();
    EXPECT_THROW(write_zip(dir / "f.npz", contents, RunContext({.stop = source.get_token()})), Cancelled);
    EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
  }
}

}  // namespace
}  // namespace cgsd
