#include "cgsd/experiment/tables/escape.hpp"

#include <map>

namespace cgsd {

std::string escaped_markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("|*_`<\\[]").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string escaped_latex(std::string_view text) {
  static const std::map<char, std::string> kSpecial = {{'\\', "\\textbackslash{}"},
                                                       {'~', "\\textasciitilde{}"},
                                                       {'^', "\\textasciicircum{}"},
                                                       {'&', "\\&"},
                                                       {'%', "\\%"},
                                                       {'$', "\\$"},
                                                       {'#', "\\#"},
                                                       {'_', "\\_"},
                                                       {'{', "\\{"},
                                                       {'}', "\\}"}};
  std::string out;
  for (const char c : text) {
    const auto special = kSpecial.find(c);
    if (special == kSpecial.end()) {
      out += c;
    } else {
      out += special->second;
    }
  }
  return out;
}

}  // namespace cgsd
