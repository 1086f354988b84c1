// JSON by events, from a file of any size: plain values come as text, null, NaN and Infinity as an empty one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cgsd/core/context.hpp"
#include "cgsd/core/error.hpp"

namespace cgsd {

class JsonChars;

class JsonHandler {
 public:
  virtual ~JsonHandler() = default;
  virtual void begin(bool array) = 0;  // an array, or else an object
  virtual void end() = 0;
  virtual void key(std::string_view name) = 0;
  virtual void value(std::string_view text) = 0;

 protected:
  FilePosition position() const;  // of the last character read; only the file after the end
  ParseError error(const std::string& what) const { return {position(), what}; }

 private:
  const JsonChars* chars_ = nullptr;
  std::string file_;
  friend void read_json(const std::filesystem::path& file, JsonHandler& handler, const RunContext& run);
};

// Throws ParseError for malformed JSON and for more than 1,000 levels.
void read_json(const std::filesystem::path& file, JsonHandler& handler, const RunContext& run);

}  // namespace cgsd
