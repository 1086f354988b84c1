// A graph with everything that a file or a generator provides. Only `input` goes to a detector; names are for
// writing results, labels for scoring.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/core/text_list.hpp"
#include "cgsd/graph/attribute_meaning.hpp"
#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/graph/builder.hpp"

namespace cgsd {

// The names of the nodes as the input spelled them, or none: then a node's name is its 0-based index.
class NodeNames {
 public:
  NodeNames() = default;
  explicit NodeNames(const std::vector<std::string>& names);

  bool none() const { return names_.empty(); }
  std::size_t size() const { return names_.size(); }
  std::string_view view(NodeId node) const { return names_[node]; }  // needs !none()
  std::string name(NodeId node) const { return none() ? std::to_string(node) : std::string(view(node)); }
  void append(std::string_view name) { names_.append(name); }
  bool operator==(const NodeNames&) const = default;

 private:
  TextList names_;
};

inline constexpr std::int32_t kUnlabelled = -1;

// Ground truth for scoring: class_of[v] in [0, classes) or kUnlabelled.
struct Labels {
  std::vector<std::int32_t> class_of;
  std::vector<std::string> class_names;  // empty: a class's name is its number

  bool none() const { return class_of.empty(); }
  std::int32_t classes() const;  // 1 + the largest class
  bool operator==(const Labels&) const = default;
};

struct Dataset {
  AttributedGraph input;
  NodeNames names;
  Labels labels;
  BuildReport report;  // what building the graph did to the entries
  // One per attribute (income, city=Berlin, notes:word), or none if they have no names.
  std::vector<std::string> attribute_names{};
  std::vector<AttributeMeaning> attribute_meanings{};  // one per attribute, or none: they are numbers as given
  std::vector<std::string> account{};  // what reading ignored, guessed, filled or joined: a short clause each
};

}  // namespace cgsd
