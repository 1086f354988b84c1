// What a file says of its edges beside their ends: weights, directions, and values that have no place in a graph.
//
// Weights: the values called weight, else those called value if all are numbers; an edge without one has the default, else 1. A
// graph of which only some edges are directed is read as undirected. The account says so, and which values are left out.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

enum class WeightName { none, weight, value };
WeightName weight_name(std::string_view name);  // weight, Weight, value, … without regard to case

class EdgeValues {
 public:
  // Of the last of `edges` edges; false if it is a weight and no finite number.
  bool set_weight(WeightName name, std::string_view text, std::size_t edges);
  void set_default_weight(double weight) { default_weight_ = weight; }
  void set_directed(bool directed) { directed_ = directed; }  // the whole graph
  void set_edge_directed(bool directed) { ++(directed ? directed_edges_ : undirected_edges_); }
  void leave_out(std::string_view value) { left_out_.emplace(value); }
  void note(std::string_view clause) { account_.emplace_back(clause); }

  // Weights, direction and account of the graph whose entries `contents` holds.
  void take(GraphContents& contents);

 private:
  struct Column {
    std::vector<double> weights;  // NaN: the edge has none
    std::size_t given = 0;
    bool numbers = true;
  };
  void take_weights(EntryList& list);
  void take_direction(GraphContents& contents);

  Column weight_;
  Column value_;
  std::optional<double> default_weight_;
  std::optional<bool> directed_;
  std::size_t directed_edges_ = 0;
  std::size_t undirected_edges_ = 0;
  std::set<std::string> left_out_;
  std::vector<std::string> account_;
};

}  // namespace cgsd
