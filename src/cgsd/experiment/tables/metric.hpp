// What is recorded of a cell and shown in a table: the metrics by name, and which way is better.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "cgsd/core/options.hpp"

namespace cgsd {

enum class Metric { nmi, ami, ari, accuracy, modularity, communities, seconds, peak_memory };
constexpr auto enum_names(Metric) {
  using M = Metric;
  return std::array{EnumName<M>{M::nmi, "nmi", "NMI"},
                    EnumName<M>{M::ami, "ami", "AMI"},
                    EnumName<M>{M::ari, "ari", "ARI"},
                    EnumName<M>{M::accuracy, "accuracy", "accuracy"},
                    EnumName<M>{M::modularity, "modularity", "modularity"},
                    EnumName<M>{M::communities, "communities", "communities"},
                    EnumName<M>{M::seconds, "seconds", "seconds"},
                    EnumName<M>{M::peak_memory, "peak_memory", "peak memory in MB"}};
}

enum class Better { higher, lower, neither };

Better better(Metric metric);
std::string_view title_of(Metric metric);  // "NMI"
// 3 digits after the point for scores in [0, 1]; three significant digits of seconds; whole megabytes.
std::string value_text(Metric metric, double value);
// With as many digits as `scale` would have: for a standard error beside its mean.
std::string value_text(Metric metric, double value, double scale);
// Throws InvalidArgument with all names.
Metric metric_named(std::string_view name);

}  // namespace cgsd
