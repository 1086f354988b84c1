// What was found out about a graph, for formats that can carry it to a drawing program.
#pragma once

#include <cstdint>
#include <span>

#include "cgsd/graph/dataset.hpp"

namespace cgsd {

struct GraphAnnotations {
  std::span<const std::int32_t> community = {};  // empty, or one per node
  std::span<const double> curvature = {};        // empty, or one per entry
};

// Throws InvalidArgument if the names, labels or annotations do not fit the graph.
void check_annotations(const Dataset& dataset, const GraphAnnotations& annotations);

// The name of a class: as the data spell it, or its number.
std::string class_name(const Labels& labels, std::int32_t label);

// A number as XML Schema spells it: shortest form, NaN, INF, -INF.
std::string xml_number(double number);

}  // namespace cgsd
