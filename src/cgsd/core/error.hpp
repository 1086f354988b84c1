// Errors. The library throws one of these and nothing else of its own; the command line and Python translate them once.
//
//   InvalidArgument  the caller asked for something impossible: "knn.neighbours = 0: must be in [1, 1000]"
//   ParseError       a file has content that is not allowed:    "cora.edges:17:5: node id 9999 ≥ node count 2708"
//   IoError          the system refused:                        "out/communities.csv: No space left on device"
//   Cancelled        the caller asked to stop
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace cgsd {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class InvalidArgument : public Error {
 public:
  using Error::Error;
};

// Where in a file something was found. Lines and columns count from 1; 0 means "not a matter of lines" (binary
// formats).
struct FilePosition {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

class ParseError : public Error {
 public:
  ParseError(FilePosition where, const std::string& what);
  const FilePosition& where() const { return where_; }

 private:
  FilePosition where_;
};

class IoError : public Error {
 public:
  using Error::Error;
  // "FILE: the message of the system for ERROR_NUMBER"
  static IoError from_errno(const std::string& file, int error_number);
};

class Cancelled : public Error {
 public:
  Cancelled() : Error("cancelled") {}
};

}  // namespace cgsd
