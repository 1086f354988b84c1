// A graph with everything that a file or a generator provides. Only `input` goes to a detector; names are for
// writing results, labels for scoring.
//
//   Dataset      owns all of it
//   DatasetView  borrows it, from a Dataset or from parts of the caller's, which must outlive the view: a few words
#pragma once

#include <cstdint>
#include <span>
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

// What is shown of a graph needs no copy of it.
struct DatasetView {
  AttributedGraphView input;
  const NodeNames& names;
  const Labels& labels;
  const BuildReport& report;
  std::span<const std::string> attribute_names{};
  std::span<const AttributeMeaning> attribute_meanings{};
  std::span<const std::string> account{};

  DatasetView(const Dataset& data)  // NOLINT: functions take either
      : DatasetView(data.input, data) {}
  // The graph and attributes of `input` with everything else of `beside`.
  DatasetView(const AttributedGraphView& graph, const Dataset& beside)
      : input(graph),
        names(beside.names),
        labels(beside.labels),
        report(beside.report),
        attribute_names(beside.attribute_names),
        attribute_meanings(beside.attribute_meanings),
        account(beside.account) {}
};

}  // namespace cgsd
