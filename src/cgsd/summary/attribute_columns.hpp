// Attributes column by column, as amounts that can be compared in words: numbers in the user's units, or 1 and 0 for
// what a node has and has not. What set_apart and the explanation of a node share.
//
// An attribute without a meaning of its own (graph/attribute_meaning.hpp) counts as present or not if it is 0 or
// positive and at most half filled, or never differs from one value but 0; else as a number. Cost: O(numbers stored).
#pragma once

#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/summary/set_apart.hpp"

namespace cgsd {

struct AttributeColumn {
  TraitKind kind = TraitKind::number;
  bool present_if_not_zero = false;  // the amount is 1 or 0, whatever the number
  double offset = 0.0;               // else it is offset + unit · number
  double unit = 1.0;

  double amount(float stored) const {
    if (present_if_not_zero) return stored != 0.0F ? 1.0 : 0.0;
    return offset + unit * static_cast<double>(stored);
  }
  double of_zero() const { return amount(0.0F); }
};

std::vector<AttributeColumn> attribute_columns(const DatasetView& data);

std::string attribute_name(const DatasetView& data, std::size_t column);   // age, city=Berlin, attribute 17
std::string attribute_label(const DatasetView& data, std::size_t column);  // age, city Berlin, student

// "52 against 38", "86 % against 27 %", "2019-05-01 against 2015-02-11"
std::string compared(TraitKind kind, double inside, double outside);
// "older (52 against 38)", "seldom student (2 % against 30 %)"
std::string trait_words(const DatasetView& data, std::size_t column, const Trait& trait);
// One amount alone, as precisely as telling it from `other` needs.
std::string amount_text(TraitKind kind, double amount, double other);

// body(column, number) for what is stored of a row that may differ from 0, columns ascending.
template <class Body>
void for_each_stored(AttributesView attributes, std::size_t row, Body&& body) {
  if (attributes.is_sparse()) {
    const SparseView x = attributes.sparse();
    for (std::uint64_t p = x.offsets[row]; p < x.offsets[row + 1]; ++p) body(std::size_t{x.columns[p]}, x.values[p]);
    return;
  }
  const auto values = attributes.dense().row(row);
  for (std::size_t j = 0; j < values.size(); ++j)
    if (values[j] != 0.0F) body(j, values[j]);
}

}  // namespace cgsd
