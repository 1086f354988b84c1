// Stages of a run that are kept, so that a run that ended early can go on where it was.
//
//   d.encoded = kept_stage(run, "encoded", [&] { return encode(…); });
//
// No store, the rule: the stage is computed, at the price of a comparison. With one (Keeping), a stage that it has is taken
// from it, and one that it has not is computed and given to it. What a stage consists of is listed once, for both ways, in
// archive(RowArchive&, T&):
//
//   same(x)          numbers, the same for all processes
//   rows(x)          one number, or one row of a matrix, for every own node
//   graph(g, x, run) the rows of a graph that processes share (processes.hpp), and one number for every entry
//
// Promises: what comes back has the bits that were kept, and rows may come back to another number of processes. The library
// has no store: one that writes files is in mpi/.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {

enum class ArchiveKind : std::uint64_t { same, rows, lengths, entries };  // lengths: rows, of the entries that follow

class RowArchive {
 public:
  virtual ~RowArchive() = default;
  virtual bool restores() const = 0;
  // `width`: bytes of a row, of an entry, or of all.
  virtual void keep(ArchiveKind kind, std::size_t width, std::span<const std::byte> bytes) = 0;
  // The width comes back; room(bytes, width) says where the bytes go.
  using Room = std::function<std::byte*(std::size_t bytes, std::size_t width)>;
  virtual void restore(ArchiveKind kind, const Room& room) = 0;

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void same(T& value) {
    if (!restores()) return keep(ArchiveKind::same, sizeof(T), std::as_bytes(std::span(&value, 1)));
    restore(ArchiveKind::same, [&](std::size_t, std::size_t) { return reinterpret_cast<std::byte*>(&value); });
  }
  template <class T>
  void same(std::vector<T>& values) {
    array(ArchiveKind::same, values);
  }
  template <class T>
  void same(Matrix<T>& matrix) {
    std::uint64_t rows = matrix.rows();
    same(rows);
    std::vector<T> values(matrix.values().begin(), matrix.values().end());
    same(values);
    const std::size_t columns = rows == 0 ? 0 : values.size() / rows;
    if (restores()) matrix = Matrix<T>(rows, columns, std::move(values));
  }
  template <class T>
  void rows(std::vector<T>& values) {
    array(ArchiveKind::rows, values);
  }
  template <class T>
  void rows(Matrix<T>& matrix) {
    const std::size_t width = matrix.cols() * sizeof(T);
    if (!restores()) return keep(ArchiveKind::rows, width, std::as_bytes(matrix.values()));
    restore(ArchiveKind::rows, [&](std::size_t bytes, std::size_t row) {
      matrix = row == 0 ? Matrix<T>(own_rows(), 0) : Matrix<T>(bytes / row, row / sizeof(T));
      return reinterpret_cast<std::byte*>(matrix.data());
    });
  }
  void graph(Graph& graph, std::vector<double>& of_entry, const RunContext& run);

 protected:
  virtual std::size_t own_rows() const = 0;

 private:
  template <class T>
  void array(ArchiveKind kind, std::vector<T>& values) {
    const bool whole = kind == ArchiveKind::same;
    if (!restores()) return keep(kind, sizeof(T) * (whole ? values.size() : 1), std::as_bytes(std::span(values)));
    restore(kind, [&](std::size_t bytes, std::size_t) {
      values.resize(bytes / sizeof(T));
      return reinterpret_cast<std::byte*>(values.data());
    });
  }
};

// Targets among all nodes.
inline std::vector<NodeId> global_targets(GraphView graph, const RunContext& run) {
  std::vector<NodeId> out(graph.targets().begin(), graph.targets().end());
  std::ranges::transform(out, out.begin(), IdsAmongAll(graph, run));
  return out;
}

inline void RowArchive::graph(Graph& graph, std::vector<double>& of_entry, const RunContext& run) {
  std::vector<std::uint32_t> degrees;
  for (NodeId u = 0; u < graph.nodes() && !restores(); ++u)
    degrees.push_back(static_cast<std::uint32_t>(graph.degree(u)));
  array(ArchiveKind::lengths, degrees);
  std::vector<NodeId> targets;
  if (!restores()) targets = global_targets(graph, run);
  array(ArchiveKind::entries, targets);
  array(ArchiveKind::entries, of_entry);
  if (!restores()) return;
  std::vector<EntryIndex> offsets = {0};
  for (const std::uint32_t degree : degrees) offsets.push_back(offsets.back() + degree);
  graph = processes_of(run).share(std::move(offsets), std::move(targets));
}

class StageStore {
 public:
  virtual ~StageStore() = default;
  using Archive = std::function<void(RowArchive&)>;
  virtual bool restored(std::string_view stage, const Archive& archive) const = 0;  // false: it is not there
  virtual void keep(std::string_view stage, const Archive& archive) const = 0;
};

// The store of a context and of all its copies; null, unless one was given.
const StageStore* store_of(const RunContext& run);

// Gives a context a store, as long as the object lives.
class Keeping {
 public:
  Keeping(const RunContext& run, const StageStore& store);
  ~Keeping();
  Keeping(const Keeping&) = delete;
  Keeping& operator=(const Keeping&) = delete;

 private:
  const Workers* key_;
};

// Contexts that have a store, by the workers that all copies of one share.
struct KeptContexts {
  std::atomic<int> count{0};
  std::mutex mutex;
  std::map<const Workers*, const StageStore*> stores;
};

inline KeptContexts& kept_contexts() {
  static KeptContexts contexts;
  return contexts;
}

inline const StageStore* store_of(const RunContext& run) {
  KeptContexts& contexts = kept_contexts();
  if (contexts.count.load(std::memory_order_relaxed) == 0) return nullptr;
  const std::lock_guard lock(contexts.mutex);
  const auto found = contexts.stores.find(&run.workers());
  return found == contexts.stores.end() ? nullptr : found->second;
}

inline Keeping::Keeping(const RunContext& run, const StageStore& store) : key_(&run.workers()) {
  KeptContexts& contexts = kept_contexts();
  const std::lock_guard lock(contexts.mutex);
  contexts.stores[key_] = &store;
  ++contexts.count;
}

inline Keeping::~Keeping() {
  KeptContexts& contexts = kept_contexts();
  const std::lock_guard lock(contexts.mutex);
  contexts.stores.erase(key_);
  --contexts.count;
}

template <class Make>
auto kept_stage(const RunContext& run, std::string_view stage, Make&& make) {
  const StageStore* const store = store_of(run);
  if (store == nullptr) return make();
  decltype(make()) value;
  const auto parts = [&](RowArchive& to) { archive(to, value, run); };
  if (store->restored(stage, parts)) return value;
  value = make();
  store->keep(stage, parts);
  return value;
}

}  // namespace cgsd
