#include "cgsd/io/store/download.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/partial_file.hpp"
#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/store/http_message.hpp"
#include "cgsd/io/store/http_transfer.hpp"

namespace cgsd {
namespace {

namespace fs = std::filesystem;

constexpr double kLongestPause = 60.0;  // seconds

bool is_already_there(const fs::path& target, const DownloadOptions& options, const RunContext& run) {
  std::error_code ignored;
  return !options.sha256.empty() && fs::is_regular_file(target, ignored) &&
         sha256_of_file(target, run) == options.sha256;
}

void wait(double seconds, const RunContext& run) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  constexpr std::chrono::milliseconds kStep{50};
  while (Clock::now() < end) {
    run.check_stop();
    std::this_thread::sleep_for(kStep);
  }
}

std::string failure(const std::string& url, const TransferOutcome& outcome, std::uint64_t received, bool resumable) {
  std::string text = fmt::format("{}: {}", shown_address(url), outcome.problem);
  if (outcome.total > 0) {
    text += fmt::format(" after {} of {} bytes", grouped(received), grouped(outcome.total));
  } else if (received > 0) {
    text += fmt::format(" after {} bytes", grouped(received));
  }
  if (received > 0) text += resumable ? "; a second call resumes" : "; a second call starts anew";
  return text;
}

class Download {
 public:
  Download(const std::string& url, PartialFile& file, const DownloadOptions& options, const RunContext& run)
      : url_(url), file_(file), options_(options), run_(run), may_resume_(!options.sha256.empty()) {
    if (file_.size() > limit()) file_.restart();
    // Without a sha256 nothing of this call may be taken up by a later one.
    if (!may_resume_) file_.discard();
  }

  DownloadReport finish() {
    double pause = options_.transfer.retry_pause;
    for (int failures = 0;;) {
      if (!may_resume_) file_.restart();
      const TransferOutcome outcome = one_attempt();
      if (outcome.verdict == TransferVerdict::complete && is_right()) break;
      if (outcome.verdict != TransferVerdict::passing) {
        may_resume_ = false;  // this happens only to a resumed file, so only once
        continue;
      }
      if (failures++ == options_.transfer.retries) {
        throw IoError(failure(url_, outcome, file_.size(), !options_.sha256.empty()));
      }
      wait(pause, run_);
      pause = std::min(2.0 * pause, kLongestPause);
    }
    report_.bytes = file_.size();
    report_.resumed_from = file_.inherited();
    file_.commit();
    run_.advance(1.0);
    return report_;
  }

 private:
  std::uint64_t limit() const {
    return std::min(options_.max_bytes, options_.expected_bytes.value_or(options_.max_bytes));
  }

  TransferOutcome one_attempt() {
    // An earlier call may have been ended between the last byte and the rename.
    if (file_.size() > 0 && file_.size() == options_.expected_bytes) return {};
    ++report_.attempts;
    const TransferOptions& times = options_.transfer;
    TransferOutcome outcome = transfer({url_, limit(), times.connect_timeout, times.stall_timeout}, file_, run_);
    // A connection that broke before the first byte did not repeat the size.
    outcome.total = announced_ = std::max(announced_, outcome.total);
    return outcome;
  }

  // False: the bytes of an earlier call may be to blame. A file that is wrong from its first byte on throws.
  bool is_right() {
    const std::string problem = problem_of_complete_file();
    if (problem.empty()) return true;
    if (file_.inherited() > 0) return false;
    file_.discard();
    throw IoError(fmt::format("{}: {}; nothing was kept", shown_address(url_), problem));
  }

  std::string problem_of_complete_file() const {
    if (options_.expected_bytes.has_value() && file_.size() != *options_.expected_bytes) {
      return fmt::format("{} bytes came instead of {}", grouped(file_.size()), grouped(*options_.expected_bytes));
    }
    if (options_.sha256.empty()) return {};
    const std::string actual = sha256_of_file(file_.path(), run_);
    if (actual == options_.sha256) return {};
    return fmt::format("wrong checksum: sha256 {} instead of {}", actual, options_.sha256);
  }

  const std::string& url_;
  PartialFile& file_;
  const DownloadOptions& options_;
  const RunContext& run_;
  bool may_resume_;
  std::uint64_t announced_ = 0;
  DownloadReport report_;
};

}  // namespace

DownloadReport download(const std::string& url, const fs::path& target, const DownloadOptions& options,
                        const RunContext& run) {
  check_web_address(url);
  validate(options.transfer);
  std::error_code ignored;  // what is wrong with the target, opening its neighbour finds out
  const auto already_there = [&] { return DownloadReport{.bytes = fs::file_size(target, ignored)}; };
  if (fs::is_directory(target, ignored)) throw IoError::from_errno(target.string(), EISDIR);
  if (is_already_there(target, options, run)) return already_there();
  PartialFile file(target, run);
  if (file.waited() && is_already_there(target, options, run)) return already_there();
  return Download(url, file, options, run).finish();
}

}  // namespace cgsd
