// A web server for tests: one thread, plain sockets, 127.0.0.1 at a free port. What it answers is a function, and the
// answers a client must survive are ready-made:
//
//   LoopbackServer server(in_turn({cut_after(body, 1000), file(body)}));
//   download(server.url("/cora.npz"), …);   server.requests()[1].range == "bytes=1000-"
//
// Connections are served one after another and closed after one answer. Leaving the scope ends a running answer.
#pragma once

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace cgsd::testing {

struct HttpRequest {
  std::string path;
  std::string range;  // the value of the Range header; empty: none was sent
};

class HttpConnection {
 public:
  HttpConnection(int socket, int stop) : socket_(socket), stop_(stop) {}

  // False once the client has gone or the server is to end.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      if (!ready(POLLOUT, -1)) return false;
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  // Waits; returns early and false when the client leaves (it sends nothing after its request) or the server is to end.
  bool pause(std::chrono::milliseconds time) const {
    pollfd events[2] = {{socket_, POLLIN | POLLRDHUP, 0}, {stop_, POLLIN, 0}};
    return ::poll(events, 2, static_cast<int>(time.count())) == 0;
  }
  void hold() const {
    while (pause(std::chrono::hours(1))) continue;
  }

  std::string receive_head() const {
    std::string head;
    char buffer[4096];
    while (head.find("\r\n\r\n") == std::string::npos && ready(POLLIN, 5000)) {
      const ssize_t got = ::recv(socket_, buffer, sizeof buffer, 0);
      if (got <= 0) break;
      head.append(buffer, static_cast<std::size_t>(got));
    }
    return head;
  }

 private:
  bool ready(short event, int milliseconds) const {
    pollfd events[2] = {{socket_, event, 0}, {stop_, POLLIN, 0}};
    return ::poll(events, 2, milliseconds) > 0 && events[1].revents == 0 &&
           (events[0].revents & (POLLERR | POLLHUP)) == 0;
  }

  int socket_;
  int stop_;
};

using HttpAnswer = std::function<void(const HttpRequest&, const HttpConnection&)>;

class LoopbackServer {
 public:
  explicit LoopbackServer(HttpAnswer answer) : answer_(std::move(answer)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (listener_ < 0 || ::bind(listener_, generic, size) != 0 || ::listen(listener_, 16) != 0 ||
        ::getsockname(listener_, generic, &size) != 0 || ::pipe(stop_) != 0) {
      throw std::runtime_error("no loopback server");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~LoopbackServer() {
    const bool told = ::write(stop_[1], "x", 1) == 1;
    if (!told) std::terminate();
    thread_.join();
    for (const int descriptor : {listener_, stop_[0], stop_[1]}) ::close(descriptor);
  }
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  std::string url(std::string_view path) const {
    return "http://127.0.0.1:" + std::to_string(port_) + std::string(path);
  }
  std::vector<HttpRequest> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  void serve() {
    for (;;) {
      pollfd events[2] = {{listener_, POLLIN, 0}, {stop_[0], POLLIN, 0}};
      ::poll(events, 2, -1);
      if (events[1].revents != 0) return;
      const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (socket < 0) continue;
      answer_one({socket, stop_[0]});
      ::close(socket);
    }
  }

  void answer_one(const HttpConnection& connection) {
    const std::string head = connection.receive_head();
    const std::size_t path = head.find(' ') + 1;
    if (path == 0) return;
    HttpRequest request{head.substr(path, head.find(' ', path) - path), {}};
    if (const std::size_t range = head.find("\r\nRange: "); range != std::string::npos) {
      request.range = head.substr(range + 9, head.find("\r\n", range + 2) - range - 9);
    }
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request);
    }
    answer_(request, connection);
  }

  HttpAnswer answer_;
  int listener_ = -1;
  int stop_[2] = {-1, -1};
  int port_ = 0;
  mutable std::mutex mutex_;
  std::vector<HttpRequest> requests_;
  std::thread thread_;
};

// ── ready-made answers ──

inline std::string http_head(std::string_view status, std::string_view headers) {
  return "HTTP/1.1 " + std::string(status) + "\r\n" + std::string(headers) + "Connection: close\r\n\r\n";
}

inline std::string content_length(std::size_t bytes) { return "Content-Length: " + std::to_string(bytes) + "\r\n"; }

// Any bytes, exactly as given.
inline HttpAnswer raw(std::string bytes) {
  return [bytes = std::move(bytes)](const HttpRequest&, const HttpConnection& c) { c.send(bytes); };
}

inline HttpAnswer status(const std::string& line) { return raw(http_head(line, content_length(7)) + "sorry.\n"); }

inline HttpAnswer redirect(const std::string& to) {
  return raw(http_head("302 Found", "Location: " + to + "\r\n" + content_length(0)));
}

// The head of an honest answer, for the whole or the range asked for; returns where the body begins, or npos for a 416.
inline std::size_t send_file_head(const HttpRequest& request, const HttpConnection& connection, std::size_t size) {
  if (request.range.empty()) {
    connection.send(http_head("200 OK", content_length(size)));
    return 0;
  }
  const std::size_t from = std::stoull(request.range.substr(6));  // "bytes=100-"
  if (from >= size) {
    connection.send(http_head("416 Range Not Satisfiable", content_length(0)));
    return std::string::npos;
  }
  const std::string range = "Content-Range: bytes " + std::to_string(from) + "-" + std::to_string(size - 1) + "/" +
                            std::to_string(size) + "\r\n";
  connection.send(http_head("206 Partial Content", range + content_length(size - from)));
  return from;
}

// Announces the whole file, sends it up to byte `end`, and closes.
inline HttpAnswer cut_after(std::string body, std::size_t end) {
  return [body = std::move(body), end](const HttpRequest& request, const HttpConnection& c) {
    const std::size_t from = send_file_head(request, c, body.size());
    if (from < end) c.send(std::string_view(body).substr(from, end - from));
  };
}

inline HttpAnswer file(const std::string& body) { return cut_after(body, body.size()); }

inline HttpAnswer file_without_ranges(const std::string& body) {
  return raw(http_head("200 OK", content_length(body.size())) + body);
}

// Sends the file up to byte `end`, then keeps the connection open in silence.
inline HttpAnswer stall_after(std::string body, std::size_t end) {
  return [body = std::move(body), end](const HttpRequest& request, const HttpConnection& c) {
    const std::size_t from = send_file_head(request, c, body.size());
    if (from < end) c.send(std::string_view(body).substr(from, end - from));
    c.hold();
  };
}

inline HttpAnswer silence() {
  return [](const HttpRequest&, const HttpConnection& c) { c.hold(); };
}

inline HttpAnswer trickle(std::string body, std::size_t piece, std::chrono::milliseconds pause) {
  return [body = std::move(body), piece, pause](const HttpRequest& request, const HttpConnection& c) {
    std::size_t from = send_file_head(request, c, body.size());
    for (; from < body.size() && c.send(std::string_view(body).substr(from, piece)) && c.pause(pause); from += piece) {
    }
  };
}

// `head`, then `piece` again and again, as long as the client listens.
inline HttpAnswer endless(std::string head, std::string piece) {
  return [head = std::move(head), piece = std::move(piece)](const HttpRequest&, const HttpConnection& c) {
    for (bool heard = c.send(head); heard;) heard = c.send(piece);
  };
}

// The first request gets the first answer, and so on; the last answer stays.
inline HttpAnswer in_turn(std::vector<HttpAnswer> answers) {
  return [answers = std::move(answers), next = std::size_t{0}](const HttpRequest& request,
                                                               const HttpConnection& c) mutable {
    answers[std::min(next++, answers.size() - 1)](request, c);
  };
}

inline HttpAnswer by_path(std::map<std::string, HttpAnswer> answers) {
  return [answers = std::move(answers)](const HttpRequest& request, const HttpConnection& c) {
    const auto found = answers.find(request.path);
    (found == answers.end() ? status("404 Not Found") : found->second)(request, c);
  };
}

}  // namespace cgsd::testing
