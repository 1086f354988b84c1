// One HTTP request whose answer goes to the end of a partial file: the part of io/download that knows libcurl.
//
// The answer is taken only if it is the whole file (200: the partial file restarts) or the rest that was asked for (206
// with the right Content-Range). What went wrong comes back as a verdict if another attempt may help, and as an
// IoError if none will. Throws Cancelled, and what the file or the progress sink throws.
#pragma once

#include <cstdint>
#include <string>

#include "cgsd/core/context.hpp"
#include "cgsd/io/bytes/partial_file.hpp"

namespace cgsd {

struct TransferRequest {
  std::string url;
  std::uint64_t limit = 0;       // more bytes than these are refused, and nothing is kept
  double connect_timeout = 0.0;  // seconds
  double stall_timeout = 0.0;
};

enum class TransferVerdict {
  complete,
  passing,  // a broken connection, a stall, a server error: may pass; `problem` describes it
  restart,  // the range asked for is not available
};

struct TransferOutcome {
  TransferVerdict verdict = TransferVerdict::complete;
  std::string problem;
  std::uint64_t total = 0;  // bytes of the whole file as the server announced them; 0: it did not
};

// Asks for the bytes after file.size().
TransferOutcome transfer(const TransferRequest& request, PartialFile& file, const RunContext& run);

}  // namespace cgsd
