// A small program that is compiled as a release is, whatever the build: hardened.py reads what the flags make of it.
#include <cstdio>
#include <cstring>

namespace {

using Action = int (*)(const char*);

int length_of_copy(const char* text) {
  char copy[64];
  std::strncpy(copy, text, std::strlen(text));  // of a length that the compiler cannot know: checked at run time
  copy[sizeof copy - 1] = '\0';
  return static_cast<int>(std::strlen(copy));
}

int length(const char* text) { return static_cast<int>(std::strlen(text)); }

}  // namespace

int main(int argc, char** argv) {
  const Action action = argc > 1 ? length_of_copy : length;
  std::printf("%d\n", action(argv[argc - 1]));
  return 0;
}
