// What the tests of io/download share: a file to transfer, options that cannot fail for want of time, a target.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/store/download.hpp"

#include "tests/support/loopback_server.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd::testing {

inline std::string make_body(std::size_t size) {
  std::string body(size, '\0');
  for (std::size_t i = 0; i < size; ++i) body[i] = static_cast<char>((i * 2654435761u) >> 13);
  return body;
}
inline const std::string kBody = make_body(200'000);

inline std::string digest(const std::string& bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

// Patient about time, so that a busy machine cannot break a test, and impatient about failures.
inline DownloadOptions expecting(const std::string& body, int retries = 0) {
  return {.sha256 = digest(body),
          .expected_bytes = {},
          .max_bytes = 10'000'000,
          .transfer = {.connect_timeout = 60.0, .stall_timeout = 60.0, .retries = retries, .retry_pause = 0.01}};
}
inline DownloadOptions without_checksum(int retries = 0) {
  DownloadOptions options = expecting({}, retries);
  options.sha256.clear();
  return options;
}

template <class Failure = IoError>
std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Failure& error) {
    return error.what();
  }
  return "nothing was thrown";
}

inline std::vector<std::string> ranges(const LoopbackServer& server) {
  std::vector<std::string> values;
  for (const HttpRequest& request : server.requests()) values.push_back(request.range);
  return values;
}

class DownloadTest : public ::testing::Test {
 protected:
  std::string failure(const LoopbackServer& server, const DownloadOptions& options) const {
    return message_of([&] { download(server.url("/f"), target, options, RunContext()); });
  }
  DownloadReport fetch(const LoopbackServer& server, const DownloadOptions& options) const {
    return download(server.url("/f"), target, options, RunContext());
  }
  bool nothing_is_left() const { return std::filesystem::is_empty(dir.path()); }

  TemporaryDirectory dir;
  std::filesystem::path target = dir / "f";
  std::filesystem::path partial = dir / "f.partial";
};

}  // namespace cgsd::testing
