#include "cgsd/figure/png.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/shared_library.hpp"

#ifdef CGSD_RSVG_LIBRARY

#include <cairo.h>
#include <librsvg/rsvg.h>
#include <zlib.h>

namespace cgsd {
namespace {

constexpr double kMostDots = 10000.0;

// The functions of librsvg, and of the libraries beneath it, loaded with the first picture.
struct RsvgLibrary {
  SharedLibrary library{CGSD_RSVG_LIBRARY, "PNG figures"};
  CGSD_LOADED(g_object_unref);
  CGSD_LOADED(g_error_free);
  CGSD_LOADED(cairo_surface_destroy);
  CGSD_LOADED(cairo_destroy);
  CGSD_LOADED(rsvg_handle_new_from_data);
  CGSD_LOADED(rsvg_handle_set_dpi);
  CGSD_LOADED(rsvg_handle_get_intrinsic_size_in_pixels);
  CGSD_LOADED(cairo_image_surface_create);
  CGSD_LOADED(cairo_create);
  CGSD_LOADED(cairo_set_source_rgb);
  CGSD_LOADED(cairo_paint);
  CGSD_LOADED(rsvg_handle_render_document);
  CGSD_LOADED(cairo_surface_write_to_png_stream);
  CGSD_LOADED(cairo_status_to_string);
};

const RsvgLibrary& rsvg() {
  static const RsvgLibrary loaded;
  return loaded;
}

struct Release {
  void operator()(RsvgHandle* handle) const { rsvg().g_object_unref(handle); }
  void operator()(GError* error) const { rsvg().g_error_free(error); }
  void operator()(cairo_surface_t* surface) const { rsvg().cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { rsvg().cairo_destroy(context); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

[[noreturn]] void refuse(GError* error) {
  const Owned<GError> owner(error);
  throw InvalidArgument(
      fmt::format("the drawing cannot be rendered: {}", error != nullptr ? error->message : "unknown"));
}

Owned<RsvgHandle> parsed(const std::string& svg, double dots_per_inch) {
  GError* error = nullptr;
  // Without a base address librsvg loads nothing from outside the drawing.
  Owned<RsvgHandle> handle(rsvg().rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()),
                                                            static_cast<gsize>(svg.size()), &error));
  if (!handle) refuse(error);
  rsvg().rsvg_handle_set_dpi(handle.get(), dots_per_inch);
  return handle;
}

RsvgRectangle size_of(RsvgHandle* handle) {
  RsvgRectangle size{};
  if (rsvg().rsvg_handle_get_intrinsic_size_in_pixels(handle, &size.width, &size.height) == FALSE) {
    throw InvalidArgument("the drawing cannot be rendered: it does not state its size");
  }
  if (!(size.width > 0.0 && size.height > 0.0 && size.width <= kMostDots && size.height <= kMostDots)) {
    throw InvalidArgument(
        fmt::format("the drawing has {:.0f} × {:.0f} dots: must be in [1, {:.0f}] each; ask for fewer dots per inch",
                    size.width, size.height, kMostDots));
  }
  return size;
}

cairo_status_t append(void* closure, const unsigned char* data, unsigned int length) {
  auto& bytes = *static_cast<std::vector<std::byte>*>(closure);
  const auto* first = reinterpret_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), first, first + length);
  return CAIRO_STATUS_SUCCESS;
}

void put_big_endian(std::byte* target, std::uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) target[i] = static_cast<std::byte>((value >> (24U - 8U * i)) & 0xFFU);
}

// The chunk pHYs, dots per metre, right behind the header: 8 bytes of signature and 25 of IHDR.
void state_resolution(std::vector<std::byte>& png, double dots_per_inch) {
  std::array<std::byte, 21> chunk{};
  put_big_endian(chunk.data(), 9);
  constexpr std::array<char, 4> kName = {'p', 'H', 'Y', 's'};
  std::transform(kName.begin(), kName.end(), chunk.begin() + 4, [](char c) { return static_cast<std::byte>(c); });
  const auto dots_per_metre = static_cast<std::uint32_t>(std::lround(dots_per_inch / 0.0254));
  put_big_endian(chunk.data() + 8, dots_per_metre);
  put_big_endian(chunk.data() + 12, dots_per_metre);
  chunk[16] = std::byte{1};
  put_big_endian(chunk.data() + 17,
                 static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(chunk.data() + 4), 13)));
  png.insert(png.begin() + 33, chunk.begin(), chunk.end());
}

}  // namespace

bool can_render_png() { return true; }

std::vector<std::byte> render_png(const std::string& svg, double dots_per_inch) {
  if (!(dots_per_inch >= 10.0 && dots_per_inch <= 2400.0)) {
    throw InvalidArgument(fmt::format("dots per inch = {}: must be in [10, 2400]", dots_per_inch));
  }
  const Owned<RsvgHandle> handle = parsed(svg, dots_per_inch);
  const RsvgRectangle size = size_of(handle.get());
  const Owned<cairo_surface_t> surface(rsvg().cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(size.width)), static_cast<int>(std::ceil(size.height))));
  const Owned<cairo_t> context(rsvg().cairo_create(surface.get()));
  rsvg().cairo_set_source_rgb(context.get(), 1.0, 1.0, 1.0);
  rsvg().cairo_paint(context.get());
  GError* error = nullptr;
  if (rsvg().rsvg_handle_render_document(handle.get(), context.get(), &size, &error) == FALSE) refuse(error);
  std::vector<std::byte> png;
  const cairo_status_t status = rsvg().cairo_surface_write_to_png_stream(surface.get(), append, &png);
  if (status != CAIRO_STATUS_SUCCESS || png.size() < 33) {
    throw Error(fmt::format("the drawing cannot be written as PNG: {}", rsvg().cairo_status_to_string(status)));
  }
  state_resolution(png, dots_per_inch);
  return png;
}

}  // namespace cgsd

#else

namespace cgsd {

bool can_render_png() { return false; }

std::vector<std::byte> render_png(const std::string& /*svg*/, double /*dots_per_inch*/) {
  throw Error("built without librsvg: PNG figures are not available");
}

}  // namespace cgsd

#endif
