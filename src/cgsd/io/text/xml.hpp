// XML by events, and text made fit for XML.
//
// Reading is expat over a ByteSource, chunk by chunk. Refused with a ParseError (line and column): malformed XML, any
// DOCTYPE or entity declaration (so nothing can be expanded or fetched), elements nested deeper than 256, and a single
// tag, comment or instruction of more than 16 MB. Memory: a chunk and the longest tag.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cgsd/core/context.hpp"
#include "cgsd/core/error.hpp"

namespace cgsd {

// The attributes of one element: name, value, name, value, …, nullptr, as expat hands them over.
class XmlAttributes {
 public:
  explicit XmlAttributes(const char** pairs) : pairs_(pairs) {}
  const char* find(std::string_view name) const;  // the value, or nullptr

 private:
  const char** pairs_;
};

class XmlParser;

// The events of an XML reader. Names come without their namespace prefix. An exception ends the reading.
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  virtual void begin_element(std::string_view name, const XmlAttributes& attributes) = 0;
  virtual void end_element() = 0;
  virtual void text(std::string_view piece) = 0;

 protected:
  // Where the current event stands; only the file before the first and after the last. Counting lines costs time:
  // ask only if the answer is needed.
  FilePosition position() const;
  ParseError error(const std::string& what) const { return {position(), what}; }

 private:
  const XmlParser* parser_ = nullptr;
  std::string file_;
  friend class XmlParser;
};

void read_xml(const std::filesystem::path& file, XmlHandler& handler, const RunContext& run);

// `text` as XML can hold it inside quotes or between tags: & < > " and line ends escaped; what XML cannot hold (most
// control characters, invalid UTF-8) becomes U+FFFD.
std::string xml_text(std::string_view text);

}  // namespace cgsd
