// A file from the web, whole and verified, or not at all.
//
//   download(url, "cache/cora.npz", {.sha256 = "45d8…", .expected_bytes = 148'310}, run.stage("cora.npz"));
//
// How: libcurl writes TARGET.partial (io/partial_file); the complete file is checked for size and SHA-256, flushed to
// disk and renamed to TARGET. A broken connection is retried after a growing pause.
// Resuming: the partial file stays after a broken connection, a stall, a stop or a full disk, and a later call asks the
// server for the rest only. That needs a sha256: without one, bytes of two versions of a file could be joined unseen,
// so the transfer starts anew and leaves nothing behind. A server that ignores the range, refuses it (416) or sends
// another one, and a resumed file with the wrong checksum, are answered by starting from the first byte. Promises: http
// and https only, also after redirects (at most 5); never more than max_bytes; TARGET is never seen half written; a
// TARGET that already has the sha256 is left alone; a stop request acts within about a second. Throws InvalidArgument
// for an address that is not http(s), Cancelled, and IoError for all that servers, networks and disks do: each with the
// address (without name and password) or the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"

namespace cgsd {

struct TransferOptions {
  double connect_timeout = 15.0;  // seconds until the connection stands
  double stall_timeout = 30.0;    // seconds without a byte (on top of connect_timeout for the first one)
  int retries = 2;                // further attempts after a failure that may pass
  double retry_pause = 0.5;       // seconds before the first retry, then doubled
};

inline void describe(OptionVisitor& v, TransferOptions& o) {
  v.number("connect_timeout", o.connect_timeout, {0.001, 3600.0}, "seconds until a connection must stand");
  v.number("stall_timeout", o.stall_timeout, {0.001, 3600.0}, "seconds without a byte after which a transfer is ended");
  v.number("retries", o.retries, {0, 100}, "further attempts after a broken connection or a server error");
  v.number("retry_pause", o.retry_pause, {0.0, 60.0},
           "seconds before the first retry, doubled before each further one");
}

struct DownloadOptions {
  std::string sha256;  // lower-case digits; empty: not verified, not resumed
  std::optional<std::uint64_t> expected_bytes;
  std::uint64_t max_bytes = std::uint64_t{1} << 30;
  TransferOptions transfer;
};

struct DownloadReport {
  std::uint64_t bytes = 0;         // of the complete file
  std::uint64_t resumed_from = 0;  // bytes that an earlier call had left
  int attempts = 0;                // requests made; 0: TARGET was already there and right
};

DownloadReport download(const std::string& url, const std::filesystem::path& target, const DownloadOptions& options,
                        const RunContext& run);

}  // namespace cgsd
