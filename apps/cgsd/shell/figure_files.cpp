#include "apps/cgsd/shell/figure_files.hpp"

#include "cgsd/figure/png.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/output_directory.hpp"

namespace cgsd::app {

std::vector<std::string> write_figures(const PlaceOfFile& place, const std::vector<NamedFigure>& figures) {
  constexpr double kDots = 200.0;
  std::vector<std::string> written;
  for (const NamedFigure& figure : figures) {
    const std::filesystem::path file = place(figure.name + ".svg");
    write_file(file, figure.svg);
    written.push_back(file.string());
    if (!can_render_png()) continue;
    const std::vector<std::byte> png = render_png(figure.svg, kDots);
    const std::filesystem::path picture = place(figure.name + ".png");
    write_file(picture, {reinterpret_cast<const char*>(png.data()), png.size()});  // NOLINT: bytes as text
    written.push_back(picture.string());
  }
  return written;
}

std::vector<std::string> write_figures(const std::filesystem::path& directory,
                                       const std::vector<NamedFigure>& figures) {
  if (!figures.empty()) make_output_directory(directory);
  return write_figures([&](const std::string& name) { return directory / name; }, figures);
}

}  // namespace cgsd::app
