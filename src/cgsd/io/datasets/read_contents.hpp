// The reader of each format, by name.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/io/datasets/recognise.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

// `format` is that of a file: anything but a reader of its own is read as an edge list.
GraphContents read_contents(const std::filesystem::path& file, GraphFormat format, const GraphReadOptions& options,
                            const RunContext& run);

}  // namespace cgsd
