// In place of src/cgsd/io/arrays/hdf5_file.cpp in a build with CGSD_HDF5=OFF: an HDF5 file is refused when it is opened.
#include "cgsd/io/arrays/hdf5_file.hpp"

namespace cgsd {

struct Hdf5File::State {};

Hdf5File::Hdf5File(const std::filesystem::path& file, const RunContext& /*run*/) {
  throw ParseError(
      {file.string()},
      "this build reads no HDF5 files; in Python, open it with anndata.read_h5ad and pass what that returns");
}
Hdf5File::~Hdf5File() = default;

// No Hdf5File exists, so nothing below is ever called.
Hdf5Kind Hdf5File::kind(const std::string&) const { return Hdf5Kind::absent; }
std::vector<std::string> Hdf5File::members(const std::string&) const { return {}; }
std::vector<std::uint64_t> Hdf5File::shape(const std::string&) const { return {}; }
Hdf5Values Hdf5File::values(const std::string&) const { return Hdf5Values::other; }
std::vector<double> Hdf5File::doubles(const std::string&) const { return {}; }
std::vector<float> Hdf5File::floats(const std::string&) const { return {}; }
std::vector<std::int64_t> Hdf5File::integers(const std::string&) const { return {}; }
std::vector<std::string> Hdf5File::texts(const std::string&) const { return {}; }
std::optional<std::string> Hdf5File::text_attribute(const std::string&, const std::string&) const { return {}; }
std::vector<std::int64_t> Hdf5File::integer_attribute(const std::string&, const std::string&) const { return {}; }
ParseError Hdf5File::error(const std::string& path, const std::string& what) const { return {{path}, what}; }

}  // namespace cgsd
