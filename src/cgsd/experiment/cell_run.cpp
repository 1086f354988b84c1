#include "cgsd/experiment/cell_run.hpp"

#include <chrono>
#include <new>
#include <stdexcept>

#include "cgsd/core/error.hpp"
#include "cgsd/metrics/scores.hpp"

namespace cgsd {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

void score(const Partition& found, const Dataset& data, CellRecord& cell, const RunContext& run) {
  const Scores quality = scores(data.input.graph, found.community_of, data.labels, run);
  cell.communities = found.communities;
  cell.modularity = quality.cut.modularity;
  if (!quality.agreement) return;
  cell.nmi = quality.agreement->nmi;
  cell.ami = quality.agreement->ami;
  cell.ari = quality.agreement->ari;
  cell.accuracy = quality.agreement->accuracy;
}

void fail(CellRecord& cell, std::string_view why) {
  cell.state = CellState::failed;
  cell.reason = one_line(why);
}

void attempt(CellRecord& cell, const MethodEntry& method, const CellData& data, const RunContext& run) {
  const ConfiguredMethod ready = configured(method, data.communities);
  cell.fingerprint = fingerprint(ready);
  const auto begin = Clock::now();
  try {
    const Partition found = data.training != nullptr ? run_sharing(ready, data.dataset.input, *data.training, run)
                                                     : ready.run(data.dataset.input, run).partition;
    cell.seconds = seconds_since(begin);
    score(found, data.dataset, cell, run);
  } catch (...) {
    cell.seconds = seconds_since(begin);
    throw;
  }
}

}  // namespace

CellRecord run_cell(const CellKey& key, const MethodEntry& method, const CellData& data, const RunContext& run) {
  CellRecord cell;
  cell.key = key;
  cell.overrides = method.overrides;
  cell.data = data.fingerprint;
  try {
    attempt(cell, method, data, run);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::bad_alloc&) {
    fail(cell, "not enough memory");
  } catch (const std::length_error&) {  // more than any vector may hold
    fail(cell, "not enough memory");
  } catch (const std::exception& error) {
    fail(cell, error.what());
  }
  return cell;
}

}  // namespace cgsd
