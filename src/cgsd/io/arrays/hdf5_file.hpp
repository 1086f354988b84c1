// HDF5 files by path, through libhdf5: groups, arrays of numbers and texts, attributes.
//
// A hostile file gets no more than its bytes justify: an array that claims more than 1,032 times what is stored for it
// (deflate's limit), arrays and links that live in other files, virtual arrays, and soft links are a ParseError. A gzip-compressed
// file and one from a pipe are read into memory. libhdf5 itself parses the structure and is not made for malicious
// files: it may crash (io/bytes/trial_process.hpp).
// One file at a time in a process: a second thread waits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/error.hpp"

namespace cgsd {

enum class Hdf5Kind { absent, group, array };
enum class Hdf5Values { numbers, texts, other };

class Hdf5File {
 public:
  Hdf5File(const std::filesystem::path& file, const RunContext& run);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  Hdf5Kind kind(const std::string& path) const;
  std::vector<std::string> members(const std::string& group) const;  // sorted

  std::vector<std::uint64_t> shape(const std::string& array) const;
  Hdf5Values values(const std::string& array) const;  // truth values are numbers
  std::vector<double> doubles(const std::string& array) const;
  std::vector<float> floats(const std::string& array) const;
  std::vector<std::int64_t> integers(const std::string& array) const;
  std::vector<std::string> texts(const std::string& array) const;

  // Of a group or array; nothing if it is not there or of another kind.
  std::optional<std::string> text_attribute(const std::string& path, const std::string& name) const;
  std::vector<std::int64_t> integer_attribute(const std::string& path, const std::string& name) const;

  ParseError error(const std::string& path, const std::string& what) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace cgsd
