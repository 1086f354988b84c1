#include "cgsd/io/store/http_transfer.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>

#include <curl/curl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/shared_library.hpp"
#include "cgsd/io/store/http_message.hpp"

namespace cgsd {
namespace {

using Clock = std::chrono::steady_clock;
constexpr long kMostRedirects = 5;
constexpr std::uint64_t kMostHeaderBytes = std::uint64_t{1} << 18;

// libcurl's functions, loaded with the first download.
struct CurlLibrary {
  SharedLibrary library{CGSD_CURL_LIBRARY, "downloads"};
  CGSD_LOADED(curl_global_init);
  CGSD_LOADED(curl_easy_strerror);
  CGSD_LOADED(curl_easy_init);
  CGSD_LOADED(curl_easy_cleanup);
  CGSD_LOADED(curl_easy_perform);
  CGSD_LOADED(curl_easy_setopt);
  CGSD_LOADED(curl_easy_getinfo);
};

const CurlLibrary& curl() {
  static const CurlLibrary loaded;
  return loaded;
}

// libcurl must be initialised once per process, before the first handle. It is never cleaned up: other code of the
// process may use libcurl too.
void initialise_curl() {
  static const CURLcode status = curl().curl_global_init(CURL_GLOBAL_DEFAULT);
  if (status != CURLE_OK) throw IoError(std::string("libcurl cannot start: ") + curl().curl_easy_strerror(status));
}

// A library must not let SIGPIPE (OpenSSL writing to a closed connection) end its caller, nor change the handlers of
// the process: blocks it in this thread and swallows the one that we caused.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigset_t pending;
    sigemptyset(&set_);
    sigaddset(&set_, SIGPIPE);
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &set_, &before_);
  }
  ~WithoutSigpipe() {
    const timespec at_once{};
    if (!was_pending_) sigtimedwait(&set_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  sigset_t set_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

// Why a callback of ours ended the transfer.
enum class Ended { no, by_exception, by_stall, by_size, by_headers, by_status };

// One request in progress. libcurl calls back into it; no exception may cross libcurl's frames.
class Exchange {
 public:
  Exchange(const TransferRequest& request, PartialFile& file, const RunContext& run)
      : request_(request),
        file_(file),
        run_(run),
        asked_from_(file.size()),
        curl_(curl().curl_easy_init(), curl().curl_easy_cleanup) {
    if (curl_ == nullptr) throw IoError("libcurl cannot start");
    set_up();
  }

  TransferOutcome perform() {
    CURLcode code = CURLE_OK;
    {
      const WithoutSigpipe guard;
      code = curl().curl_easy_perform(curl_.get());
    }
    if (error_) std::rethrow_exception(error_);
    if (code == CURLE_OK && !body_began_) begin_body();  // an empty answer
    TransferOutcome outcome = ended_ != Ended::no ? judge_our_own_end() : judge(code);
    outcome.total = total_;
    return outcome;
  }

 private:
  template <class Value>
  void set(CURLoption option, Value value) {
    const CURLcode code = curl().curl_easy_setopt(curl_.get(), option, value);
    if (code != CURLE_OK) fail(curl().curl_easy_strerror(code));
  }

  void set_up() {
    set(CURLOPT_ERRORBUFFER, message_.data());
    set(CURLOPT_URL, request_.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    // What began encrypted stays so.
    set(CURLOPT_REDIR_PROTOCOLS_STR, request_.url.starts_with("https://") ? "https" : "http,https");
    set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_MAXREDIRS, kMostRedirects);
    set(CURLOPT_FAILONERROR, 1L);
    // Refuses an announced size before the first byte; what comes unannounced is counted in take_body.
    constexpr std::uint64_t kMost = std::numeric_limits<curl_off_t>::max();
    set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(std::min(request_.limit, kMost)));
    set(CURLOPT_USERAGENT, "cgsd");
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(std::max(1.0, request_.connect_timeout * 1000.0)));
#if LIBCURL_VERSION_NUM >= 0x075700
    set(CURLOPT_QUICK_EXIT, 1L);  // a stop must not wait for a name lookup that hangs
#endif
    if (asked_from_ > 0) set(CURLOPT_RANGE, fmt::format("{}-", asked_from_).c_str());  // libcurl copies it
    set(CURLOPT_HEADERDATA, this);
    set(CURLOPT_HEADERFUNCTION, &Exchange::on_header);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_WRITEFUNCTION, &Exchange::on_body);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFODATA, this);
    set(CURLOPT_XFERINFOFUNCTION, &Exchange::on_progress);
  }

  static std::size_t on_header(char* bytes, std::size_t, std::size_t size, void* self) {
    return static_cast<Exchange*>(self)->guarded([&](Exchange& e) { e.take_header({bytes, size}); }) ? size : 0;
  }
  static std::size_t on_body(char* bytes, std::size_t, std::size_t size, void* self) {
    return static_cast<Exchange*>(self)->guarded([&](Exchange& e) { e.take_body({bytes, size}); }) ? size : size + 1;
  }
  static int on_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<Exchange*>(self)->guarded([](Exchange& e) { e.take_a_breath(); }) ? 0 : 1;
  }

  // Whether the transfer may go on.
  template <class Step>
  bool guarded(Step&& step) {
    try {
      step(*this);
    } catch (...) {
      error_ = std::current_exception();
      ended_ = Ended::by_exception;
    }
    return ended_ == Ended::no;
  }

  void take_header(std::string_view line) {
    last_byte_ = Clock::now();
    first_byte_seen_ = true;
    header_bytes_ += line.size();
    if (header_bytes_ > kMostHeaderBytes) ended_ = Ended::by_headers;
    if (line.starts_with("HTTP/")) range_begin_.reset();  // the answer after a redirect
    if (const auto begin = content_range_begin(line)) range_begin_ = begin;
  }

  void take_body(std::string_view bytes) {
    last_byte_ = Clock::now();
    first_byte_seen_ = true;
    if (!body_began_) begin_body();
    if (ended_ == Ended::no && file_.size() + bytes.size() > request_.limit) ended_ = Ended::by_size;
    if (ended_ == Ended::no) file_.append(bytes);
  }

  // Invariant afterwards: the bytes that follow belong at the end of the file, or the transfer has ended.
  void begin_body() {
    body_began_ = true;
    const long code = status();
    const bool the_rest = code == 206 && asked_from_ > 0 && range_begin_ == asked_from_;
    if (code == 200 && file_.size() > 0) file_.restart();
    if (code != 200 && !the_rest) {
      ended_ = Ended::by_status;
      return;
    }
    curl_off_t announced = -1;
    curl().curl_easy_getinfo(curl_.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced);
    if (announced < 0) return;
    total_ = file_.size() + static_cast<std::uint64_t>(announced);
    if (total_ > request_.limit) ended_ = Ended::by_size;
  }

  // Called by libcurl with every piece, and about once a second where none comes.
  void take_a_breath() {
    run_.check_stop();
    const double patience = request_.stall_timeout + (first_byte_seen_ ? 0.0 : request_.connect_timeout);
    if (std::chrono::duration<double>(Clock::now() - last_byte_).count() > patience) ended_ = Ended::by_stall;
    if (total_ == 0) return;
    const double fraction = static_cast<double>(file_.size()) / static_cast<double>(total_);
    constexpr double kWorthTelling = 0.001;
    if (fraction < reported_ + kWorthTelling) return;
    reported_ = fraction;
    run_.advance(fraction);
  }

  long status() const {
    long code = 0;
    curl().curl_easy_getinfo(curl_.get(), CURLINFO_RESPONSE_CODE, &code);
    return code;
  }

  [[noreturn]] void fail(std::string_view what) const {
    throw IoError(fmt::format("{}: {}", shown_address(request_.url), what));
  }
  [[noreturn]] void fail_too_large() const {
    file_.discard();
    fail(fmt::format("the server sends more than {} bytes; refused", grouped(request_.limit)));
  }

  TransferOutcome judge_our_own_end() const {
    switch (ended_) {
      case Ended::by_stall:
        return {TransferVerdict::passing, fmt::format("no byte came for {} seconds", request_.stall_timeout)};
      case Ended::by_size:
        fail_too_large();
      case Ended::by_headers:
        fail("the server sends headers without end; refused");
      default:
        break;
    }
    if (asked_from_ > 0 && status() == 206) return {TransferVerdict::restart, {}};
    fail(status_text(status()) + ", which is not a file");
  }

  TransferOutcome judge(CURLcode code) const {
    switch (code) {
      case CURLE_OK:
        return {};
      case CURLE_HTTP_RETURNED_ERROR:
        if (status() == 416 && asked_from_ > 0) return {TransferVerdict::restart, {}};
        if (status_may_pass(status())) return {TransferVerdict::passing, status_text(status())};
        fail(status_text(status()));
      case CURLE_FILESIZE_EXCEEDED:
        fail_too_large();
      case CURLE_TOO_MANY_REDIRECTS:
        fail(fmt::format("more than {} redirects", kMostRedirects));
      case CURLE_UNSUPPORTED_PROTOCOL:
        fail(status() >= 300 ? "redirected to an address that is not safe to follow; refused"
                             : "the answer is not HTTP");
      case CURLE_COULDNT_RESOLVE_HOST:
        return {TransferVerdict::passing, "no such host, or no network"};
      case CURLE_COULDNT_CONNECT:
        return {TransferVerdict::passing, "the server cannot be reached"};
      case CURLE_OPERATION_TIMEDOUT:
        return {TransferVerdict::passing, fmt::format("no connection within {} seconds", request_.connect_timeout)};
      case CURLE_PARTIAL_FILE:
      case CURLE_GOT_NOTHING:
      case CURLE_RECV_ERROR:
      case CURLE_SEND_ERROR:
      case CURLE_HTTP2:
      case CURLE_HTTP2_STREAM:
        return {TransferVerdict::passing, "the connection broke"};
      default:
        fail(message_[0] != '\0' ? message_.data() : curl().curl_easy_strerror(code));
    }
  }

  const TransferRequest& request_;
  PartialFile& file_;
  const RunContext& run_;
  const std::uint64_t asked_from_;
  std::array<char, CURL_ERROR_SIZE> message_{};
  std::optional<std::uint64_t> range_begin_;
  std::uint64_t header_bytes_ = 0;
  std::uint64_t total_ = 0;
  double reported_ = 0.0;
  bool first_byte_seen_ = false;
  bool body_began_ = false;
  Clock::time_point last_byte_ = Clock::now();
  Ended ended_ = Ended::no;
  std::exception_ptr error_;
  std::unique_ptr<CURL, void (*)(CURL*)> curl_;  // last: it refers to the members above
};

}  // namespace

TransferOutcome transfer(const TransferRequest& request, PartialFile& file, const RunContext& run) {
  initialise_curl();
  run.check_stop();
  return Exchange(request, file, run).perform();
}

}  // namespace cgsd
