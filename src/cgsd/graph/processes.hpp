// The processes that share one run. Each has a block of consecutive nodes: their rows of every matrix, their rows of the
// graph. An algorithm is written once; where it adds over all rows, or reads the row of a neighbour, it asks here.
//
//   sum_over_processes(run, part)          part ← Σ of the parts of all processes
//   rows_of_all(run, own), first_row(run)  how many rows there are, and which is the first of this process
//   with_ghosts(graph, own, room, run)     the own rows, followed by those of other processes that the entries lead to
//   columns_with_ghosts(…)                 the same, some columns at a time, so that ghosts take little memory
//   exchange_in_turns(…)                   messages that would take too much memory at once
//   alone(run)                             for what every process computes for itself, from the same numbers
//
// One process, the rule: each of them gives back what it was given and costs a comparison. Several: a context is joined
// to its processes by `Joined`, and every process makes the same calls in the same order. A graph made by share() counts
// its own nodes from 0; nodes of others that its entries lead to, the ghosts, follow. Entries keep their order, so a sum
// over neighbours has the same bits as in one process. Promises: parts are added in the order of the processes, so a run
// has the same bits whenever it has as many. The implementation with MPI is in mpi/, outside the library.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

using Bytes = std::vector<std::byte>;

// The nodes of others that the entries of one graph lead to.
class GhostRows {
 public:
  explicit GhostRows(std::vector<NodeId> ids) : ids_(std::move(ids)) {}
  virtual ~GhostRows() = default;
  const std::vector<NodeId>& ids() const { return ids_; }  // among all nodes, ascending

  // Rows of `bytes` each: the others' into `to`, in the order of the ids. Own ones lie `stride` bytes apart.
  virtual void fetch(const void* own, std::size_t stride, void* to, std::size_t bytes) const = 0;

 private:
  std::vector<NodeId> ids_;
};

class Processes {
 public:
  virtual ~Processes() = default;
  virtual int count() const { return 1; }
  virtual int rank() const { return 0; }
  virtual void sum(std::span<double>) const {}
  virtual Bytes gathered(Bytes own) const { return own; }  // of all, in their order
  // parts[r] goes to process r; comes back: what each sent here.
  virtual std::vector<Bytes> exchanged(std::vector<Bytes> parts) const { return parts; }

  // Process r has the nodes blocks()[r] … blocks()[r + 1].
  const std::vector<std::uint64_t>& blocks() const { return blocks_; }
  std::uint64_t first_row() const { return blocks_.empty() ? 0 : blocks_[static_cast<std::size_t>(rank())]; }
  int owner_of(NodeId node) const;
  void set_rows(std::uint64_t own);  // from now on

  // The own rows of a graph over all nodes; targets are numbers among all nodes.
  Graph share(std::vector<EntryIndex> offsets, std::vector<NodeId> targets, std::vector<double> weights = {}) const;
  // A graph of the same nodes and of some or all of the entries of `like` has its ghosts too, until it is forgotten.
  void share_ghosts(GraphView graph, GraphView like) const;
  void forget(GraphView graph) const;
  const GhostRows* ghosts_of(GraphView graph) const;  // null: every target is a row of this process

 protected:
  virtual std::unique_ptr<GhostRows> ghosts(std::vector<NodeId> ids) const;

 private:
  std::vector<std::uint64_t> blocks_;
  mutable std::vector<std::pair<const NodeId*, std::shared_ptr<const GhostRows>>> shared_;  // by the targets of a graph
};

// The processes of a context and of all its copies; one, unless it was joined.
const Processes& processes_of(const RunContext& run);
inline bool several(const RunContext& run) { return processes_of(run).count() > 1; }

// Joins a context, as long as the object lives.
class Joined {
 public:
  Joined(const RunContext& run, const Processes& processes);
  ~Joined();
  Joined(const Joined&) = delete;
  Joined& operator=(const Joined&) = delete;

 private:
  const Workers* key_;
};

// As long as it lives, `graph` has the ghosts of `like`, of whose entries it was made. Nothing for one process, or if they
// are the same entries.
class SameGhosts {
 public:
  SameGhosts(GraphView graph, GraphView like, const RunContext& run);
  ~SameGhosts();
  SameGhosts(const SameGhosts&) = delete;
  SameGhosts& operator=(const SameGhosts&) = delete;

 private:
  const Processes* processes_ = nullptr;
  GraphView graph_;
};

// The numbers of the nodes of a graph, own ones and ghosts, among all.
class IdsAmongAll {
 public:
  IdsAmongAll(GraphView graph, const RunContext& run)
      : nodes_(graph.nodes()),
        first_(static_cast<NodeId>(processes_of(run).first_row())),
        ghosts_(processes_of(run).ghosts_of(graph)) {}
  NodeId operator()(NodeId node) const { return node < nodes_ ? first_ + node : ghosts_->ids()[node - nodes_]; }

 private:
  NodeId nodes_;
  NodeId first_;
  const GhostRows* ghosts_;
};

// The same seed and as many threads, joined to nobody. One process: `run` itself.
RunContext alone(const RunContext& run);

void sum_over_processes(const RunContext& run, std::span<double> values);
void sum_over_processes(const RunContext& run, std::span<float> values);  // added in double
double sum_over_processes(const RunContext& run, double value);
double largest_over_processes(const RunContext& run, double value);
inline bool any_over_processes(const RunContext& run, bool value) {
  return largest_over_processes(run, value ? 1.0 : 0.0) > 0.0;
}
std::size_t rows_of_all(const RunContext& run, std::size_t own);
inline std::uint64_t first_row(const RunContext& run) { return processes_of(run).first_row(); }

// Numbers of all processes, in their order.
template <class T>
std::vector<T> gathered(const RunContext& run, std::span<const T> own) {
  const auto* const first = reinterpret_cast<const std::byte*>(own.data());
  const Bytes all = processes_of(run).gathered(Bytes(first, first + own.size_bytes()));
  std::vector<T> out(all.size() / sizeof(T));
  if (!all.empty()) std::memcpy(out.data(), all.data(), all.size());
  return out;
}

// parts[r] goes to process r; comes back: what each sent here.
template <class T>
std::vector<std::vector<T>> exchanged(const RunContext& run, std::vector<std::vector<T>> parts) {
  std::vector<Bytes> sent;
  for (std::vector<T>& part : parts) {
    const auto* const first = reinterpret_cast<const std::byte*>(part.data());
    sent.emplace_back(first, first + part.size() * sizeof(T));
    part = {};
  }
  for (Bytes& from : sent = processes_of(run).exchanged(std::move(sent))) {
    std::vector<T>& part = parts[static_cast<std::size_t>(&from - sent.data())];
    part.resize(from.size() / sizeof(T));
    if (!from.empty()) std::memcpy(part.data(), from.data(), from.size());
    from = {};
  }
  return parts;
}

// Rows in turns: tell(begin, end, parts) puts what the rows begin … end − 1 have to tell each process into its part,
// hear(received) gets what each process told in this turn. Processes with fewer rows tell nothing in the last turns.
template <class T, class Tell, class Hear>
void exchange_in_turns(const RunContext& run, std::size_t rows, std::size_t at_once, Tell&& tell, Hear&& hear) {
  const auto most = static_cast<std::size_t>(largest_over_processes(run, static_cast<double>(rows)));
  for (std::size_t begin = 0; begin < most; begin += at_once) {
    std::vector<std::vector<T>> parts(static_cast<std::size_t>(processes_of(run).count()));
    if (begin < rows) tell(begin, std::min(begin + at_once, rows), parts);
    hear(exchanged(run, std::move(parts)));
  }
}

// `room` holds what comes back if there are ghosts.
template <class T>
MatrixView<T> with_ghosts(GraphView graph, MatrixView<T> own, std::vector<T>& room, const RunContext& run) {
  const GhostRows* const ghosts = processes_of(run).ghosts_of(graph);
  if (ghosts == nullptr) return own;
  const std::size_t rows = own.rows() + ghosts->ids().size();
  room.resize(rows * own.cols());
  const std::size_t bytes = own.cols() * sizeof(T);
  ghosts->fetch(own.data(), bytes, room.data() + own.values().size(), bytes);
  if (!own.values().empty()) std::memcpy(room.data(), own.data(), own.values().size_bytes());
  return {rows, own.cols(), std::span<const T>(room)};
}

// Some columns of the own rows, as they lie, and of the ghosts, which are numbered after them.
template <class T>
struct ReachedColumns {
  const T* first;
  std::size_t stride;
  std::size_t own_rows;
  const T* ghosts = nullptr;
  std::size_t ghost_stride = 0;
  const T* row(std::size_t i) const {
    return i < own_rows ? first + i * stride : ghosts + (i - own_rows) * ghost_stride;
  }
};

// Where columns of ghosts arrive; not filled with zeros first.
template <class T>
struct GhostRoom {
  std::unique_ptr<T[]> values;
  std::size_t size = 0;
  T* of(std::size_t count) {
    if (count > size) values = large_array<T>(size = count);
    return values.get();
  }
};

inline constexpr std::size_t kBytesOfGhosts = 64;  // of a row, fetched at a time

// How many columns to fetch at a time: all, if there are no ghosts.
template <class T>
std::size_t columns_at_a_time(GraphView graph, std::size_t columns, const RunContext& run) {
  if (processes_of(run).ghosts_of(graph) == nullptr) return columns;
  return std::min(columns, kBytesOfGhosts / sizeof(T));
}

// The columns first … first + count − 1 of the own rows and of the ghosts, the latter in `room`.
template <class T>
ReachedColumns<T> columns_with_ghosts(GraphView graph, MatrixView<T> own, std::pair<std::size_t, std::size_t> columns,
                                      GhostRoom<T>& room, const RunContext& run) {
  const auto [first, count] = columns;
  const GhostRows* const ghosts = processes_of(run).ghosts_of(graph);
  ReachedColumns<T> reached{.first = own.data() + first, .stride = own.cols(), .own_rows = own.rows()};
  if (ghosts == nullptr) return reached;
  T* const arrived = room.of(ghosts->ids().size() * count);
  ghosts->fetch(reached.first, own.cols() * sizeof(T), arrived, count * sizeof(T));
  reached.ghosts = arrived;
  reached.ghost_stride = count;
  return reached;
}

template <class T>
std::span<const T> with_ghosts(GraphView graph, const std::vector<T>& own, std::vector<T>& room,
                               const RunContext& run) {
  return with_ghosts(graph, MatrixView<T>(own.size(), 1, own), room, run).values();
}

}  // namespace cgsd
