// Figures as files: NAME.svg and, if this build can render it, NAME.png at 200 dots per inch.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cgsd/report/figures.hpp"

namespace cgsd::app {

using PlaceOfFile = std::function<std::filesystem::path(const std::string& name)>;

// What was written.
std::vector<std::string> write_figures(const PlaceOfFile& place, const std::vector<NamedFigure>& figures);
std::vector<std::string> write_figures(const std::filesystem::path& directory, const std::vector<NamedFigure>& figures);

}  // namespace cgsd::app
