// An encoding of a table (table/encoding.hpp) as JSON, for a model. Numbers come back to the bit.
#pragma once

#include <string>

#include "cgsd/table/encoding.hpp"

namespace cgsd {

std::string encoding_json(const Encoding& encoding);

// Throws InvalidArgument for a text that is no encoding.
Encoding encoding_of_json(const std::string& text);

}  // namespace cgsd
