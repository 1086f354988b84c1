#include "cgsd/graph/processes.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <mutex>

#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

// Contexts that were joined, by the workers that all copies of one share.
struct JoinedContexts {
  std::atomic<int> count{0};
  std::mutex mutex;
  std::map<const Workers*, const Processes*> processes;
};

JoinedContexts& joined_contexts() {
  static JoinedContexts contexts;
  return contexts;
}

// Ghosts by exchanged(): the owners are told once which rows are wanted, and send them whenever they are asked for.
class ExchangedRows final : public GhostRows {
 public:
  ExchangedRows(const Processes& processes, std::vector<NodeId> wanted)
      : GhostRows(std::move(wanted)), processes_(processes) {
    std::vector<Bytes> parts(static_cast<std::size_t>(processes.count()));
    for (const NodeId id : ids()) {
      const auto* const bytes = reinterpret_cast<const std::byte*>(&id);
      Bytes& part = parts[static_cast<std::size_t>(processes.owner_of(id))];
      part.insert(part.end(), bytes, bytes + sizeof id);
    }
    for (const Bytes& asked : processes.exchanged(std::move(parts))) {
      std::vector<NodeId>& rows = rows_.emplace_back(asked.size() / sizeof(NodeId));
      if (!asked.empty()) std::memcpy(rows.data(), asked.data(), asked.size());
      for (NodeId& row : rows) row -= static_cast<NodeId>(processes.first_row());
    }
  }

  void fetch(const void* own, std::size_t stride, void* to, std::size_t bytes) const override {
    std::vector<Bytes> parts;
    for (const std::vector<NodeId>& rows : rows_) {
      Bytes& part = parts.emplace_back(rows.size() * bytes);
      for (std::size_t i = 0; i < rows.size() && bytes > 0; ++i)
        std::memcpy(part.data() + i * bytes, static_cast<const std::byte*>(own) + rows[i] * stride, bytes);
    }
    auto* next = static_cast<std::byte*>(to);
    for (const Bytes& from : processes_.exchanged(std::move(parts))) next = std::ranges::copy(from, next).out;
  }

 private:
  const Processes& processes_;
  std::vector<std::vector<NodeId>> rows_;  // own ones that each process wants
};

// Some of all nodes: a bit for each, and how many there are before every 64.
class NodeSet {
 public:
  explicit NodeSet(std::uint64_t nodes) : bits_(nodes / 64 + 1, 0) {}
  void add(NodeId v) { bits_[v / 64] |= std::uint64_t{1} << (v % 64); }

  // Ascending. After that, place() tells where a node stands among them.
  std::vector<NodeId> members() {
    before_.clear();
    std::size_t count = 0;
    for (const std::uint64_t word : bits_) {
      before_.push_back(static_cast<NodeId>(count));
      count += static_cast<std::size_t>(std::popcount(word));
    }
    std::vector<NodeId> ids;
    ids.reserve(count);
    for (std::size_t i = 0; i < bits_.size(); ++i)
      for (std::uint64_t word = bits_[i]; word != 0; word &= word - 1)
        ids.push_back(static_cast<NodeId>(64 * i + static_cast<std::size_t>(std::countr_zero(word))));
    return ids;
  }
  NodeId place(NodeId v) const {
    const std::uint64_t lower = bits_[v / 64] & ((std::uint64_t{1} << (v % 64)) - 1);
    return before_[v / 64] + static_cast<NodeId>(std::popcount(lower));
  }

 private:
  std::vector<std::uint64_t> bits_;
  std::vector<NodeId> before_;
};

}  // namespace

int Processes::owner_of(NodeId node) const {
  if (blocks_.empty()) return 0;
  return static_cast<int>(std::ranges::upper_bound(blocks_, std::uint64_t{node}) - blocks_.begin()) - 1;
}

void Processes::set_rows(std::uint64_t own) {
  std::vector<double> rows(static_cast<std::size_t>(count()), 0.0);
  rows[static_cast<std::size_t>(rank())] = static_cast<double>(own);
  sum(rows);
  blocks_ = {0};
  for (const double n : rows) blocks_.push_back(blocks_.back() + static_cast<std::uint64_t>(n));
}

std::unique_ptr<GhostRows> Processes::ghosts(std::vector<NodeId> ids) const {
  return std::make_unique<ExchangedRows>(*this, std::move(ids));
}

Graph Processes::share(std::vector<EntryIndex> offsets, std::vector<NodeId> targets,
                       std::vector<double> weights) const {
  if (count() == 1) return {std::move(offsets), std::move(targets), std::move(weights), false};
  const auto first = static_cast<NodeId>(first_row());
  const auto rows = static_cast<NodeId>(offsets.size() - 1);
  const auto own = [&](NodeId v) { return v >= first && v - first < rows; };
  NodeSet others(blocks_.back());
  for (const NodeId v : targets)
    if (!own(v)) others.add(v);
  std::vector<NodeId> ids = others.members();
  if (targets.empty()) targets.reserve(1);  // a place of its own, by which its ghosts are known
  for (NodeId& v : targets) v = own(v) ? v - first : rows + others.place(v);
  Graph graph(std::move(offsets), std::move(targets), std::move(weights), false);
  forget(graph);
  shared_.emplace_back(graph.targets().data(), ghosts(std::move(ids)));
  return graph;
}

void Processes::share_ghosts(GraphView graph, GraphView like) const {
  const auto known = std::ranges::find(shared_, like.targets().data(), [](const auto& of) { return of.first; });
  if (known == shared_.end()) return;
  const std::shared_ptr<const GhostRows> ghosts = known->second;
  forget(graph);
  shared_.emplace_back(graph.targets().data(), ghosts);
}

void Processes::forget(GraphView graph) const {
  std::erase_if(shared_, [&](const auto& known) { return known.first == graph.targets().data(); });
}

const GhostRows* Processes::ghosts_of(GraphView graph) const {
  for (const auto& [targets, ghosts] : shared_)
    if (targets == graph.targets().data()) return ghosts.get();
  return nullptr;
}

const Processes& processes_of(const RunContext& run) {
  static const Processes one;
  JoinedContexts& contexts = joined_contexts();
  if (contexts.count.load(std::memory_order_relaxed) == 0) return one;
  const std::lock_guard lock(contexts.mutex);
  const auto found = contexts.processes.find(&run.workers());
  return found == contexts.processes.end() ? one : *found->second;
}

Joined::Joined(const RunContext& run, const Processes& processes) : key_(&run.workers()) {
  JoinedContexts& contexts = joined_contexts();
  const std::lock_guard lock(contexts.mutex);
  contexts.processes[key_] = &processes;
  ++contexts.count;
}

Joined::~Joined() {
  JoinedContexts& contexts = joined_contexts();
  const std::lock_guard lock(contexts.mutex);
  contexts.processes.erase(key_);
  --contexts.count;
}

SameGhosts::SameGhosts(GraphView graph, GraphView like, const RunContext& run) : graph_(graph) {
  if (!several(run) || graph.targets().data() == like.targets().data()) return;
  processes_ = &processes_of(run);
  processes_->share_ghosts(graph, like);
}

SameGhosts::~SameGhosts() {
  if (processes_ != nullptr) processes_->forget(graph_);
}

RunContext alone(const RunContext& run) {
  if (!several(run)) return run;
  return RunContext({.seed = run.seed(), .workers = run.workers().count()});
}

void sum_over_processes(const RunContext& run, std::span<double> values) { processes_of(run).sum(values); }

void sum_over_processes(const RunContext& run, std::span<float> values) {
  if (!several(run)) return;
  std::vector<double> sums(values.begin(), values.end());
  sum_over_processes(run, std::span(sums));
  std::ranges::transform(sums, values.begin(), [](double x) { return static_cast<float>(x); });
}

double sum_over_processes(const RunContext& run, double value) {
  sum_over_processes(run, std::span(&value, 1));
  return value;
}

double largest_over_processes(const RunContext& run, double value) {
  if (!several(run)) return value;
  return std::ranges::max(gathered(run, std::span<const double>(&value, 1)));
}

std::size_t rows_of_all(const RunContext& run, std::size_t own) {
  return static_cast<std::size_t>(sum_over_processes(run, static_cast<double>(own)));
}

}  // namespace cgsd
