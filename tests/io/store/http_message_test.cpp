#include "cgsd/io/store/http_message.hpp"

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

TEST(CheckWebAddress, AcceptsHttpAndHttpsOnly) {
  for (const char* url : {"http://a/b", "https://a", "HTTPS://A/b", "http://user:word@a:80/b"}) {
    EXPECT_NO_THROW(check_web_address(url)) << url;
  }
  for (const char* url : {"", "a", "/etc/passwd", "file:///etc/passwd", "FILE:///etc/passwd", "ftp://a/b", "http:/a",
                          "http://", "http:///etc/passwd", " http://a", "httpx://a", "gopher://a", "scp://a/b"}) {
    EXPECT_THROW(check_web_address(url), InvalidArgument) << url;
  }
}

TEST(CheckWebAddress, DoesNotShowAPassword) {
  try {
    check_web_address("ftp://user:secret@host/x");
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "'ftp://host/x': only http:// and https:// addresses can be downloaded");
  }
}

TEST(ShownAddress, LeavesOutNameAndPassword) {
  EXPECT_EQ(shown_address("https://host/a@b"), "https://host/a@b");
  EXPECT_EQ(shown_address("https://user:word@host/a@b"), "https://host/a@b");
  EXPECT_EQ(shown_address("https://user:w@rd@host"), "https://host");
  EXPECT_EQ(shown_address("https://user:word@host?a@b"), "https://host?a@b");
  EXPECT_EQ(shown_address("user:word@host/x"), "host/x");
  EXPECT_EQ(shown_address(""), "");
}

TEST(StatusText, NamesWhatPeopleMeet) {
  EXPECT_EQ(status_text(404), "the server answered 404 (not found)");
  EXPECT_EQ(status_text(503), "the server answered 503 (service unavailable)");
  EXPECT_EQ(status_text(418), "the server answered 418");
}

TEST(StatusMayPass, IsTrueForOverloadAndServerErrors) {
  for (const long status : {408, 429, 500, 503}) EXPECT_TRUE(status_may_pass(status)) << status;
  for (const long status : {200, 301, 400, 403, 404, 410, 416}) EXPECT_FALSE(status_may_pass(status)) << status;
}

TEST(ContentRangeBegin, ReadsTheFirstByte) {
  EXPECT_EQ(content_range_begin("Content-Range: bytes 100-199/200\r\n"), 100u);
  EXPECT_EQ(content_range_begin("content-range:bytes 0-0/*"), 0u);
  EXPECT_EQ(content_range_begin("CONTENT-RANGE: Bytes 18446744073709551615-2/3"), 18446744073709551615u);
  for (const char* header : {"", "Content-Length: 5", "Content-Range: ", "Content-Range: bytes",
                             "Content-Range: bytes ", "Content-Range: bytes */200", "Content-Range: bytes -5/200",
                             "Content-Range: bytes 12", "Content-Range: lines 1-2/3",
                             "Content-Range: bytes 18446744073709551616-2/3", "X-Content-Range: bytes 1-2/3"}) {
    EXPECT_EQ(content_range_begin(header), std::nullopt) << header;
  }
}

}  // namespace
}  // namespace cgsd
