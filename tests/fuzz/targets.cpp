#include "tests/fuzz/targets.hpp"

#include "cgsd/core/error.hpp"

namespace cgsd::fuzz {

std::vector<Target> targets() {
  std::vector<Target> all = reader_targets();
  for (const Target& target : parser_targets()) all.push_back(target);
  for (const Target& target : method_targets()) all.push_back(target);
  return all;
}

void try_out(const Target& target, Bytes bytes) {
  try {
    target.run(bytes);
  } catch (const Error&) {  // one line for the user: what bad input deserves
  }
}

}  // namespace cgsd::fuzz
