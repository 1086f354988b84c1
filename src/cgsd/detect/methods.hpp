// The table of methods: what each is called, what it needs and uses, what it costs, where it comes from.
//
// `default`, `paper` and `authors` are configurations of CGSD; the others are there to compare with. Each method has a
// header of its own with formula, settings, promises and deviations; this one finds it by name. A new method is a row
// in methods.cpp and nothing else outside its own files and the documentation.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/detect/method.hpp"
#include "cgsd/detect/stability.hpp"

namespace cgsd {

std::span<const MethodRecord> method_records();
std::vector<std::string> method_names();

// Throws InvalidArgument for an unknown name, with the nearest known one or all.
const MethodRecord& method_record(std::string_view name);
ConfiguredMethod configured(std::string_view name);

// A partition by this method, and how another is made in the same way: for stability.hpp. The method must outlive it.
RepeatablePartition repeatable(const ConfiguredMethod& method, const Partition& partition);

}  // namespace cgsd
