// How the columns of a table become numbers: fitted once, kept with a model, and applied to new rows alike.
//
// Each source gives a block of neighbouring attributes. With x a cell:
//   number, date   (x − mean) · scale; a missing one is `fill`, the median
//   yes_no         1, 0, or the share of yes among the known for a missing one
//   category       one attribute per level, then one for rarer levels (`other`), then one for missing values
//   list           one per item
//   words          tf-idf of the words that are `levels`, rows to length 1
//   vector         one per number; a missing row is `fill`, the medians
// and a last attribute `missing` (1 or 0) of all but categories if many values are missing. The whole block is multiplied by
// `weight`, such that its variances add up to 1: no source counts more because it is wider or has larger units.
// With `common_scale` false (a matrix of numbers, or one bag of words) mean, scale and weight are 0, 1 and 1: the numbers
// are as given.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cgsd/graph/attribute_meaning.hpp"
#include "cgsd/table/column_kind.hpp"

namespace cgsd {

struct ColumnEncoding {
  std::vector<std::string> sources;    // headings: one, or those of a vector's columns; empty: no heading
  std::vector<std::size_t> positions;  // where they stand among the table's columns
  ColumnKind kind = ColumnKind::number;
  NumberStyle style = NumberStyle::plain;
  DateOrder order = DateOrder::year_first;
  char separator = ';';
  std::vector<std::string> levels;  // category, list, words: ascending
  std::vector<double> idf;          // words
  std::vector<double> fill;         // number, date, yes_no: one; vector: one per number
  bool other = false;
  bool missing = false;
  double mean = 0.0;
  double scale = 1.0;
  double weight = 1.0;

  std::size_t width() const;
  std::string title() const;  // for the account: `income`, or `e0` … `e767`
  bool operator==(const ColumnEncoding&) const = default;
};

struct Encoding {
  std::vector<ColumnEncoding> columns;
  std::string id_column;  // what rows were joined on; empty: their order, or an id without a heading
  bool heading = true;
  bool common_scale = false;
  bool sparse = false;

  bool none() const { return columns.empty(); }
  std::size_t width() const;
  std::vector<std::string> attribute_names() const;  // income, income missing, city=Berlin, notes:word, e17
  std::vector<AttributeMeaning> attribute_meanings() const;
  bool operator==(const Encoding&) const = default;
};

// Throws InvalidArgument if the parts do not fit together, as in a damaged file.
void check(const Encoding& encoding);

}  // namespace cgsd
