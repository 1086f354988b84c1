// A shared library that is loaded when it is first needed.
//
// Why: librsvg, libcurl and libhdf5 bring some 80 shared libraries with them, and loading these takes 15 ms at each
// start of a program that hardly ever uses them. Their headers are still included, so that the compiler checks each call.
//
//   struct Renderer {
//     SharedLibrary library{"librsvg-2.so.2", "PNG figures"};
//     CGSD_LOADED(rsvg_handle_set_dpi);      // a member of that name, called like the function
//   };
//
// Throws Error, naming the purpose and the library, if it or a function of it is missing. A library stays loaded until
// the program ends: what it started (threads, handlers for the end) could not be undone.
#pragma once

#include <string>

namespace cgsd {

class SharedLibrary {
 public:
  SharedLibrary(std::string name, std::string purpose);
  // Of a function or variable, also of the libraries that this one needs itself.
  void* address(const char* symbol) const;

 private:
  std::string name_;
  std::string purpose_;
  void* handle_;
};

}  // namespace cgsd

#define CGSD_AS_TEXT(name) #name
#define CGSD_NAME_OF(name) CGSD_AS_TEXT(name)
// The type is that of the declaration; macros that stand for another name are followed.
#define CGSD_LOADED(name) \
  decltype(&::name) name = reinterpret_cast<decltype(&::name)>(library.address(CGSD_NAME_OF(name)))
