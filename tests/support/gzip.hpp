// Compresses bytes the way zip and gzip do.
#pragma once

#include <string>
#include <string_view>

#include <zlib.h>

namespace cgsd::testing {

// `window` tells zlib the container: negative for none.
inline std::string deflated(std::string_view bytes, int window = -MAX_WBITS) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, bytes.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string gzipped(std::string_view bytes) { return deflated(bytes, 16 + MAX_WBITS); }

}  // namespace cgsd::testing
