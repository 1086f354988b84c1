#include "papers/cgsd/opening.hpp"
namespace cgsd {
std::string opening_page(std::span<const ItemReport>) { return {}; }
}  // namespace cgsd
