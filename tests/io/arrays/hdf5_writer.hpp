// HDF5 files for tests, member by member, by libhdf5 itself. Groups on the way are made.
//
//   Hdf5Writer(file).texts("obs/_index", {"a", "b"}).numbers("obs/age", {2}, {41, 38}).text_attribute("obs", "_index", "_index");
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <hdf5.h>

namespace cgsd::testing {

class Hdf5Writer {
 public:
  explicit Hdf5Writer(const std::filesystem::path& file)
      : file_(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)),
        on_the_way_(H5Pcreate(H5P_LINK_CREATE)) {
    H5Pset_create_intermediate_group(on_the_way_, 1);
  }
  ~Hdf5Writer() {
    H5Pclose(on_the_way_);
    H5Fclose(file_);
  }
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  Hdf5Writer& group(const std::string& path) {
    H5Gclose(H5Gcreate2(file_, path.c_str(), on_the_way_, H5P_DEFAULT, H5P_DEFAULT));
    return *this;
  }

  // An array of any shape; without values nothing is stored. `creation` may ask for chunks and the like.
  Hdf5Writer& numbers(const std::string& path, const std::vector<hsize_t>& shape, const std::vector<double>& values,
                      hid_t creation = H5P_DEFAULT) {
    const hid_t array = dataset(path, shape, H5T_NATIVE_DOUBLE, creation);
    if (!values.empty()) H5Dwrite(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(array);
    return *this;
  }

  // An array in a space of its own, which may grow; nothing is stored.
  Hdf5Writer& numbers_in(const std::string& path, hid_t space, hid_t creation) {
    H5Dclose(H5Dcreate2(file_, path.c_str(), H5T_NATIVE_DOUBLE, space, on_the_way_, creation, H5P_DEFAULT));
    return *this;
  }

  // Texts of any length, or all of `length` bytes.
  Hdf5Writer& texts(const std::string& path, const std::vector<std::string>& values,
                    std::size_t length = H5T_VARIABLE) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, length);
    const hid_t array = dataset(path, {values.size()}, type, H5P_DEFAULT);
    std::vector<const char*> pointers;
    std::string padded;
    for (const std::string& value : values) {
      pointers.push_back(value.c_str());
      if (length != H5T_VARIABLE) padded += value + std::string(length - value.size(), '\0');
    }
    const void* bytes = length == H5T_VARIABLE ? static_cast<const void*>(pointers.data()) : padded.data();
    H5Dwrite(array, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes);
    H5Dclose(array);
    H5Tclose(type);
    return *this;
  }

  // Texts that nobody has written: none is there.
  Hdf5Writer& missing_texts(const std::string& path, hsize_t count) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    H5Dclose(dataset(path, {count}, type, H5P_DEFAULT));
    H5Tclose(type);
    return *this;
  }

  // Truth values as h5py stores them.
  Hdf5Writer& truths(const std::string& path, const std::vector<std::int8_t>& values) {
    const hid_t type = H5Tenum_create(H5T_NATIVE_INT8);
    const std::array<std::int8_t, 2> both = {0, 1};
    H5Tenum_insert(type, "FALSE", &both[0]);
    H5Tenum_insert(type, "TRUE", &both[1]);
    const hid_t array = dataset(path, {values.size()}, type, H5P_DEFAULT);
    H5Dwrite(array, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(array);
    H5Tclose(type);
    return *this;
  }

  // A type by a name of its own: neither a group nor an array.
  Hdf5Writer& type(const std::string& path) {
    const hid_t made = H5Tcopy(H5T_NATIVE_INT8);
    H5Tcommit2(file_, path.c_str(), made, on_the_way_, H5P_DEFAULT, H5P_DEFAULT);
    H5Tclose(made);
    return *this;
  }

  // Bytes without a meaning: neither numbers nor texts.
  Hdf5Writer& opaque(const std::string& path, hsize_t count) {
    const hid_t type = H5Tcreate(H5T_OPAQUE, 1);
    H5Dclose(dataset(path, {count}, type, H5P_DEFAULT));
    H5Tclose(type);
    return *this;
  }

  Hdf5Writer& text_attribute(const std::string& path, const char* name, const std::string& text) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, text.size());
    put_attribute(path, name, {H5Screate(H5S_SCALAR), type, text.data()});
    H5Tclose(type);
    return *this;
  }
  // As h5py writes a text: of any length.
  Hdf5Writer& long_text_attribute(const std::string& path, const char* name, const char* text) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    put_attribute(path, name, {H5Screate(H5S_SCALAR), type, &text});
    H5Tclose(type);
    return *this;
  }
  Hdf5Writer& integer_attribute(const std::string& path, const char* name, const std::vector<std::int64_t>& numbers) {
    const auto length = static_cast<hsize_t>(numbers.size());
    put_attribute(path, name, {H5Screate_simple(1, &length, nullptr), H5T_NATIVE_INT64, numbers.data()});
    return *this;
  }

  // A second name for the same thing, which may be what holds it.
  Hdf5Writer& hard_link(const std::string& path, const std::string& target) {
    H5Lcreate_hard(file_, target.c_str(), file_, path.c_str(), on_the_way_, H5P_DEFAULT);
    return *this;
  }
  Hdf5Writer& soft_link(const std::string& path, const std::string& target) {
    H5Lcreate_soft(target.c_str(), file_, path.c_str(), on_the_way_, H5P_DEFAULT);
    return *this;
  }
  Hdf5Writer& remove(const std::string& path) {
    H5Ldelete(file_, path.c_str(), H5P_DEFAULT);
    return *this;
  }

 private:
  struct Value {
    hid_t space;
    hid_t type;
    const void* data;
  };

  hid_t dataset(const std::string& path, const std::vector<hsize_t>& shape, hid_t type, hid_t creation) const {
    const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t made = H5Dcreate2(file_, path.c_str(), type, space, on_the_way_, creation, H5P_DEFAULT);
    H5Sclose(space);
    return made;
  }

  void put_attribute(const std::string& path, const char* name, const Value& value) const {
    const hid_t object = H5Oopen(file_, path.c_str(), H5P_DEFAULT);
    const hid_t attribute = H5Acreate2(object, name, value.type, value.space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, value.type, value.data);
    H5Aclose(attribute);
    H5Sclose(value.space);
    H5Oclose(object);
  }

  hid_t file_;
  hid_t on_the_way_;
};

}  // namespace cgsd::testing
