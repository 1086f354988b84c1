// A page: the built front end (web/) with the facts of a run or a comparison in it. One HTML file that needs no network.
//
// Facts stand in a <script type="application/json">, which no browser executes; <, >, &, U+2028 and U+2029 are written as
// \u escapes, so that no name from a file can end the element. What the page may load or run is fixed by the
// Content-Security-Policy of the front end. Promises: the same facts and arrays give the same bytes.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "cgsd/report/packed_arrays.hpp"

namespace cgsd {

inline constexpr const char* kReportSchema = "cgsd.report";
inline constexpr int kReportVersion = 1;

// The page without facts, as web/ was built.
std::string_view page_template();

// `facts` get schema, version and the directory of `arrays`.
std::string report_page(nlohmann::ordered_json facts, const PackedArrays& arrays, const std::string& title);

// JSON that can stand in an HTML script element.
std::string script_json(const nlohmann::ordered_json& json);
// Text that can stand in an HTML element.
std::string html_text(std::string_view text);

}  // namespace cgsd
