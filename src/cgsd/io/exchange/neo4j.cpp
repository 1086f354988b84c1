#include "cgsd/io/exchange/neo4j.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/io/exchange/named_graph.hpp"
#include "cgsd/io/text/delimited.hpp"
#include "cgsd/io/text/text_batches.hpp"

namespace cgsd {
namespace {

std::vector<std::string> values_of(const std::vector<Field>& fields) {
  std::vector<std::string> values;
  values.reserve(fields.size());
  std::string scratch;
  for (const Field& field : fields) values.emplace_back(field.value(scratch));
  return values;
}

// "since:int" → "since"; ":START_ID(Person)", "from:START_ID" → ":START_ID".
std::string plain_name(std::string name) {
  name.resize(std::min(name.find('('), name.size()));
  const std::size_t colon = name.find(':');
  if (colon == std::string::npos) return name;
  const std::string type = name.substr(name.rfind(':'));
  return type == ":START_ID" || type == ":END_ID" || type == ":ID" || colon == 0 ? type : name.substr(0, colon);
}

std::vector<std::string> plain_names(const std::vector<Field>& fields) {
  std::vector<std::string> names = values_of(fields);
  std::transform(names.begin(), names.end(), names.begin(), plain_name);
  return names;
}

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Neo4jReader {
 public:
  Neo4jReader(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run)
      : batches_(file, run), run_(run), graph_(options, [this] {
          return FilePosition{batches_.file(), row_line()};
        }) {
    graph_.edges().set_directed(true);
    graph_.allow_places();
  }

  GraphContents read() {
    if (!next()) throw ParseError({batches_.file()}, "the file is empty");
    header_ = plain_names(fields_);
    if (holds(header_, ":ID") && !holds(header_, ":START_ID")) {
      throw ParseError(
          {batches_.file(), 1},
          "these are nodes without relationships; give the file with :START_ID and :END_ID as the graph and "
          "this one with --attributes");
    }
    const bool all_in_one = holds(header_, "_id");
    if (all_in_one) id_ = place_of("_id");
    start_ = place_of(all_in_one ? "_start" : ":START_ID");
    end_ = place_of(all_in_one ? "_end" : ":END_ID");
    while (next()) read_row(values_of(fields_));
    return graph_.take(run_);
  }

 private:
  std::uint64_t row_line() const { return batches_.lines_consumed(); }

  std::size_t place_of(std::string_view name) const {
    const auto found = std::find(header_.begin(), header_.end(), name);
    if (found == header_.end()) throw ParseError({batches_.file(), 1}, fmt::format("there is no column {}", name));
    return static_cast<std::size_t>(found - header_.begin());
  }

  // A text in quotes may go on in the next batch.
  bool next() {
    while (true) {
      if (batches_.text().empty()) {
        if (!batches_.refill() || batches_.text().empty()) return false;
      }
      const std::string_view text = batches_.text();
      const Record record = split_record(text, Delimiter::comma, fields_);
      if (record.status == RecordStatus::quote_left_open && !batches_.at_end() && batches_.refill()) continue;
      if (record.status != RecordStatus::complete) {
        throw batches_.error_at(record.fault, record.status == RecordStatus::quote_left_open
                                                  ? "this quote is not closed"
                                                  : "text after the closing quote");
      }
      const std::string_view used = text.substr(0, record.length);
      batches_.consume(used.size(), static_cast<std::uint64_t>(std::count(used.begin(), used.end(), '\n')));
      const bool blank = fields_.size() == 1 && fields_[0].text.empty();
      if (!blank) return true;
    }
  }

  void read_row(const std::vector<std::string>& cells) {
    if (cells.size() != header_.size()) {
      throw ParseError({batches_.file(), row_line()},
                       fmt::format("line has {} field{}, the first line had {}", cells.size(),
                                   cells.size() == 1 ? "" : "s", header_.size()));
    }
    const bool is_node = id_ && !cells[*id_].empty();
    if (is_node) {
      graph_.add_node(cells[*id_]);
    } else if (!cells[start_].empty() && !cells[end_].empty()) {
      graph_.add_edge(cells[start_], cells[end_]);
    } else {
      throw ParseError({batches_.file(), row_line()}, "neither a node (_id) nor a relationship (_start and _end)");
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i == id_ || i == start_ || i == end_ || cells[i].empty()) continue;
      const WeightName weight = weight_name(header_[i]);
      if (is_node) {
        graph_.set(graph_.column(header_[i]), cells[i]);
      } else if (weight != WeightName::none) {
        graph_.set_weight(weight, cells[i]);
      } else {
        graph_.edges().leave_out(header_[i]);
      }
    }
  }

  TextBatches batches_;
  const RunContext& run_;
  NamedGraph graph_;
  std::vector<Field> fields_;
  std::vector<std::string> header_;
  std::optional<std::size_t> id_;  // none: relationships only
  std::size_t start_ = 0;
  std::size_t end_ = 0;
};

}  // namespace

bool is_neo4j_header(std::string_view line) {
  std::vector<Field> fields;
  std::string text(line);
  text += '\n';
  if (split_record(text, Delimiter::comma, fields).status != RecordStatus::complete) return false;
  const std::vector<std::string> names = plain_names(fields);
  const bool all_in_one = holds(names, "_id") && holds(names, "_start") && holds(names, "_end");
  return all_in_one || holds(names, ":ID") || (holds(names, ":START_ID") && holds(names, ":END_ID"));
}

GraphContents read_neo4j(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run) {
  return Neo4jReader(file, options, run).read();
}

}  // namespace cgsd
