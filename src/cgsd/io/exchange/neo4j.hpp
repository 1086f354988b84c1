// What Neo4j exports as CSV: all in one file (apoc.export.csv.all), with rows of nodes (_id, _labels, properties) and rows of
// relationships (_start, _end, _type, properties) under one header; or a file of relationships alone, as neo4j-admin takes it
// (:START_ID, :END_ID, since:int, …). Relationships are directed.
//
// Properties and _labels of a node become columns of GraphContents::table, a property weight of a relationship its weight.
// A file of nodes alone (id:ID, name, :LABEL) is refused with what to do.
#pragma once

#include <filesystem>
#include <string_view>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

// Whether a first line is the header of such a file.
bool is_neo4j_header(std::string_view line);

GraphContents read_neo4j(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run);

}  // namespace cgsd
