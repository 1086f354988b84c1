#include "cgsd/io/exchange/python_dictionary.hpp"

#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

class DictionaryReader {
 public:
  explicit DictionaryReader(std::string_view text) : rest_(trimmed(text)) {}

  std::optional<std::vector<PythonMember>> read() {
    if (rest_.size() < 2 || rest_.front() != '{' || rest_.back() != '}') return {};
    rest_ = rest_.substr(1, rest_.size() - 2);
    std::vector<PythonMember> members;
    while (skip_blanks(), !rest_.empty()) {
      const auto name = item(':');
      if (!name || rest_.empty() || rest_.front() != ':') return {};
      rest_.remove_prefix(1);
      const auto value = item(',');
      if (!value) return {};
      members.push_back({*name, *value});
      if (!rest_.empty()) rest_.remove_prefix(1);  // the comma
    }
    return members;
  }

 private:
  void skip_blanks() { rest_ = trimmed(rest_); }

  // A name or value up to `end`, which stays.
  std::optional<std::string> item(char end) {
    skip_blanks();
    if (rest_.starts_with('\'') || rest_.starts_with('"')) {
      auto text = quoted();
      skip_blanks();
      if (!text || (!rest_.empty() && rest_.front() != end)) return {};
      return text;
    }
    return plain(end);
  }

  std::optional<std::string> quoted() {
    const char quote = rest_.front();
    rest_.remove_prefix(1);
    std::string text;
    while (!rest_.empty() && rest_.front() != quote) {
      if (rest_.front() == '\\' && rest_.size() > 1) rest_.remove_prefix(1);
      text += rest_.front();
      rest_.remove_prefix(1);
    }
    if (rest_.empty()) return {};
    rest_.remove_prefix(1);
    return text;
  }

  // Up to `end` outside of brackets and quotes.
  std::optional<std::string> plain(char end) {
    int depth = 0;
    std::size_t length = 0;
    char quote = '\0';
    for (; length < rest_.size(); ++length) {
      const char c = rest_[length];
      if (quote != '\0') {
        if (c == quote) quote = '\0';
        continue;
      }
      if (c == '\'' || c == '"') quote = c;
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      if (depth < 0) return {};
      if (depth == 0 && c == end) break;
    }
    if (depth != 0 || quote != '\0') return {};
    std::string_view text = trimmed(rest_.substr(0, length));
    rest_.remove_prefix(length);
    if (text.starts_with("np.") && text.ends_with(')') && text.find('(') != std::string_view::npos) {
      text = text.substr(text.find('(') + 1);
      text.remove_suffix(1);
    }
    if (text == "None" || text == "nan" || text.find_first_of("([{") != std::string_view::npos) return "";
    return std::string(text);
  }

  std::string_view rest_;
};

}  // namespace

std::optional<std::vector<PythonMember>> python_dictionary(std::string_view text) {
  return DictionaryReader(text).read();
}

}  // namespace cgsd
