#include "cgsd/io/store/http_message.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

// `prefix` in lower case.
bool begins_with(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), text.begin(), [](char a, char b) { return a == lower_case(b); });
}

std::string_view name_of_status(long status) {
  switch (status) {
    case 401:
      return "unauthorised";
    case 403:
      return "forbidden";
    case 404:
      return "not found";
    case 410:
      return "gone";
    case 416:
      return "range not satisfiable";
    case 429:
      return "too many requests";
    case 500:
      return "internal server error";
    case 502:
      return "bad gateway";
    case 503:
      return "service unavailable";
    case 504:
      return "gateway timeout";
    default:
      return "";
  }
}

}  // namespace

void check_web_address(std::string_view url) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (begins_with(url, scheme) && url.size() > scheme.size() && url[scheme.size()] != '/') return;
  }
  throw InvalidArgument(in_quotes(shown_address(url)) + ": only http:// and https:// addresses can be downloaded");
}

std::string shown_address(std::string_view url) {
  const std::size_t scheme_end = url.find("://");
  const std::size_t host = scheme_end == std::string_view::npos ? 0 : scheme_end + 3;
  const std::string_view authority = url.substr(host, url.find_first_of("/?#", host) - host);
  const std::size_t at = authority.rfind('@');
  if (at == std::string_view::npos) return std::string(url);
  return fmt::format("{}{}", url.substr(0, host), url.substr(host + at + 1));
}

std::string status_text(long status) {
  const std::string_view name = name_of_status(status);
  return name.empty() ? fmt::format("the server answered {}", status)
                      : fmt::format("the server answered {} ({})", status, name);
}

bool status_may_pass(long status) { return status == 408 || status == 429 || status >= 500; }

std::optional<std::uint64_t> content_range_begin(std::string_view header) {
  constexpr std::string_view kName = "content-range:";
  constexpr std::string_view kUnit = "bytes ";
  if (!begins_with(header, kName)) return {};
  const std::string_view value = trimmed(header.substr(kName.size()));
  if (!begins_with(value, kUnit)) return {};
  const std::string_view range = value.substr(kUnit.size());
  std::uint64_t begin = 0;
  const auto [end, error] = std::from_chars(range.data(), range.data() + range.size(), begin);
  if (error != std::errc{} || end == range.data() + range.size() || *end != '-') return {};
  return begin;
}

}  // namespace cgsd
