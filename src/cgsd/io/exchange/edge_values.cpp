#include "cgsd/io/exchange/edge_values.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/text/delimited.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::string listed(const std::set<std::string>& names) {
  constexpr std::size_t kMost = 6;
  std::vector<std::string> shown;
  for (const std::string& name : names) {
    if (shown.size() == kMost) return fmt::format("{}, …", fmt::join(shown, ", "));
    shown.push_back(in_quotes(name));
  }
  return fmt::format("{}", fmt::join(shown, ", "));
}

}  // namespace

WeightName weight_name(std::string_view name) {
  const std::string lower = lower_case(name);
  if (lower == "weight") return WeightName::weight;
  return lower == "value" ? WeightName::value : WeightName::none;
}

bool EdgeValues::set_weight(WeightName name, std::string_view text, std::size_t edges) {
  if (name == WeightName::none) return true;
  Column& into = name == WeightName::weight ? weight_ : value_;
  const auto number = parse_number(trimmed(text));
  if (!number && name == WeightName::weight) return false;
  into.numbers = into.numbers && number.has_value();
  into.weights.resize(edges, kNone);
  if (std::isnan(into.weights.back())) ++into.given;  // a file may give one twice
  into.weights.back() = number.value_or(0.0);
  return true;
}

void EdgeValues::take(GraphContents& contents) {
  take_direction(contents);
  take_weights(contents.list);
  if (!left_out_.empty()) account_.push_back(fmt::format("values of edges left out: {}", listed(left_out_)));
  contents.account.insert(contents.account.end(), account_.begin(), account_.end());
}

void EdgeValues::take_weights(EntryList& list) {
  Column& taken = weight_.given > 0 ? weight_ : value_;
  const bool has_weights = taken.given > 0 && taken.numbers;
  if (value_.given > 0 && (&taken != &value_ || !value_.numbers)) left_out_.emplace("value");
  if (!has_weights && !default_weight_) return;
  if (!has_weights) taken = {};
  taken.weights.resize(list.entries.size(), kNone);
  for (double& weight : taken.weights) {
    if (std::isnan(weight)) weight = default_weight_.value_or(1.0);
  }
  if (has_weights && taken.given < list.entries.size()) {
    account_.push_back(fmt::format("{} of {} edges have no weight: {}", grouped(list.entries.size() - taken.given),
                                   grouped(list.entries.size()), default_weight_.value_or(1.0)));
  }
  list.weights = std::move(taken.weights);
}

void EdgeValues::take_direction(GraphContents& contents) {
  contents.directed = directed_;
  if (directed_edges_ + undirected_edges_ == 0) return;
  const std::size_t total = contents.list.entries.size();
  const std::size_t plain = total - directed_edges_ - undirected_edges_;
  const std::size_t directed = directed_edges_ + (directed_.value_or(false) ? plain : 0);
  contents.directed = directed == total;
  if (directed == 0 || directed == total) return;
  account_.push_back(
      fmt::format("{} of {} edges are directed, the others not: all are read as undirected", directed, total));
}

}  // namespace cgsd
