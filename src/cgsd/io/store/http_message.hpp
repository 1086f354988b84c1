// Small pieces of HTTP that do not need libcurl: the contents of an address, a status and a header.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cgsd {

// Throws InvalidArgument for an address that does not begin with http:// or https:// (in any case) and a host.
void check_web_address(std::string_view url);

// The address without a name and password, for messages.
std::string shown_address(std::string_view url);

// 404 → "the server answered 404 (not found)"
std::string status_text(long status);

// Whether the same request may be answered better a little later.
bool status_may_pass(long status);

// "Content-Range: bytes 100-199/200" → 100; nothing for any other header.
std::optional<std::uint64_t> content_range_begin(std::string_view header);

}  // namespace cgsd
