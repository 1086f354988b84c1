// The page that opens REPRODUCTION.md: what holds, what does not, what the paper's idea is worth, in twenty lines and
// one figure. Every number is taken from the reports; a line whose figures were not measured is left out.
#pragma once

#include <span>
#include <string>

#include "papers/cgsd/item_report.hpp"

namespace cgsd {

std::string opening_page(std::span<const ItemReport> reports);

}  // namespace cgsd
