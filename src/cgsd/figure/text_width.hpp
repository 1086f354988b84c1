// How wide text is in DejaVu Sans, so that labels can be laid out without a font library.
//
// The table holds the font's advance widths (version 2.37) of Latin, Greek, Cyrillic and the signs figures need.
// Kerning is left out (it only narrows), and any other character counts 1.25 em, which few glyphs of any font exceed.
// So a width is rarely too small: if another font stands in (Helvetica and Arial are narrower), labels still do not
// overlap. Text is read as svg::escaped writes it: a byte that is no UTF-8 has the width of U+FFFD.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cgsd {

inline constexpr std::string_view kFigureFont = "DejaVu Sans, Helvetica, Arial, sans-serif";

double text_width(std::string_view text, double size);  // points, for a font of `size` points

// The text itself if it is no wider than `width`, else its longest beginning that fits with "…" behind it.
std::string text_cut_to(std::string_view text, double size, double width);

// The text in up to `lines` lines no wider than `width`, broken at spaces and behind "-", "_", "/"; empty if that
// cannot be done.
std::vector<std::string> text_in_lines(std::string_view text, double size, double width, int lines);

}  // namespace cgsd
