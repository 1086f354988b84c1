// What people see of a graph: renderings of summary/graph_facts.hpp.
#pragma once

#include <string>

#include "cgsd/summary/graph_facts.hpp"

#include "apps/cgsd/shell/layout.hpp"

namespace cgsd::app {

// "texas.npz · 183 nodes · 279 edges · 1,703 attributes", with what else is to be said of it, e.g. a time.
std::string heading(std::string_view name, const GraphFacts& facts, std::vector<std::string> more, std::size_t width);
// What reading ignored, guessed, filled or joined, as a sentence; empty if nothing.
std::string account_text(const GraphFacts& facts);

Facts facts_of(const GraphFacts& facts);
std::string to_text(const Homophily& homophily);

}  // namespace cgsd::app
