#include "mpi/petsc_processes.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include <slepcsys.h>

#include "cgsd/core/error.hpp"

namespace cgsd::mpi {
namespace {

constexpr std::size_t kLargestMessage = std::size_t{1} << 30;
constexpr std::size_t kPiece = std::size_t{1} << 18;  // bytes of rows that are packed at a time
constexpr std::size_t kPieces = 4;                    // of them under way

void expect(bool well, const char* what) {
  if (!well) throw std::runtime_error(what);
}
void expect_petsc(PetscErrorCode code) { expect(code == 0, "PETSc failed; its own message stands above"); }

// Calls call(bytes, count) for pieces that fit into one message.
template <class Byte, class Call>
void in_messages(Byte* bytes, std::size_t size, Call&& call) {
  for (std::size_t begin = 0; begin < size; begin += kLargestMessage)
    call(bytes + begin, static_cast<int>(std::min(kLargestMessage, size - begin)));
}

// Rows of neighbours. Ids ascend, so those of one owner lie side by side and arrive where they belong; what goes out is packed
// piece by piece, into a few that are used again. (PetscSF keeps indices of 64 bits and, for every width, its buffers.)
class RankRows final : public GhostRows {
 public:
  RankRows(const PetscProcesses& processes, std::vector<NodeId> wanted, Traffic& traffic)
      : GhostRows(std::move(wanted)), traffic_(traffic) {
    const auto& blocks = processes.blocks();
    std::vector<Bytes> asked;
    for (std::size_t r = 0; r + 1 < blocks.size(); ++r) {
      const auto low = std::ranges::lower_bound(ids(), blocks[r]);
      const auto high = std::ranges::lower_bound(ids(), blocks[r + 1]);
      counts_.push_back(static_cast<std::size_t>(high - low));
      const auto bytes = std::as_bytes(std::span(low, high));
      asked.emplace_back(bytes.begin(), bytes.end());
    }
    for (const Bytes& from : processes.exchanged(std::move(asked))) {
      std::vector<NodeId>& rows = rows_.emplace_back(from.size() / sizeof(NodeId));
      if (!from.empty()) std::memcpy(rows.data(), from.data(), from.size());
      for (NodeId& row : rows) row -= static_cast<NodeId>(processes.first_row());
    }
  }

  void fetch(const void* own, std::size_t stride, void* to, std::size_t bytes) const override {
    if (bytes == 0) return;
    const std::size_t at_once = std::max<std::size_t>(1, kPiece / bytes);
    auto* next = static_cast<std::byte*>(to);
    for (std::size_t r = 0; r < counts_.size(); ++r) {
      for (std::size_t first = 0; first < counts_[r]; first += at_once) {
        const std::size_t size = std::min(at_once, counts_[r] - first) * bytes;
        MPI_Irecv(next, static_cast<int>(size), MPI_BYTE, static_cast<int>(r), 1, PETSC_COMM_WORLD,
                  &requests_.emplace_back());
        next += size;
      }
    }
    send(static_cast<const std::byte*>(own), stride, bytes, at_once);
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    requests_.clear();
    traffic_.ghosts += ids().size() * bytes;
  }

 private:
  // A piece for each rank in turn. All pieces are waited for already where they go, so none waits for another.
  void send(const std::byte* own, std::size_t stride, std::size_t bytes, std::size_t at_once) const {
    std::array<Bytes, kPieces> pieces;
    std::array<MPI_Request, kPieces> under_way;
    under_way.fill(MPI_REQUEST_NULL);
    std::size_t slot = 0;
    const std::size_t most = std::ranges::max(rows_, {}, &std::vector<NodeId>::size).size();
    for (std::size_t first = 0; first < most; first += at_once) {
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        if (first >= rows_[r].size()) continue;
        const auto rows = std::span(rows_[r]).subspan(first, std::min(at_once, rows_[r].size() - first));
        MPI_Wait(&under_way[slot], MPI_STATUS_IGNORE);
        pieces[slot].resize(at_once * bytes);
        for (std::size_t i = 0; i < rows.size(); ++i)
          std::memcpy(pieces[slot].data() + i * bytes, own + rows[i] * stride, bytes);
        MPI_Isend(pieces[slot].data(), static_cast<int>(rows.size() * bytes), MPI_BYTE, static_cast<int>(r), 1,
                  PETSC_COMM_WORLD, &under_way[slot]);
        slot = (slot + 1) % kPieces;
      }
    }
    MPI_Waitall(static_cast<int>(kPieces), under_way.data(), MPI_STATUSES_IGNORE);
  }

  Traffic& traffic_;
  std::vector<std::size_t> counts_;        // ghosts of each rank
  std::vector<std::vector<NodeId>> rows_;  // own ones that each rank wants
  mutable std::vector<MPI_Request> requests_;
};

// What each process has, before and after exchanging sizes.
std::vector<std::uint64_t> exchanged_sizes(const std::vector<Bytes>& parts) {
  std::vector<std::uint64_t> sent;
  for (const Bytes& part : parts) sent.push_back(part.size());
  std::vector<std::uint64_t> received(sent.size());
  MPI_Alltoall(sent.data(), 1, MPI_UINT64_T, received.data(), 1, MPI_UINT64_T, PETSC_COMM_WORLD);
  return received;
}

}  // namespace

Petsc::Petsc() {
  int none = 0;
  char** arguments = nullptr;
  expect_petsc(SlepcInitialize(&none, &arguments, nullptr, nullptr));
}
Petsc::~Petsc() { SlepcFinalize(); }

PetscProcesses::PetscProcesses() : traffic_(std::make_unique<Traffic>()) {
  MPI_Comm_size(PETSC_COMM_WORLD, &count_);
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank_);
}

// Every rank adds a slice of the numbers, in the order of the ranks, and all gather the slices: as few bytes as can be, and
// an order that no library chooses.
void PetscProcesses::sum(std::span<double> values) const {
  if (count_ == 1) return;
  const auto ranks = static_cast<std::size_t>(count_);
  std::vector<int> counts;
  std::vector<int> begins;
  for (std::size_t r = 0; r < ranks; ++r) {
    const std::size_t begin = values.size() * r / ranks;
    begins.push_back(static_cast<int>(begin));
    counts.push_back(static_cast<int>(values.size() * (r + 1) / ranks - begin));
  }
  const auto own = static_cast<std::size_t>(counts[static_cast<std::size_t>(rank_)]);
  std::vector<double> parts(own * ranks);
  std::vector<int> received(ranks, static_cast<int>(own));
  std::vector<int> places;
  for (std::size_t r = 0; r < ranks; ++r) places.push_back(static_cast<int>(r * own));
  MPI_Alltoallv(values.data(), counts.data(), begins.data(), MPI_DOUBLE, parts.data(), received.data(), places.data(),
                MPI_DOUBLE, PETSC_COMM_WORLD);
  std::vector<double> slice(own, 0.0);
  for (std::size_t r = 0; r < ranks; ++r)
    for (std::size_t i = 0; i < own; ++i) slice[i] += parts[r * own + i];
  MPI_Allgatherv(slice.data(), static_cast<int>(own), MPI_DOUBLE, values.data(), counts.data(), begins.data(),
                 MPI_DOUBLE, PETSC_COMM_WORLD);
  traffic_->sums += (own * (ranks - 1) + values.size() - own) * sizeof(double);
}

Bytes PetscProcesses::gathered(Bytes own) const {
  if (count_ == 1) return own;
  const auto size = static_cast<std::int64_t>(own.size());
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(count_));
  MPI_Allgather(&size, 1, MPI_INT64_T, sizes.data(), 1, MPI_INT64_T, PETSC_COMM_WORLD);
  const std::int64_t all = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  expect(all < std::int64_t{1} << 31, "more than 2 GB would be gathered on every rank");
  std::vector<int> counts(sizes.begin(), sizes.end());
  std::vector<int> begins(counts.size(), 0);
  std::partial_sum(counts.begin(), counts.end() - 1, begins.begin() + 1);
  Bytes out(static_cast<std::size_t>(all));
  MPI_Allgatherv(own.data(), static_cast<int>(size), MPI_BYTE, out.data(), counts.data(), begins.data(), MPI_BYTE,
                 PETSC_COMM_WORLD);
  traffic_->other += static_cast<std::uint64_t>(all - size);
  return out;
}

std::vector<Bytes> PetscProcesses::exchanged(std::vector<Bytes> parts) const {
  if (count_ == 1) return parts;
  const std::vector<std::uint64_t> sizes = exchanged_sizes(parts);
  std::vector<Bytes> received;
  std::vector<MPI_Request> requests;
  for (const std::uint64_t size : sizes) received.emplace_back(size);
  for (int r = 0; r < count_; ++r) {
    const auto at = static_cast<std::size_t>(r);
    if (r == rank_) {
      received[at] = std::move(parts[at]);
      continue;
    }
    in_messages(received[at].data(), received[at].size(), [&](std::byte* bytes, int count) {
      MPI_Irecv(bytes, count, MPI_BYTE, r, 0, PETSC_COMM_WORLD, &requests.emplace_back());
    });
    in_messages(parts[at].data(), parts[at].size(), [&](std::byte* bytes, int count) {
      MPI_Isend(bytes, count, MPI_BYTE, r, 0, PETSC_COMM_WORLD, &requests.emplace_back());
    });
    traffic_->other += sizes[at];
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  return received;
}

void PetscProcesses::wait_for_all() const { MPI_Barrier(PETSC_COMM_WORLD); }

std::unique_ptr<GhostRows> PetscProcesses::ghosts(std::vector<NodeId> ids) const {
  return std::make_unique<RankRows>(*this, std::move(ids), *traffic_);
}

}  // namespace cgsd::mpi
