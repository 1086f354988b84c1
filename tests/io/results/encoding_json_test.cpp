#include "cgsd/io/results/encoding_json.hpp"

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

Encoding sample() {
  Encoding e;
  e.id_column = "Zoë";
  e.common_scale = true;
  ColumnEncoding c;
  c.sources = {"notes \"x\""};
  c.positions = {2};
  c.kind = ColumnKind::words;
  c.levels = {"katze", "犬"};
  c.idf = {1.0 / 3.0, 0.1};
  c.missing = true;
  c.weight = 1.0 / 7.0;
  e.columns = {c};
  return e;
}

TEST(EncodingJson, ComesBackToTheBit) { EXPECT_EQ(encoding_of_json(encoding_json(sample())), sample()); }

TEST(EncodingJson, RefusesWhatIsNoEncoding) {
  const std::string good = encoding_json(sample());
  for (const std::string& text : {std::string(), std::string("[]"), std::string("{}"), good.substr(0, good.size() / 2)})
    EXPECT_THROW(encoding_of_json(text), InvalidArgument) << text;
  std::string unknown = good;
  unknown.replace(unknown.find("\"words\""), 7, "\"sword\"");
  EXPECT_THROW(encoding_of_json(unknown), InvalidArgument);
  std::string short_of_weights = good;
  short_of_weights.replace(short_of_weights.find(",0.1]"), 5, "]");
  EXPECT_THROW(encoding_of_json(short_of_weights), InvalidArgument);
}

}  // namespace
}  // namespace cgsd
