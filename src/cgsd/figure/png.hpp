// Pictures of SVG drawings, made by librsvg.
//
// `dots_per_inch` dots to the inch of the size the drawing states, on white; the file records it too (pHYs), so that it
// is placed in its true size. At most 10,000 dots a side. The text is set in the fonts of the machine (DejaVu Sans if
// it is installed), hence the bytes are the same only if fonts and librsvg are. Throws InvalidArgument for a resolution
// outside 10 … 2400, a drawing librsvg does not understand or one that is too large, and Error if the library was built
// without librsvg.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cgsd {

bool can_render_png();

std::vector<std::byte> render_png(const std::string& svg, double dots_per_inch);

}  // namespace cgsd
