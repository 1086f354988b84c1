// Where a dataset of the registry lies on this machine, and how it gets there.
//
// Search order: the directory the user gave, the one of $CGSD_DATA, the cache ($XDG_CACHE_HOME/cgsd/data, else
// $HOME/.cache/cgsd/data; both variables count only if absolute, as the XDG specification requires). Within a directory
// the forms of a dataset are tried in the order of the registry; a form is found when all its files are there. What
// lies in the first two belongs to the user: it is taken as it is, never verified here (verify_counts does, after
// reading), never written to. Downloads go into the cache alone; StoreLocations::cache sets another place.
// Cost: find_dataset looks at names only; fetch_dataset reads what is in the cache once, for its SHA-256.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/io/store/download.hpp"
#include "cgsd/io/store/registry.hpp"

namespace cgsd {

struct StoreLocations {
  std::optional<std::filesystem::path> given;
  std::optional<std::filesystem::path> environment;
  std::filesystem::path cache;  // empty: there is none
};

// The values of the variables; nothing if a variable is not set.
struct StoreEnvironment {
  std::optional<std::string> cgsd_data;
  std::optional<std::string> xdg_cache_home;
  std::optional<std::string> home;
};

StoreLocations locations_from(std::optional<std::filesystem::path> given, const StoreEnvironment& environment);
// The same with the variables of this process.
StoreLocations default_locations(std::optional<std::filesystem::path> given = {});

enum class DatasetPlace { builtin, given, environment, cache };
constexpr auto enum_names(DatasetPlace) {
  return std::array{EnumName<DatasetPlace>{DatasetPlace::builtin, "built-in", "part of cgsd"},
                    EnumName<DatasetPlace>{DatasetPlace::given, "given", "the data directory given"},
                    EnumName<DatasetPlace>{DatasetPlace::environment, "environment", "the directory of CGSD_DATA"},
                    EnumName<DatasetPlace>{DatasetPlace::cache, "cache", "the cache of downloads"}};
}

struct LocatedDataset {
  const DatasetRecord* record = nullptr;
  const DatasetForm* form = nullptr;
  DatasetPlace place = DatasetPlace::builtin;
  // What a reader takes: the .npz file, the file ind.NAME.graph (the other seven beside it), or the directory of
  // Geom-GCN files. Empty for a built-in dataset.
  std::filesystem::path path;
  std::vector<std::filesystem::path> files;
  std::vector<std::filesystem::path> first_seen{};  // fetched, and no checksum was known: it is recorded from now on
};

// Throws InvalidArgument for a given or environment directory that does not exist: a slip of the pen must not send
// anyone to the cache unseen.
std::optional<LocatedDataset> find_dataset(const DatasetRecord& record, const StoreLocations& locations);

struct FetchOptions {
  std::string base_url;                                // empty: the origin of the registry; else BASE_URL/FILE
  std::uint64_t max_bytes = std::uint64_t{512} << 20;  // for files whose size is not known
  TransferOptions transfer;
};

inline void describe(OptionVisitor& v, FetchOptions& o) {
  v.text("base_url", o.base_url, "http(s) address of a mirror; empty: the origin named in the registry");
  v.number("max_bytes", o.max_bytes, {1, std::uint64_t{1} << 40}, "most bytes of a file whose size is not known");
  v.group("transfer", o.transfer);
}

// Built-in, or whole in a directory of the user: as found. Else verifies the cache and downloads what is missing or
// damaged there, one stage per file. A file whose checksum the registry does not know must be the one that was downloaded
// first (recorded_checksum.hpp).
LocatedDataset fetch_dataset(const DatasetRecord& record, const StoreLocations& locations, const FetchOptions& options,
                             const RunContext& run);

}  // namespace cgsd
