#include "cgsd/report/page.hpp"

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

// What the front end leaves for us: web/index.html.
constexpr std::string_view kTitlePlace = "@cgsd title@";
constexpr std::string_view kFactsPlace = "@cgsd facts@";
constexpr std::string_view kArraysPlace = "@cgsd arrays@";

std::size_t place_of(std::string_view page, std::string_view place, std::size_t from) {
  const std::size_t at = page.find(place, from);
  if (at == std::string_view::npos) throw Error("the page of this program is incomplete: build cgsd again");
  return at;
}

}  // namespace

std::string script_json(const nlohmann::ordered_json& json) {
  const std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const std::string_view three = std::string_view(text).substr(i, 3);
    if (c == '<') {
      out += "\\u003c";
    } else if (c == '>') {
      out += "\\u003e";
    } else if (c == '&') {
      out += "\\u0026";
    } else if (three == "\xe2\x80\xa8" || three == "\xe2\x80\xa9") {
      out += three.back() == '\xa8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += c;
    }
  }
  return out;
}

std::string html_text(std::string_view text) {
  // Through JSON, which replaces what is not UTF-8.
  const nlohmann::json as_json = std::string(text);
  const auto valid = nlohmann::json::parse(as_json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  std::string out;
  for (const char c : valid.get<std::string>()) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string report_page(nlohmann::ordered_json facts, const PackedArrays& arrays, const std::string& title) {
  facts["schema"] = kReportSchema;
  facts["schema_version"] = kReportVersion;
  facts["arrays"] = arrays.directory();
  const std::string_view page = page_template();
  const std::size_t at_title = place_of(page, kTitlePlace, 0);
  const std::size_t at_facts = place_of(page, kFactsPlace, at_title);
  const std::size_t at_arrays = place_of(page, kArraysPlace, at_facts);
  std::string out(page.substr(0, at_title));
  out += html_text(title);
  out += page.substr(at_title + kTitlePlace.size(), at_facts - at_title - kTitlePlace.size());
  out += script_json(facts);
  out += page.substr(at_facts + kFactsPlace.size(), at_arrays - at_facts - kFactsPlace.size());
  out += arrays.packed();
  out += page.substr(at_arrays + kArraysPlace.size());
  return out;
}

}  // namespace cgsd
