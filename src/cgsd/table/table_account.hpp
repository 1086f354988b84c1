// What was done to a table, told by topic: "filled: 3 of `age`, 1 of `income`". A hundred columns make one clause.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace cgsd {

class TableAccount {
 public:
  void add(const std::string& topic, std::string detail);
  std::vector<std::string> clauses() const;  // a topic each, in the order in which they came up

 private:
  std::vector<std::pair<std::string, std::vector<std::string>>> topics_;
};

// a, b, c, d, e and 3 more
std::string listed(const std::vector<std::string>& items);

}  // namespace cgsd
