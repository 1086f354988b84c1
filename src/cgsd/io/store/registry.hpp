// The public graphs that cgsd knows by name: what they are, where they come from, how to recognise them.
//
//   const DatasetRecord& record = dataset_record("Roman-Empire");   // any case, '-' like '_', "film" like "actor"
//   verify_counts(record, *located.form, {.nodes = …, .edges = …, .attributes = …, .classes = …});
//
// A dataset may exist in several forms (a .npz, the original Planetoid or Geom-GCN files). At most one of them, the
// first, has an origin on the web; the others are accepted where they are found. SHA-256 and sizes are those of files
// that were at hand when the table was written; if none is given, the file was not.
// Counts are of the undirected graph without loops and repeats. Licences are what the repository of origin states about
// itself, not a finding about the data. The table lives in registry_table.cpp and io/built_in/built_in_records.cpp; nothing
// here can be changed at run time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cgsd/core/options.hpp"

namespace cgsd {

enum class DatasetFormat { npz, planetoid, geom_gcn, builtin };
constexpr auto enum_names(DatasetFormat) {
  return std::array{EnumName<DatasetFormat>{DatasetFormat::npz, "npz", "arrays in one .npz file"},
                    EnumName<DatasetFormat>{DatasetFormat::planetoid, "planetoid", "the eight files ind.NAME.*"},
                    EnumName<DatasetFormat>{DatasetFormat::geom_gcn, "geom-gcn", "a directory with two text files"},
                    EnumName<DatasetFormat>{DatasetFormat::builtin, "built-in", "part of cgsd, no file"}};
}

enum class CountSource { measured, published };
constexpr auto enum_names(CountSource) {
  return std::array{EnumName<CountSource>{CountSource::measured, "measured", "counted on the very files"},
                    EnumName<CountSource>{CountSource::published, "published", "as its authors or PyG print them"}};
}

struct DatasetFile {
  std::string_view name;
  std::string_view sha256 = {};  // empty: not known
  std::uint64_t bytes = 0;       // 0: not known
};

struct DatasetForm {
  DatasetFormat format = DatasetFormat::npz;
  std::span<const DatasetFile> files = {};  // of planetoid: the first is ind.NAME.graph
  // Where the files may lie below a data directory; downloads go to the first.
  std::span<const std::string_view> folders = {};
  std::string_view origin = {};  // a file is at origin + name; empty: only used where found
  bool has_attributes = true;
};

struct DatasetCounts {
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t attributes = 0;
  std::uint64_t classes = 0;
  bool operator==(const DatasetCounts&) const = default;
};

struct DatasetRecord {
  std::string_view name;  // lower case, words joined by '_'
  std::string_view alias = {};
  std::string_view description;
  std::span<const DatasetForm> forms;  // at least one, the preferred first
  DatasetCounts expected;
  CountSource counts_are = CountSource::measured;
  bool heterophilic = false;  // as its source classes it: by homophily corrected for class sizes
  bool in_paper = false;      // one of the ten of the paper
  std::string_view licence;
  std::string_view citation;
  std::string_view notes = {};
};

std::span<const DatasetRecord> dataset_records();  // the paper's ten first, the built-in ones last
std::span<const DatasetRecord> public_records();   // those with an origin on the web: registry_table.cpp

// Throws InvalidArgument with the nearest name, or all names.
const DatasetRecord& dataset_record(std::string_view name);

// The form with an origin on the web, or nullptr (built-in).
const DatasetForm* downloadable_form(const DatasetRecord& record);

// Throws ParseError that names all that differs: "cora: 2,707 nodes instead of 2,708". Without a form it is
// the first one.
void verify_counts(const DatasetRecord& record, const DatasetForm& form, const DatasetCounts& found);
void verify_counts(const DatasetRecord& record, const DatasetCounts& found);

}  // namespace cgsd
