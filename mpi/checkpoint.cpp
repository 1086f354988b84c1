#include "mpi/checkpoint.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/bytes/sha256.hpp"

namespace cgsd::mpi {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kStages[] = {"encoded", "neighbours", "communities"};

struct RecordHead {
  ArchiveKind kind;
  std::uint64_t width;
  std::uint64_t bytes;
};
static_assert(sizeof(RecordHead) == 24);

class PartWriter final : public RowArchive {
 public:
  explicit PartWriter(const fs::path& file) : file_(file) {}
  bool restores() const override { return false; }
  void keep(ArchiveKind kind, std::size_t width, std::span<const std::byte> bytes) override {
    const RecordHead head{kind, width, bytes.size()};
    write({reinterpret_cast<const char*>(&head), sizeof head});
    write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  void restore(ArchiveKind, const Room&) override {}
  std::string commit() {
    file_.commit();
    return hash_.hex();
  }

 protected:
  std::size_t own_rows() const override { return 0; }

 private:
  void write(std::string_view bytes) {
    hash_.update(bytes);
    file_.write(bytes);
  }
  AtomicFile file_;
  Sha256 hash_;
};

// One part, of which some rows are wanted; records are read in their order.
class PartReader {
 public:
  PartReader(const fs::path& file, std::uint64_t first, std::uint64_t last)
      : name_(file), in_(file, std::ios::binary), first_(first), last_(last) {}

  // Of the next record; after it, take() or skip().
  RecordHead next(ArchiveKind kind) {
    RecordHead head{};
    in_.read(reinterpret_cast<char*>(&head), sizeof head);
    if (!in_ || head.kind != kind) fail();
    begin_ = in_.tellg();
    if (kind == ArchiveKind::lengths) read_lengths(head);
    return head;
  }
  std::size_t wanted(const RecordHead& head) const { return range(head).second; }
  void take(const RecordHead& head, std::byte* to) {
    const auto [offset, bytes] = range(head);
    if (offset + bytes > head.bytes) fail();
    in_.seekg(begin_ + static_cast<std::streamoff>(offset));
    in_.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(bytes));
    skip(head);
  }
  void skip(const RecordHead& head) {
    in_.seekg(begin_ + static_cast<std::streamoff>(head.bytes));
    if (!in_) fail();
  }

 private:
  [[noreturn]] void fail() const { throw IoError(name_.string() + ": not the part of a checkpoint that it should be"); }
  void read_lengths(const RecordHead& head) {
    std::vector<std::uint32_t> lengths(head.bytes / sizeof(std::uint32_t));
    in_.read(reinterpret_cast<char*>(lengths.data()), static_cast<std::streamsize>(head.bytes));
    if (!in_ || last_ > lengths.size()) fail();
    entries_ = {0, 0};
    for (std::uint64_t row = 0; row < last_; ++row) entries_[row < first_ ? 0 : 1] += lengths[row];
  }
  // Where the wanted bytes begin in the record, and how many they are.
  std::pair<std::uint64_t, std::uint64_t> range(const RecordHead& head) const {
    if (head.kind == ArchiveKind::same) return {0, head.bytes};
    if (head.kind == ArchiveKind::entries) return {entries_[0] * head.width, entries_[1] * head.width};
    return {first_ * head.width, (last_ - first_) * head.width};
  }

  fs::path name_;
  std::ifstream in_;
  std::uint64_t first_, last_;  // rows of this part
  std::streampos begin_;
  std::array<std::uint64_t, 2> entries_ = {0, 0};  // before the rows, and of them
};

class PartsReader final : public RowArchive {
 public:
  explicit PartsReader(std::size_t rows) : rows_(rows) {}
  void add(const fs::path& file, std::uint64_t first, std::uint64_t last) { parts_.emplace_back(file, first, last); }
  bool restores() const override { return true; }
  void keep(ArchiveKind, std::size_t, std::span<const std::byte>) override {}
  void restore(ArchiveKind kind, const Room& room) override {
    std::vector<RecordHead> heads;
    for (PartReader& part : parts_) heads.push_back(part.next(kind));
    const bool same = kind == ArchiveKind::same;
    std::size_t bytes = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p)
      bytes = same ? parts_[p].wanted(heads[p]) : bytes + parts_[p].wanted(heads[p]);
    std::byte* to = room(bytes, heads.front().width);
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      if (same && p > 0) {
        parts_[p].skip(heads[p]);
        continue;
      }
      parts_[p].take(heads[p], to);
      to += parts_[p].wanted(heads[p]);
    }
  }

 protected:
  std::size_t own_rows() const override { return rows_; }

 private:
  std::size_t rows_;
  std::vector<PartReader> parts_;
};

// Parts that have some of the rows of a block, or, if there is no row, the first.
bool overlaps(const std::vector<std::uint64_t>& blocks, std::size_t part, std::uint64_t first, std::uint64_t last) {
  if (first == last) return part == 0;
  return blocks[part] < last && blocks[part + 1] > first;
}

}  // namespace

Checkpoint::Checkpoint(fs::path directory, Json identity, const PetscProcesses& processes, const RunContext& run)
    : directory_(std::move(directory)), identity_(std::move(identity)), processes_(processes), run_(run) {}

fs::path Checkpoint::part(std::string_view stage, std::size_t rank, std::size_t ranks) const {
  return directory_ / fmt::format("{}.{}-of-{}", stage, rank, ranks);
}

Json Checkpoint::index_of(std::string_view stage) const try {
  std::ifstream in(directory_ / fmt::format("{}.json", stage));
  if (!in) return nullptr;
  Json index = Json::parse(in, nullptr, false);
  if (!index.is_object() || !index.contains("run") || index["run"] != identity_) return nullptr;
  const auto& blocks = processes_.blocks();
  const auto kept = index.value("blocks", std::vector<std::uint64_t>());
  const auto sums = index.value("sha256", std::vector<std::string>());
  if (kept.size() != sums.size() + 1 || kept.empty() || kept.back() != blocks.back()) return nullptr;
  const auto rank = static_cast<std::size_t>(processes_.rank());
  for (std::size_t p = 0; p < sums.size(); ++p) {
    if (!overlaps(kept, p, blocks[rank], blocks[rank + 1])) continue;
    const fs::path file = part(stage, p, sums.size());
    if (!fs::is_regular_file(file) || sha256_of_file(file, run_) != sums[p]) return nullptr;
  }
  return index;
} catch (const Json::exception&) {  // not what keep() writes
  return nullptr;
}

bool Checkpoint::restored(std::string_view stage, const Archive& archive) const {
  const Json index = index_of(stage);
  if (sum_over_processes(run_, index.is_null() ? 1.0 : 0.0) > 0.0) return false;  // all ranks or none
  const auto& blocks = processes_.blocks();
  const auto rank = static_cast<std::size_t>(processes_.rank());
  const std::uint64_t first = blocks[rank];
  const std::uint64_t last = blocks[rank + 1];
  const auto kept = index["blocks"].get<std::vector<std::uint64_t>>();
  PartsReader reader(last - first);
  for (std::size_t p = 0; p + 1 < kept.size(); ++p) {
    if (!overlaps(kept, p, first, last)) continue;
    const auto place = [&](std::uint64_t row) { return std::clamp(row, kept[p], kept[p + 1]) - kept[p]; };
    reader.add(part(stage, p, kept.size() - 1), place(first), place(last));
  }
  archive(reader);
  restored_.emplace_back(stage);
  return true;
}

void Checkpoint::keep(std::string_view stage, const Archive& archive) const {
  const auto ranks = static_cast<std::size_t>(processes_.count());
  if (processes_.rank() == 0) make_output_directory(directory_);
  processes_.wait_for_all();
  PartWriter writer(part(stage, static_cast<std::size_t>(processes_.rank()), ranks));
  archive(writer);
  const std::string own = writer.commit();
  const auto all = gathered(run_, std::span<const char>(own));
  if (processes_.rank() > 0) return;
  std::vector<std::string> sums;
  for (std::size_t r = 0; r < ranks; ++r) sums.emplace_back(all.data() + r * own.size(), own.size());
  const Json index = {{"format", "cgsd checkpoint"},
                      {"stage", stage},
                      {"run", identity_},
                      {"blocks", processes_.blocks()},
                      {"sha256", sums}};
  write_file(directory_ / fmt::format("{}.json", stage), index.dump(1) + "\n");
}

// Only what is known to be a part of a checkpoint.
void Checkpoint::remove() const {
  if (processes_.rank() > 0 || !fs::is_directory(directory_)) return;
  for (const auto& entry : fs::directory_iterator(directory_)) {
    const std::string name = entry.path().filename().string();
    const bool ours = std::ranges::any_of(
        kStages, [&](std::string_view stage) { return name.starts_with(std::string(stage) + "."); });
    if (ours) fs::remove(entry.path());
  }
  std::error_code not_empty;
  fs::remove(directory_, not_empty);
}

}  // namespace cgsd::mpi
