// The files of a run as one commit: all of them are of one run, and a reader can tell whether they are.
//
//   RunFiles files(directory);
//   write_communities(files.add("communities.csv"), …);       // waits
//   files.commit(manifest);                                   // all appear, manifest.json last, with their checksums
//
// commit() holds a lock on the directory, so runs that end at once follow each other. It removes the manifest that was
// there and the files that this manifest lists and the new run does not write (with a folder of theirs that is empty
// then), puts the new files in place, and the new manifest last: a directory without a manifest has no whole result.
// If nothing is committed, no file changes.
#pragma once

#include <filesystem>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cgsd/core/context.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/summary/summary.hpp"

namespace cgsd {

inline constexpr const char* kManifestName = "manifest.json";

class RunFiles {
 public:
  explicit RunFiles(std::filesystem::path directory);

  std::filesystem::path add(const std::filesystem::path& name);  // relative to the directory: "figures/count.svg"
  // The manifest gets the member `outputs`. Throws IoError.
  void commit(nlohmann::ordered_json& manifest, const RunContext& run);
  const std::vector<std::filesystem::path>& written() const { return written_; }

 private:
  std::filesystem::path directory_;
  std::vector<std::filesystem::path> written_;
  FilesTogether together_;
};

// What the manifest of a run says that it wrote; empty if it is of an older version or is not there.
std::vector<DataFile> run_outputs(const std::filesystem::path& directory, const RunContext& run);

// Throws InvalidArgument if `file` of that directory is not the one that the manifest there tells of: the results of two
// runs are mixed, or it was edited. Without a manifest there is nothing to compare with.
void check_output(const std::filesystem::path& directory, const std::string& file, const RunContext& run);

}  // namespace cgsd
