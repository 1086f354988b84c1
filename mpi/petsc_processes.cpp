#include "mpi/petsc_processes.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>

#include <petscsf.h>
#include <slepcsys.h>

#include "cgsd/core/error.hpp"

namespace cgsd::mpi {
namespace {

constexpr std::size_t kLargestMessage = std::size_t{1} << 30;

void expect(bool well, const char* what) {
  if (!well) throw std::runtime_error(what);
}
void expect_petsc(PetscErrorCode code) { expect(code == 0, "PETSc failed; its own message stands above"); }

// Rows of neighbours by PetscSF: roots are the own rows, leaves the ghosts.
class StarForest final : public GhostRows {
 public:
  StarForest(const PetscProcesses& processes, std::vector<NodeId> wanted, Traffic& traffic)
      : GhostRows(std::move(wanted)), traffic_(traffic) {
    const auto& blocks = processes.blocks();
    const auto rank = static_cast<std::size_t>(processes.rank());
    std::vector<PetscSFNode> roots;
    for (const NodeId id : ids()) {
      const int owner = processes.owner_of(id);
      const std::uint64_t row = id - blocks[static_cast<std::size_t>(owner)];
      roots.push_back({.rank = owner, .index = static_cast<PetscInt>(row)});
    }
    expect_petsc(PetscSFCreate(PETSC_COMM_WORLD, &forest_));
    expect_petsc(PetscSFSetGraph(forest_, static_cast<PetscInt>(blocks[rank + 1] - blocks[rank]),
                                 static_cast<PetscInt>(roots.size()), nullptr, PETSC_COPY_VALUES, roots.data(),
                                 PETSC_COPY_VALUES));
    expect_petsc(PetscSFSetUp(forest_));
  }
  ~StarForest() override {
    for (auto& [bytes, type] : types_) MPI_Type_free(&type);
    PetscSFDestroy(&forest_);
  }
  StarForest(const StarForest&) = delete;
  StarForest& operator=(const StarForest&) = delete;

  void begin(const void* own, void* to, std::size_t bytes) const override {
    under_way_ = bytes > 0;
    if (!under_way_) return;
    own_ = own;
    to_ = to;
    unit_ = unit_of(bytes);
    expect_petsc(PetscSFBcastBegin(forest_, unit_, own_, to_, MPI_REPLACE));
    traffic_.ghosts += ids().size() * bytes;
  }
  void end() const override {
    if (under_way_) expect_petsc(PetscSFBcastEnd(forest_, unit_, own_, to_, MPI_REPLACE));
  }

 private:
  MPI_Datatype unit_of(std::size_t bytes) const {
    const auto known = types_.find(bytes);
    if (known != types_.end()) return known->second;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    const bool words = bytes % sizeof(int) == 0;
    MPI_Type_contiguous(static_cast<int>(words ? bytes / sizeof(int) : bytes), words ? MPI_INT : MPI_BYTE, &type);
    MPI_Type_commit(&type);
    return types_[bytes] = type;
  }

  Traffic& traffic_;
  PetscSF forest_ = nullptr;
  mutable std::map<std::size_t, MPI_Datatype> types_;  // one row, by its bytes
  mutable MPI_Datatype unit_ = MPI_DATATYPE_NULL;
  mutable const void* own_ = nullptr;
  mutable void* to_ = nullptr;
  mutable bool under_way_ = false;
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
  const auto in_messages = [&](Bytes& bytes, auto&& call) {
    for (std::size_t begin = 0; begin < bytes.size(); begin += kLargestMessage) {
      const auto count = static_cast<int>(std::min(kLargestMessage, bytes.size() - begin));
      call(bytes.data() + begin, count, &requests.emplace_back(MPI_REQUEST_NULL));
    }
  };
  for (const std::uint64_t size : sizes) received.emplace_back(size);
  for (int r = 0; r < count_; ++r) {
    const auto at = static_cast<std::size_t>(r);
    if (r == rank_) {
      received[at] = std::move(parts[at]);
      continue;
    }
    in_messages(received[at], [&](std::byte* bytes, int count, MPI_Request* request) {
      MPI_Irecv(bytes, count, MPI_BYTE, r, 0, PETSC_COMM_WORLD, request);
    });
    in_messages(parts[at], [&](std::byte* bytes, int count, MPI_Request* request) {
      MPI_Isend(bytes, count, MPI_BYTE, r, 0, PETSC_COMM_WORLD, request);
    });
    traffic_->other += sizes[at];
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  return received;
}

void PetscProcesses::wait_for_all() const { MPI_Barrier(PETSC_COMM_WORLD); }

std::unique_ptr<GhostRows> PetscProcesses::ghosts(std::vector<NodeId> ids) const {
  return std::make_unique<StarForest>(*this, std::move(ids), *traffic_);
}

}  // namespace cgsd::mpi
