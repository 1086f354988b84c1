// A .npz file: a zip archive of NumPy arrays, found by name.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/io/arrays/npy.hpp"
#include "cgsd/io/bytes/zip_archive.hpp"

namespace cgsd {

class NpzFile {
 public:
  NpzFile(const std::filesystem::path& file, const RunContext& run) : archive_(file, run), run_(run) {}

  // Unpacks the large ones of these arrays at the same time: find and get, which may be asked for them later, have them
  // at hand. Whatever is wrong with them, find and get tell.
  void unpack_together(std::initializer_list<std::string_view> arrays);

  bool has(std::string_view array) const { return member(array) != nullptr; }
  std::optional<NpyArray> find(std::string_view array) const;
  NpyArray get(std::string_view array) const;  // ParseError if it is missing, naming what there is
  ParseError error(const std::string& what) const { return {{archive_.file()}, what}; }
  std::string names() const;  // "edges, node_labels, …", for messages

 private:
  const ZipMember* member(std::string_view array) const { return archive_.find(std::string(array) + ".npy"); }
  bool is_in_order(std::string_view array, const ZipMember& member) const;  // as far as its header tells
  std::optional<std::vector<char>> whole(const ZipMember& member) const;

  ZipArchive archive_;
  RunContext run_;
  mutable std::map<const ZipMember*, std::vector<char>> at_hand_;  // until somebody asks for them
};

}  // namespace cgsd
