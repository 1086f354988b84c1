#include "cgsd/graph/processes.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
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

  void begin(const void* own, void* to, std::size_t bytes) const override {
    std::vector<Bytes> parts;
    for (const std::vector<NodeId>& rows : rows_) {
      Bytes& part = parts.emplace_back(rows.size() * bytes);
      for (std::size_t i = 0; i < rows.size() && bytes > 0; ++i)
        std::memcpy(part.data() + i * bytes, static_cast<const std::byte*>(own) + rows[i] * bytes, bytes);
    }
    auto* next = static_cast<std::byte*>(to);
    for (const Bytes& from : processes_.exchanged(std::move(parts))) next = std::ranges::copy(from, next).out;
  }
  void end() const override {}

 private:
  const Processes& processes_;
  std::vector<std::vector<NodeId>> rows_;  // own ones that each process wants
};

constexpr std::size_t kTargetsAtOnce = std::size_t{1} << 18U;

// Those that are not own, each once, ascending. Some targets at a time, since most are met again and again.
template <class IsOwn>
std::vector<NodeId> others_among(std::span<const NodeId> targets, IsOwn&& own) {
  std::vector<NodeId> ids, some, both;
  for (std::size_t begin = 0; begin < targets.size(); begin += kTargetsAtOnce) {
    some.clear();
    for (const NodeId v : targets.subspan(begin, std::min(kTargetsAtOnce, targets.size() - begin)))
      if (!own(v)) some.push_back(v);
    std::ranges::sort(some);
    some.erase(std::ranges::unique(some).begin(), some.end());
    both.clear();
    std::ranges::set_union(ids, some, std::back_inserter(both));
    ids.swap(both);
  }
  ids.shrink_to_fit();
  return ids;
}

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
  std::vector<NodeId> ids = others_among(targets, own);
  for (NodeId& v : targets) {
    v = own(v) ? v - first : rows + static_cast<NodeId>(std::ranges::lower_bound(ids, v) - ids.begin());
  }
  Graph graph(std::move(offsets), std::move(targets), std::move(weights), false);
  std::erase_if(shared_, [&](const auto& known) { return known.first == graph.targets().data(); });
  shared_.emplace_back(graph.targets().data(), ghosts(std::move(ids)));
  return graph;
}

const GhostRows* Processes::ghosts_of(GraphView graph) const {
  for (const auto& [targets, ghosts] : shared_)
    if (targets == graph.targets().data()) return ghosts.get();
  return nullptr;
}

NodeId Processes::local_id(GraphView graph, NodeId node) const {
  const auto first = static_cast<NodeId>(first_row());
  if (node >= first && node - first < graph.nodes()) return node - first;
  const GhostRows* const others = ghosts_of(graph);
  if (others == nullptr) return kMaxNodes;
  const auto found = std::ranges::lower_bound(others->ids(), node);
  if (found == others->ids().end() || *found != node) return kMaxNodes;
  return graph.nodes() + static_cast<NodeId>(found - others->ids().begin());
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
