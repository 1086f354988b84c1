#include "cgsd/io/text/text_writer.hpp"

#include <iterator>

namespace cgsd {

TextWriter& TextWriter::operator<<(double number) {
  fmt::format_to(std::back_inserter(buffer_), "{}", number);
  return *this << std::string_view();
}

}  // namespace cgsd
