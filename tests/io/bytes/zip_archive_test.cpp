#include "cgsd/io/bytes/zip_archive.hpp"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/parallel.hpp"

#include "tests/support/array_files.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::deflated_part;
using testing::error_of;
using ::testing::HasSubstr;
using testing::little;
using testing::TemporaryDirectory;
using testing::zip_of;
using testing::ZipPart;

std::string contents_of(const ZipArchive& archive, std::string_view name) {
  const ZipMember* const member = archive.find(name);
  if (member == nullptr) return "absent";
  const auto source = archive.open(*member);
  std::string bytes;
  std::string chunk(1000, '\0');
  while (const std::size_t got = source->read(chunk)) bytes += chunk.substr(0, got);
  return bytes;
}

// Reads everything; the message of the error.
std::string archive_error(const std::string& bytes) {
  const TemporaryDirectory dir;
  const auto file = dir.file("f.npz", bytes);
  return error_of([&] {
    const ZipArchive archive(file, RunContext());
    for (const ZipMember& member : archive.members()) contents_of(archive, member.name);
  });
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += std::to_string(i * 7919) + "\n";
  return text;
}

TEST(ZipArchive, ReadsStoredAndDeflatedMembersAlsoBehindGzip) {
  const TemporaryDirectory dir;
  const std::string bytes = zip_of({{.name = "a.npy", .bytes = "stored"}, deflated_part("b/c.npy", long_text())});
  for (const auto& file : {dir.file("f.npz", bytes), dir.file("f.npz.gz", testing::gzipped(bytes))}) {
    const ZipArchive archive(file, RunContext());
    ASSERT_EQ(archive.members().size(), 2u);
    EXPECT_EQ(archive.members()[1].size, long_text().size());
    EXPECT_EQ(contents_of(archive, "a.npy"), "stored");
    EXPECT_EQ(contents_of(archive, "b/c.npy"), long_text());
    EXPECT_EQ(archive.find("a"), nullptr);
  }
}

TEST(ZipArchive, RefusesWhatIsNoArchiveAndEveryCut) {
  const std::string whole = zip_of({{.name = "a.npy", .bytes = "stored"}, deflated_part("b.npy", "deflated text")});
  ASSERT_EQ(archive_error(whole), "no error");
  EXPECT_THAT(archive_error("no archive at all"), HasSubstr("is not a zip archive"));
  for (std::size_t length = 1; length < whole.size(); ++length) {
    EXPECT_NE(archive_error(whole.substr(0, length)), "no error") << length;
  }
  const TemporaryDirectory dir;
  EXPECT_THROW(ZipArchive(dir / "absent.npz", RunContext()), IoError);
  EXPECT_THROW(ZipArchive(dir.path(), RunContext()), IoError);
}

TEST(ZipArchive, RefusesMembersThatClaimMoreThanTheyCanHold) {
  const testing::MemoryCap cap(std::uint64_t{256} << 20);
  EXPECT_THAT(archive_error(zip_of({{.name = "a.npy", .bytes = "few", .claimed_size = 5'000'000'000'000}})),
              HasSubstr("'a.npy': the member claims 5,000,000,000,000 bytes, but the file holds 3 for it"));
  ZipPart part = deflated_part("a.npy", "few bytes");
  part.claimed_size = 5'000'000'000'000;
  EXPECT_THAT(archive_error(zip_of({part})), HasSubstr("claims 5,000,000,000,000 bytes"));
  part.claimed_packed = 4'000'000'000'000;
  EXPECT_THAT(archive_error(zip_of({part})), HasSubstr("claims 5,000,000,000,000 bytes"));
  part = deflated_part("a.npy", "few bytes");
  part.claimed_size = 5;  // less than it unpacks to
  EXPECT_THAT(archive_error(zip_of({part})), HasSubstr("'a.npy': the member does not unpack to the 5 bytes it claims"));
  part.claimed_size = 20;  // more than it unpacks to
  EXPECT_NE(archive_error(zip_of({part})), "no error");
}

TEST(ZipArchive, AcceptsTheBestThatDeflateCanDo) {
  EXPECT_EQ(archive_error(zip_of({deflated_part("zeros.npy", std::string(50'000'000, '\0'))})), "no error");
}

TEST(ZipArchive, RefusesMembersThatOverlap) {
  const std::string text = long_text();
  std::string bytes = zip_of({{.name = "a.npy", .bytes = text}});
  // A second directory entry under another name that points at the same bytes.
  const std::size_t directory = bytes.find("PK\1\2");
  const std::size_t end = bytes.find("PK\5\6");
  std::string entry = bytes.substr(directory, end - directory);
  entry[entry.size() - 5] = 'b';
  const std::string both = bytes.substr(directory, end - directory) + entry;
  bytes = bytes.substr(0, directory) + both + "PK\5\6" + little(0, 4) + little(2, 2) + little(2, 2) +
          little(both.size(), 4) + little(directory, 4) + little(0, 2);
  EXPECT_THAT(archive_error(bytes), HasSubstr("overlap"));
}

TEST(ZipArchive, RefusesWrongChecksumsDoublesEncryptionAndOtherCompressions) {
  EXPECT_THAT(archive_error(zip_of({{.name = "a.npy", .bytes = "stored", .crc = 1, .crc_given = true}})),
              HasSubstr("'a.npy': the checksum is wrong"));
  EXPECT_THAT(archive_error(zip_of({{.name = "a.npy", .bytes = "x"}, {.name = "a.npy", .bytes = "y"}})),
              HasSubstr("there are two members 'a.npy'"));
  EXPECT_THAT(archive_error(zip_of({{.name = "a.npy", .bytes = "stored, or so", .flags = 1}})),
              HasSubstr("'a.npy': the member is encrypted"));
  EXPECT_THAT(archive_error(zip_of({{.name = "a.npy", .bytes = "stored", .method = 14}})),
              HasSubstr("compression method 14 is not supported"));
  ZipPart part = deflated_part("a.npy", long_text());
  part.bytes[part.bytes.size() / 2] = static_cast<char>(part.bytes[part.bytes.size() / 2] ^ 0x55);
  EXPECT_THAT(archive_error(zip_of({part})), HasSubstr("damaged"));
}

TEST(ZipArchive, RefusesAbsurdNumbersOfMembers) {
  const testing::MemoryCap cap(std::uint64_t{256} << 20);
  std::vector<ZipPart> parts;
  for (int i = 0; i < 5000; ++i) parts.push_back({.name = std::to_string(i), .bytes = ""});
  EXPECT_THAT(archive_error(zip_of(parts)), HasSubstr("5,000 members"));

  // A zip64 directory that claims 2^60 members.
  const std::string record = "PK\6\6" + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) +
                             little(std::uint64_t{1} << 60, 8) + little(std::uint64_t{1} << 60, 8) + little(0, 8) +
                             little(0, 8);
  const std::string locator = "PK\6\7" + little(0, 4) + little(0, 8) + little(1, 4);
  const std::string end = "PK\5\6" + little(0, 4) + little(0xffff, 2) + little(0xffff, 2) + little(0xffffffff, 4) +
                          little(0xffffffff, 4) + little(0, 2);
  EXPECT_NE(archive_error(record + locator + end), "no error");
}

// As `whole` has it, which must be as the stream has it; "absent" if it leaves the member to the stream.
std::string whole_of(const ZipArchive& archive, std::string_view name) {
  const auto bytes = archive.whole(*archive.find(name), RunContext());
  return bytes ? std::string(bytes->begin(), bytes->end()) : "absent";
}

TEST(ZipArchive, GivesMembersWholeAsTheStreamDoes) {
  const TemporaryDirectory dir;
  const std::string bytes = zip_of(
      {{.name = "a.npy", .bytes = "stored"}, deflated_part("b.npy", long_text()), {.name = "c.npy", .bytes = ""}});
  for (const auto& file : {dir.file("f.npz", bytes), dir.file("f.npz.gz", testing::gzipped(bytes))}) {
    const ZipArchive archive(file, RunContext());
    for (const char* name : {"a.npy", "b.npy", "c.npy"}) {
      EXPECT_EQ(whole_of(archive, name), contents_of(archive, name)) << name;
    }
  }
}

TEST(ZipArchive, LeavesToTheStreamWhatIsDamagedOrBecomesTooMuch) {
  const auto whole = [](const ZipPart& part) {
    const TemporaryDirectory dir;
    return whole_of(ZipArchive(dir.file("f.npz", zip_of({part})), RunContext()), part.name);
  };
  EXPECT_EQ(whole({.name = "a.npy", .bytes = "stored", .crc = 1, .crc_given = true}), "absent");
  const ZipPart good = deflated_part("a.npy", long_text());
  ASSERT_EQ(whole(good), long_text());
  ZipPart part = good;
  part.bytes[part.bytes.size() / 2] = static_cast<char>(part.bytes[part.bytes.size() / 2] ^ 0x55);
  EXPECT_EQ(whole(part), "absent");
  part = good;
  part.crc += 1;
  EXPECT_EQ(whole(part), "absent");
  for (const std::size_t size : {long_text().size() - 1, long_text().size() + 1, std::size_t{0}}) {
    part = good;
    part.claimed_size = size;
    EXPECT_EQ(whole(part), "absent") << size;
  }
  // What it claims is possible, but memory would be taken before anything is known of it.
  const testing::MemoryCap cap(std::uint64_t{32} << 20);
  part = good;
  part.claimed_size = part.bytes.size() * 1000;
  EXPECT_EQ(whole(part), "absent");
}

TEST(ZipArchive, GivesManyMembersToSeveralThreads) {
  std::vector<ZipPart> parts;
  for (int i = 0; i < 1000; ++i) {
    const std::string text = long_text().substr(static_cast<std::size_t>(i), 3000);
    parts.push_back(i % 2 == 0 ? deflated_part(std::to_string(i), text)
                               : ZipPart{.name = std::to_string(i), .bytes = text});
  }
  const TemporaryDirectory dir;
  const ZipArchive archive(dir.file("f.npz", zip_of(parts)), RunContext());
  const RunContext run({.workers = 4});
  std::vector<std::string> found(parts.size());
  parallel_for(run, parts.size(), 1, [&](std::size_t i, std::size_t) { found[i] = whole_of(archive, parts[i].name); });
  for (std::size_t i = 0; i < parts.size(); ++i) EXPECT_EQ(found[i], long_text().substr(i, 3000)) << i;
}

TEST(ZipArchive, StopsUnpackingWhenAsked) {
  const TemporaryDirectory dir;
  std::stop_source source;
  const RunContext run({.stop = source.get_token()});
  const ZipArchive archive(dir.file("f.npz", zip_of({deflated_part("a.npy", long_text())})), run);
  source.request_stop();
  EXPECT_THROW(archive.whole(archive.members()[0], run), Cancelled);
}

TEST(ZipArchive, SurvivesThousandsOfDamages) {
  const testing::MemoryCap cap(std::uint64_t{512} << 20);
  const testing::MemoryFile file("f.npz");
  const RunContext run;
  const std::string whole =
      zip_of({{.name = "a.npy", .bytes = "stored"}, deflated_part("b.npy", long_text().substr(0, 2000))});
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const auto& path = file.holding(testing::damaged(whole, i));
    testing::expect_result_or_error(
        [&] {
          const ZipArchive archive(path, run);
          for (const ZipMember& member : archive.members()) {
            const std::string at_once = whole_of(archive, member.name);
            const std::string streamed = contents_of(archive, member.name);
            EXPECT_TRUE(at_once == streamed || at_once == "absent") << i;
          }
        },
        i);
  }
}

}  // namespace
}  // namespace cgsd
