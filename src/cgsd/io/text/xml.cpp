#include "cgsd/io/text/xml.hpp"

#include <exception>
#include <memory>
#include <vector>

#include <expat.h>
#include <fmt/format.h>

#include "cgsd/core/utf8.hpp"
#include "cgsd/io/bytes/byte_source.hpp"

namespace cgsd {

const char* XmlAttributes::find(std::string_view name) const {
  for (const char** pair = pairs_; *pair != nullptr; pair += 2) {
    if (name == *pair) return pair[1];
  }
  return nullptr;
}

// expat is C: an exception must not pass through it, so it is kept and thrown once expat has returned.
class XmlParser {
 public:
  XmlParser(const std::filesystem::path& file, XmlHandler& handler)
      : handler_(handler), expat_(XML_ParserCreate(nullptr)) {
    if (!expat_) throw std::bad_alloc();
    handler_.parser_ = this;
    handler_.file_ = file.string();
    XML_SetUserData(expat_.get(), this);
    XML_SetElementHandler(expat_.get(), on_begin, on_end);
    XML_SetCharacterDataHandler(expat_.get(), on_text);
    XML_SetStartDoctypeDeclHandler(expat_.get(), on_doctype);
    XML_SetEntityDeclHandler(expat_.get(), on_entity);
  }

  ~XmlParser() { handler_.parser_ = nullptr; }
  XmlParser(const XmlParser&) = delete;
  XmlParser& operator=(const XmlParser&) = delete;

  std::uint64_t line() const { return XML_GetCurrentLineNumber(expat_.get()); }
  std::uint64_t column() const { return XML_GetCurrentColumnNumber(expat_.get()) + 1; }

  void parse(std::string_view chunk, bool last) {
    constexpr std::uint64_t kLongestToken = std::uint64_t{1} << 24;
    fed_ += chunk.size();
    const auto status = XML_Parse(expat_.get(), chunk.data(), static_cast<int>(chunk.size()), last ? 1 : 0);
    if (failure_) std::rethrow_exception(failure_);
    if (status == XML_STATUS_ERROR) {
      const char* what = XML_ErrorString(XML_GetErrorCode(expat_.get()));
      throw ParseError(handler_.position(), fmt::format("not well-formed XML: {}", what));
    }
    const auto seen = static_cast<std::uint64_t>(std::max<XML_Index>(0, XML_GetCurrentByteIndex(expat_.get())));
    if (!last && fed_ > seen + kLongestToken) throw ParseError(handler_.position(), "a tag of more than 16 MB");
  }

 private:
  struct Free {
    void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
  };

  template <class Event>
  void guarded(Event&& event) {
    if (failure_) return;  // expat may still deliver the end of an empty element after it was told to stop
    try {
      event();
    } catch (...) {
      failure_ = std::current_exception();
      XML_StopParser(expat_.get(), XML_FALSE);
    }
  }
  static XmlParser& self(void* user) { return *static_cast<XmlParser*>(user); }

  static void on_begin(void* user, const char* name, const char** attributes) {
    XmlParser& parser = self(user);
    parser.guarded([&] {
      constexpr int kDeepest = 256;
      if (++parser.depth_ > kDeepest) throw parser.handler_.error("elements are nested deeper than 256");
      std::string_view local = name;
      local.remove_prefix(local.rfind(':') + 1);  // npos + 1 = 0
      parser.handler_.begin_element(local, XmlAttributes(attributes));
    });
  }
  static void on_end(void* user, const char*) {
    self(user).guarded([&] {
      --self(user).depth_;
      self(user).handler_.end_element();
    });
  }
  static void on_text(void* user, const char* text, int length) {
    self(user).guarded([&] { self(user).handler_.text({text, static_cast<std::size_t>(length)}); });
  }
  static void on_doctype(void* user, const char*, const char*, const char*, int) {
    self(user).guarded([&] { throw self(user).handler_.error("a DOCTYPE is not allowed here"); });
  }
  static void on_entity(void* user, const char*, int, const char*, int, const char*, const char*, const char*,
                        const char*) {
    self(user).guarded([&] { throw self(user).handler_.error("an entity declaration is not allowed here"); });
  }

  XmlHandler& handler_;
  std::unique_ptr<XML_ParserStruct, Free> expat_;
  std::exception_ptr failure_;
  std::uint64_t fed_ = 0;
  int depth_ = 0;
};

FilePosition XmlHandler::position() const {
  if (parser_ == nullptr) return {file_};
  return {file_, parser_->line(), parser_->column()};
}

void read_xml(const std::filesystem::path& file, XmlHandler& handler, const RunContext& run) {
  const auto source = open_bytes(file);
  XmlParser parser(file, handler);
  std::vector<char> chunk(std::size_t{1} << 18);
  std::size_t got = 0;
  do {
    run.check_stop();
    got = source->read(chunk);
    parser.parse({chunk.data(), got}, got < chunk.size());
  } while (got == chunk.size());
}

namespace {

bool xml_holds(char32_t c) { return c >= 0x20 && c != 0xfffe && c != 0xffff; }  // tab and line ends are escaped

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const char32_t c = take_code_point(text).value_or(kReplacement);
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\t':
        out += "&#9;";
        break;
      case '\n':
        out += "&#10;";
        break;
      case '\r':
        out += "&#13;";
        break;
      default:
        append_utf8(out, xml_holds(c) ? c : kReplacement);
    }
  }
  return out;
}

}  // namespace cgsd
