#include "apps/cgsd/render/explanation_text.hpp"

#include <vector>

#include <fmt/format.h>

#include "apps/cgsd/shell/layout.hpp"

namespace cgsd::app {
namespace {

std::string evidence_list(const std::string& title, const std::vector<AttributeEvidence>& evidence, std::size_t width) {
  if (evidence.empty()) return {};
  std::string text = section(title, width);
  for (const AttributeEvidence& a : evidence) text += paragraph(a.words, width);
  return text;
}

}  // namespace

std::string explanation_text(const NodeExplanation& e, std::size_t width) {
  const std::string other = e.other >= 0 ? fmt::format("Attributes that speak for community {}", e.other)
                                         : "Attributes that speak against it";
  return paragraph(e.place, width, 0) + paragraph(e.neighbourhood, width, 0) +
         evidence_list("Attributes that speak for its community", e.speaks_for, width) +
         evidence_list(other, e.speaks_against, width);
}

}  // namespace cgsd::app
