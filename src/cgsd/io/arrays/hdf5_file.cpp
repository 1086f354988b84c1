#include "cgsd/io/arrays/hdf5_file.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include <fmt/format.h>
#include <hdf5.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/byte_source.hpp"
#include "cgsd/io/bytes/shared_library.hpp"
#include "cgsd/io/bytes/whole_file.hpp"

namespace cgsd {
namespace {

constexpr unsigned kReadOnly = 0;                        // H5F_ACC_RDONLY, a macro that calls the library
constexpr std::uint64_t kMaxExpansion = 1032;            // deflate's limit
constexpr std::uint64_t kFree = std::uint64_t{1} << 16;  // bytes that need no justification
constexpr std::size_t kLongestText = std::size_t{1} << 24;

// Its functions, loaded with the first file.
struct Hdf5Library {
  SharedLibrary library{CGSD_HDF5_LIBRARY, "HDF5 files"};
  CGSD_LOADED(H5open);
  CGSD_LOADED(H5Aclose);
  CGSD_LOADED(H5Aexists);
  CGSD_LOADED(H5Aget_space);
  CGSD_LOADED(H5Aget_type);
  CGSD_LOADED(H5Aopen);
  CGSD_LOADED(H5Aread);
  CGSD_LOADED(H5Dget_create_plist);
  CGSD_LOADED(H5Dget_space);
  CGSD_LOADED(H5Dget_storage_size);
  CGSD_LOADED(H5Dget_type);
  CGSD_LOADED(H5Dread);
  CGSD_LOADED(H5Dvlen_reclaim);
  CGSD_LOADED(H5Eset_auto2);
  CGSD_LOADED(H5Fclose);
  CGSD_LOADED(H5Fopen);
  CGSD_LOADED(H5Gget_info);
  CGSD_LOADED(H5Iget_type);
  CGSD_LOADED(H5Lexists);
  CGSD_LOADED(H5Lget_info);
  CGSD_LOADED(H5Lget_name_by_idx);
  CGSD_LOADED(H5Oclose);
  CGSD_LOADED(H5Oopen);
  CGSD_LOADED(H5Pclose);
  CGSD_LOADED(H5Pcreate);
  CGSD_LOADED(H5Pget_chunk);
  CGSD_LOADED(H5Pget_external_count);
  CGSD_LOADED(H5Pget_layout);
  CGSD_LOADED(H5Pset_fapl_core);
  CGSD_LOADED(H5Pset_file_image);
  CGSD_LOADED(H5Sclose);
  CGSD_LOADED(H5Sget_simple_extent_dims);
  CGSD_LOADED(H5Sget_simple_extent_ndims);
  CGSD_LOADED(H5Sget_simple_extent_npoints);
  CGSD_LOADED(H5Tclose);
  CGSD_LOADED(H5Tcopy);
  CGSD_LOADED(H5Tget_class);
  CGSD_LOADED(H5Tget_cset);
  CGSD_LOADED(H5Tget_size);
  CGSD_LOADED(H5Tis_variable_str);
  CGSD_LOADED(H5Tset_cset);
  CGSD_LOADED(H5Tset_size);

  // What the macros of its header call H5T_NATIVE_DOUBLE and the like.
  hid_t id(const char* variable) const {
    H5open();
    return *static_cast<const hid_t*>(library.address(variable));
  }
};

const Hdf5Library& hdf5() {
  static const Hdf5Library loaded;
  return loaded;
}

// An identifier of libhdf5 that gives itself back.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  operator hid_t() const { return id_; }  // NOLINT: libhdf5 takes plain numbers
  bool valid() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// libhdf5 keeps its state in one place, and prints what goes wrong unless told not to.
std::recursive_mutex& one_at_a_time() {
  static std::recursive_mutex mutex;
  return mutex;
}

struct Attribute {
  Attribute(hid_t object, const std::string& name)
      : attribute(hdf5().H5Aopen(object, name.c_str(), H5P_DEFAULT), hdf5().H5Aclose),
        type(hdf5().H5Aget_type(attribute), hdf5().H5Tclose),
        space(hdf5().H5Aget_space(attribute), hdf5().H5Sclose) {}
  hssize_t count() const { return hdf5().H5Sget_simple_extent_npoints(space); }

  Handle attribute;
  Handle type;
  Handle space;
};

std::string fixed_text(const char* begin, std::size_t length) { return {begin, strnlen(begin, length)}; }

hid_t memory_type(const double*) { return hdf5().id("H5T_NATIVE_DOUBLE_g"); }
hid_t memory_type(const float*) { return hdf5().id("H5T_NATIVE_FLOAT_g"); }
hid_t memory_type(const std::int64_t*) { return hdf5().id("H5T_NATIVE_INT64_g"); }

}  // namespace

struct Hdf5File::State {
  std::unique_lock<std::recursive_mutex> lock{one_at_a_time()};
  std::string name;
  std::uint64_t file_size = 0;
  std::vector<char> image;  // of a file that is not plain
  std::optional<Handle> file;

  ParseError error(const std::string& path, const std::string& what) const {
    return {{name}, path.empty() ? what : fmt::format("{}: {}", in_quotes(path), what)};
  }

  void open(const std::filesystem::path& path, const RunContext& run) {
    hdf5().H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    std::error_code unknown;
    const Handle access(hdf5().H5Pcreate(hdf5().id("H5P_CLS_FILE_ACCESS_ID_g")), hdf5().H5Pclose);
    std::string opened = path.string();
    if (std::filesystem::is_regular_file(path, unknown) && !is_gzip(path)) {
      file_size = std::filesystem::file_size(path, unknown);
    } else {
      image = read_whole(path, run);
      file_size = image.size();
      constexpr std::size_t kGrowth = std::size_t{1} << 20;
      hdf5().H5Pset_fapl_core(access, kGrowth, 0);
      hdf5().H5Pset_file_image(access, image.data(), image.size());
      opened = "/dev/null/image";  // an image must not have the name of a file that exists
    }
    file.emplace(hdf5().H5Fopen(opened.c_str(), kReadOnly, access), hdf5().H5Fclose);
    if (!file->valid()) throw error({}, "is no HDF5 file, or is cut off or damaged");
  }

  // Nothing but hard links on the way: others may lead out of the file.
  bool exists(const std::string& path) const {
    std::string walked;
    for (const auto& part : std::filesystem::path(path)) {
      walked += "/" + part.string();
      if (hdf5().H5Lexists(*file, walked.c_str(), H5P_DEFAULT) <= 0) return false;
      H5L_info_t info{};
      if (hdf5().H5Lget_info(*file, walked.c_str(), &info, H5P_DEFAULT) < 0) return false;
      if (info.type != H5L_TYPE_HARD) throw error(walked, "a link to somewhere else is not followed");
    }
    return true;
  }

  Handle object(const std::string& path) const {
    if (!exists(path)) throw error(path, "is not there");
    Handle opened(hdf5().H5Oopen(*file, path.empty() ? "/" : path.c_str(), H5P_DEFAULT), hdf5().H5Oclose);
    if (!opened.valid()) throw error(path, "cannot be opened: the file is damaged");
    return opened;
  }

  Handle array(const std::string& path) const {
    Handle opened = object(path);
    if (hdf5().H5Iget_type(opened) != H5I_DATASET) throw error(path, "is no array");
    check_storage(path, opened);
    return opened;
  }

  void check_storage(const std::string& path, hid_t dataset) const {
    const Handle creation(hdf5().H5Dget_create_plist(dataset), hdf5().H5Pclose);
    if (hdf5().H5Pget_layout(creation) == H5D_VIRTUAL) throw error(path, "a virtual array is not supported");
    if (hdf5().H5Pget_external_count(creation) > 0)
      throw error(path, "an array that lives in another file is not read");
    const Handle type(hdf5().H5Dget_type(dataset), hdf5().H5Tclose);
    const std::uint64_t stored = hdf5().H5Dget_storage_size(dataset);
    const std::uint64_t justified = std::min(stored, file_size) * kMaxExpansion + kFree;
    const std::uint64_t element = std::max<std::uint64_t>(1, hdf5().H5Tget_size(type));
    const std::uint64_t count = elements(path, dataset);
    if (count > justified / element) {
      throw error(path,
                  fmt::format("claims {} elements, but {} bytes are stored for it", grouped(count), grouped(stored)));
    }
    if (hdf5().H5Pget_layout(creation) == H5D_CHUNKED) check_chunk(path, creation, justified / element);
  }

  void check_chunk(const std::string& path, hid_t creation, std::uint64_t justified) const {
    std::vector<hsize_t> chunk(H5S_MAX_RANK);
    const int rank = hdf5().H5Pget_chunk(creation, H5S_MAX_RANK, chunk.data());
    std::uint64_t count = 1;
    constexpr std::uint64_t kPlausible = std::uint64_t{1} << 24;  // writers choose chunks larger than small arrays
    for (int i = 0; i < rank; ++i) {
      count *= std::max<hsize_t>(1, chunk[static_cast<std::size_t>(i)]);
      if (count > std::max(kPlausible, justified)) throw error(path, "its chunks are larger than its data justify");
    }
  }

  std::vector<std::uint64_t> shape(const std::string& path, hid_t dataset) const {
    const Handle space(hdf5().H5Dget_space(dataset), hdf5().H5Sclose);
    const int rank = hdf5().H5Sget_simple_extent_ndims(space);
    if (rank < 0) throw error(path, "has no shape");
    std::vector<hsize_t> dims(static_cast<std::size_t>(rank));
    hdf5().H5Sget_simple_extent_dims(space, dims.data(), nullptr);
    return {dims.begin(), dims.end()};
  }

  std::uint64_t elements(const std::string& path, hid_t dataset) const {
    std::uint64_t count = 1;
    for (const std::uint64_t length : shape(path, dataset)) {
      if (__builtin_mul_overflow(count, length, &count)) throw error(path, "is not plausibly large");
    }
    return count;
  }

  template <class T>
  std::vector<T> numbers(const std::string& path) const {
    const Handle dataset = array(path);
    const Handle type(hdf5().H5Dget_type(dataset), hdf5().H5Tclose);
    std::vector<T> values(elements(path, dataset));
    if (hdf5().H5Tget_class(type) == H5T_ENUM && hdf5().H5Tget_size(type) == 1) {  // as h5py stores truth values
      std::vector<std::int8_t> raw(values.size());
      if (hdf5().H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, raw.data()) < 0)
        throw error(path, "cannot be read");
      std::copy(raw.begin(), raw.end(), values.begin());
      return values;
    }
    if (hdf5().H5Tget_class(type) != H5T_INTEGER && hdf5().H5Tget_class(type) != H5T_FLOAT)
      throw error(path, "holds no numbers");
    if (hdf5().H5Dread(dataset, memory_type(values.data()), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
      throw error(path, "cannot be read: the file is damaged, or uses a compression that is not supported");
    }
    return values;
  }

  std::vector<std::string> texts(const std::string& path, hid_t dataset) const;
};

std::vector<std::string> Hdf5File::State::texts(const std::string& path, hid_t dataset) const {
  const Handle type(hdf5().H5Dget_type(dataset), hdf5().H5Tclose);
  if (hdf5().H5Tget_class(type) != H5T_STRING) throw error(path, "holds no texts");
  const std::uint64_t count = elements(path, dataset);
  std::vector<std::string> result;
  result.reserve(count);
  if (hdf5().H5Tis_variable_str(type) > 0) {
    std::vector<char*> pointers(count, nullptr);
    const Handle space(hdf5().H5Dget_space(dataset), hdf5().H5Sclose);
    const Handle memory(hdf5().H5Tcopy(hdf5().id("H5T_C_S1_g")), hdf5().H5Tclose);
    hdf5().H5Tset_size(memory, H5T_VARIABLE);
    hdf5().H5Tset_cset(memory, hdf5().H5Tget_cset(type));
    const bool read = hdf5().H5Dread(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()) >= 0;
    for (const char* text : pointers) result.emplace_back(read && text != nullptr ? text : "");
    hdf5().H5Dvlen_reclaim(memory, space, H5P_DEFAULT, pointers.data());
    if (!read) throw error(path, "cannot be read: the file is damaged");
    return result;
  }
  const std::size_t length = hdf5().H5Tget_size(type);
  if (length == 0 || length > kLongestText) throw error(path, "its texts are not plausibly long");
  std::vector<char> bytes(count * length);
  if (hdf5().H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0)
    throw error(path, "cannot be read");
  for (std::uint64_t i = 0; i < count; ++i) result.push_back(fixed_text(bytes.data() + i * length, length));
  return result;
}

Hdf5File::Hdf5File(const std::filesystem::path& file, const RunContext& run) : state_(std::make_unique<State>()) {
  state_->name = file.string();
  state_->open(file, run);
}

Hdf5File::~Hdf5File() = default;

ParseError Hdf5File::error(const std::string& path, const std::string& what) const { return state_->error(path, what); }

Hdf5Kind Hdf5File::kind(const std::string& path) const {
  if (!state_->exists(path)) return Hdf5Kind::absent;
  const Handle object = state_->object(path);
  const H5I_type_t type = hdf5().H5Iget_type(object);
  return type == H5I_GROUP ? Hdf5Kind::group : type == H5I_DATASET ? Hdf5Kind::array : Hdf5Kind::absent;
}

std::vector<std::string> Hdf5File::members(const std::string& group) const {
  constexpr hsize_t kMost = 1 << 16;
  const Handle object = state_->object(group);
  H5G_info_t info{};
  if (hdf5().H5Gget_info(object, &info) < 0) throw error(group, "is no group");
  if (info.nlinks > kMost) throw error(group, "has more than 65,536 members");
  std::vector<std::string> names;
  for (hsize_t i = 0; i < info.nlinks; ++i) {
    const auto length = hdf5().H5Lget_name_by_idx(object, ".", H5_INDEX_NAME, H5_ITER_INC, i, nullptr, 0, H5P_DEFAULT);
    if (length < 0) throw error(group, "cannot be read: the file is damaged");
    std::string name(static_cast<std::size_t>(length) + 1, '\0');
    hdf5().H5Lget_name_by_idx(object, ".", H5_INDEX_NAME, H5_ITER_INC, i, name.data(), name.size(), H5P_DEFAULT);
    name.pop_back();
    names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::uint64_t> Hdf5File::shape(const std::string& array) const {
  return state_->shape(array, state_->array(array));
}

Hdf5Values Hdf5File::values(const std::string& array) const {
  const Handle dataset = state_->array(array);
  const Handle type(hdf5().H5Dget_type(dataset), hdf5().H5Tclose);
  const H5T_class_t kind = hdf5().H5Tget_class(type);
  if (kind == H5T_STRING) return Hdf5Values::texts;
  const bool truth = kind == H5T_ENUM && hdf5().H5Tget_size(type) == 1;
  return kind == H5T_INTEGER || kind == H5T_FLOAT || truth ? Hdf5Values::numbers : Hdf5Values::other;
}

std::vector<double> Hdf5File::doubles(const std::string& array) const { return state_->numbers<double>(array); }
std::vector<float> Hdf5File::floats(const std::string& array) const { return state_->numbers<float>(array); }
std::vector<std::int64_t> Hdf5File::integers(const std::string& array) const {
  return state_->numbers<std::int64_t>(array);
}
std::vector<std::string> Hdf5File::texts(const std::string& array) const {
  return state_->texts(array, state_->array(array));
}

std::optional<std::string> Hdf5File::text_attribute(const std::string& path, const std::string& name) const {
  const Handle object = state_->object(path);
  if (hdf5().H5Aexists(object, name.c_str()) <= 0) return {};
  const Attribute opened(object, name);
  if (hdf5().H5Tget_class(opened.type) != H5T_STRING || opened.count() != 1) return {};
  if (hdf5().H5Tis_variable_str(opened.type) > 0) {
    char* text = nullptr;
    if (hdf5().H5Aread(opened.attribute, opened.type, &text) < 0 || text == nullptr) return {};
    std::string copy = text;
    hdf5().H5Dvlen_reclaim(opened.type, opened.space, H5P_DEFAULT, &text);
    return copy;
  }
  const std::size_t length = hdf5().H5Tget_size(opened.type);
  if (length == 0 || length > kLongestText) return {};
  std::vector<char> bytes(length);
  if (hdf5().H5Aread(opened.attribute, opened.type, bytes.data()) < 0) return {};
  return fixed_text(bytes.data(), length);
}

std::vector<std::int64_t> Hdf5File::integer_attribute(const std::string& path, const std::string& name) const {
  constexpr hssize_t kMost = 32;
  const Handle object = state_->object(path);
  if (hdf5().H5Aexists(object, name.c_str()) <= 0) return {};
  const Attribute opened(object, name);
  if (hdf5().H5Tget_class(opened.type) != H5T_INTEGER || opened.count() < 1 || opened.count() > kMost) return {};
  std::vector<std::int64_t> values(static_cast<std::size_t>(opened.count()));
  if (hdf5().H5Aread(opened.attribute, hdf5().id("H5T_NATIVE_INT64_g"), values.data()) < 0) return {};
  return values;
}

}  // namespace cgsd
