#include "tests/fuzz/as_file.hpp"

#include <cstdlib>
#include <fstream>

namespace cgsd::fuzz {
namespace fs = std::filesystem;
namespace {

class Directory {
 public:
  Directory() {
    const fs::path memory = "/dev/shm";
    std::string name = ((fs::is_directory(memory) ? memory : fs::temp_directory_path()) / "cgsd_fuzz_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": cannot be made");
    path = name;
  }
  ~Directory() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  fs::path path;
};

}  // namespace

fs::path own_directory() {
  static const Directory directory;
  return directory.path;
}

fs::path as_file(Bytes bytes, const std::string& name) {
  fs::path file = own_directory() / name;
  std::ofstream(file, std::ios::binary | std::ios::trunc)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return file;
}

}  // namespace cgsd::fuzz
