#include "cgsd/io/results/model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/io/arrays/npy_values.hpp"
#include "cgsd/io/arrays/npz.hpp"
#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/bytes/zip_writer.hpp"
#include "cgsd/io/datasets/input_hash.hpp"
#include "cgsd/io/formats/npz_dataset.hpp"
#include "cgsd/io/results/encoding_json.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {
namespace {

constexpr std::string_view kKind = "cgsd model ";
constexpr std::string_view kModelFormat = "cgsd model 3";

std::vector<std::string> rule_texts(const PlacementRules& rules) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : dump(rules)) texts.push_back(fmt::format("{}={}", name, to_text(value)));
  return texts;
}

void add_graph(std::vector<ZipContent>& contents, GraphView graph, const RunContext& run) {
  std::vector<std::int32_t> sources;
  std::vector<std::int32_t> targets;
  std::vector<double> weights;
  for_each_edge(graph, run, [&](NodeId u, NodeId v, EntryIndex entry) {
    sources.push_back(static_cast<std::int32_t>(u));
    targets.push_back(static_cast<std::int32_t>(v));
    if (graph.weighted()) weights.push_back(graph.weights()[entry]);
  });
  contents.push_back({"edge_sources.npy", npy_bytes(std::span<const std::int32_t>(sources))});
  contents.push_back({"edge_targets.npy", npy_bytes(std::span<const std::int32_t>(targets))});
  if (graph.weighted()) contents.push_back({"edge_weights.npy", npy_bytes(std::span<const double>(weights))});
}

// One per normalisation, named by it.
void add_blocks(std::vector<ZipContent>& contents, const std::vector<StalkBlock>& blocks) {
  std::vector<std::string> metrics;
  std::vector<std::string> blanks;
  std::vector<double> shares;
  std::vector<double> scales;
  for (const StalkBlock& block : blocks) {
    metrics.emplace_back(name_of(block.map.metric));
    blanks.emplace_back(name_of(block.map.blanks));
    shares.push_back(block.share);
    scales.push_back(block.scale);
    const auto add = [&](const char* name, std::string bytes) {
      contents.push_back({fmt::format("{}_{}.npy", name, metrics.back()), std::move(bytes)});
    };
    add("column_scale", npy_bytes(std::span<const float>(block.map.column_scale)));
    add("column_mean", npy_bytes(std::span<const float>(block.map.mean)));
    add("directions", npy_bytes(block.map.directions));
    add("stalks", npy_bytes(block.stalks));
  }
  contents.push_back({"block_metrics.npy", npy_bytes(std::span<const std::string>(metrics))});
  contents.push_back({"block_blank_rows.npy", npy_bytes(std::span<const std::string>(blanks))});
  contents.push_back({"block_shares.npy", npy_bytes(std::span<const double>(shares))});
  contents.push_back({"block_scales.npy", npy_bytes(std::span<const double>(scales))});
}

void add_numbers(std::vector<ZipContent>& contents, const DetectionModel& m) {
  const auto add = [&](const char* name, std::string bytes) {
    contents.push_back({fmt::format("{}.npy", name), std::move(bytes)});
  };
  add("topology", npy_bytes(m.topology));
  add("topology_offset", npy_bytes(std::span<const double>(m.topology_offset)));
  add("topology_values", npy_bytes(std::span<const double>(m.topology_values)));
  add("embedding", npy_bytes(m.embedding));
  add("smoothed", npy_bytes(m.smoothed));
  add("local_scale", npy_bytes(std::span<const float>(m.local_scale)));
  add("reach", npy_bytes(std::span<const float>(m.reach)));
  add("neighbours", npy_bytes(std::span<const std::int32_t>(m.neighbours)));
  add("gate", npy_bytes(std::span<const float>(m.gate)));
  add("centres", npy_bytes(m.centres));
  const std::array map = {m.weight_map.unit, static_cast<double>(m.weight_map.power), m.weight_map.form_unit};
  if (m.graph.weighted()) add("weight_map", npy_bytes(std::span<const double>(map)));
  add("community", npy_bytes(std::span<const std::int32_t>(m.communities.community_of)));
}

class ModelReader {
 public:
  ModelReader(const std::filesystem::path& file, const RunContext& run) : file_(file, run), run_(run) {}

  SavedModel read() const {
    SavedModel saved{checked_fingerprint(), {}};
    DetectionModel& m = saved.model;
    read_rules(m.rules);
    m.blocks = blocks();
    m.topology = matrix("topology");
    m.topology_offset = doubles("topology_offset");
    m.topology_values = doubles("topology_values");
    m.embedding = matrix("embedding");
    m.smoothed = matrix("smoothed");
    m.local_scale = floats("local_scale");
    m.reach = floats("reach");
    m.neighbours = integers("neighbours");
    m.gate = floats("gate");
    m.centres = centres();
    m.communities = {integers("community"), static_cast<std::int32_t>(m.centres.rows())};
    m.names = npz_node_names(file_);
    if (file_.has("encoding")) m.encoding = encoding();
    m.graph = graph(m.communities.community_of.size());  // an array that really has a number per node
    if (m.graph.weighted()) m.weight_map = weight_map();
    try {
      check(m);
    } catch (const InvalidArgument& fault) {
      throw damaged(fault.what());
    }
    return saved;
  }

 private:
  ParseError damaged(const std::string& what) const { return file_.error("this model is damaged: " + what); }

  std::string checked_fingerprint() const {
    if (!file_.has("format")) throw file_.error("this is not a model (cgsd detect --model FILE writes one)");
    const auto format = text_values(file_.get("format"));
    if (format.size() != 2 || !format[0].starts_with(kKind))
      throw file_.error("this is not a model (cgsd detect --model FILE writes one)");
    if (format[0] != kModelFormat)
      throw file_.error(fmt::format("{} was written by another version of cgsd; this one reads '{}'",
                                    in_quotes(format[0]), kModelFormat));
    return format[1];
  }

  void read_rules(PlacementRules& rules) const {
    const std::vector<std::string> texts = text_values(file_.get("rules"));
    if (texts.size() != dump(rules).size()) throw damaged("rules are missing");
    try {
      for (const std::string& text : texts) set_option(rules, text);
    } catch (const InvalidArgument& fault) {
      throw damaged(fault.what());
    }
  }

  std::vector<StalkBlock> blocks() const {
    const std::vector<std::string> metrics = text_values(file_.get("block_metrics"));
    const std::vector<std::string> blanks = text_values(file_.get("block_blank_rows"));
    const std::vector<double> shares = doubles("block_shares");
    const std::vector<double> scales = doubles("block_scales");
    if (shares.size() != metrics.size() || scales.size() != metrics.size() || blanks.size() != metrics.size())
      throw damaged("block_metrics, block_blank_rows, block_shares and block_scales differ in length");
    if (std::set<std::string>(metrics.begin(), metrics.end()).size() != metrics.size())
      throw damaged("block_metrics: a name comes twice");
    std::vector<StalkBlock> blocks;
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      const auto metric = choice_named<StalkMetric>("block_metrics", metrics[i]);
      const auto blank = choice_named<BlankRows>("block_blank_rows", blanks[i]);
      const auto name = [&](const char* what) { return fmt::format("{}_{}", what, metrics[i]); };
      blocks.push_back({.map = {metric, floats(name("column_scale")), floats(name("column_mean")),
                                matrix(name("directions")), blank},
                        .stalks = matrix(name("stalks")),
                        .share = shares[i],
                        .scale = scales[i]});
    }
    return blocks;
  }

  template <class Choice>
  Choice choice_named(const char* array, const std::string& name) const {
    try {
      return parse_choice<Choice>(array, name);
    } catch (const InvalidArgument& fault) {
      throw damaged(fault.what());
    }
  }

  Matrix<float> matrix(const std::string& name) const { return attribute_matrix(file_.get(name)); }

  Matrix<double> centres() const {
    const NpyArray array = file_.get("centres");
    if (array.shape.size() != 2 || array.shape[0] > kMaxNodes) throw array.error("must be a matrix");
    return {array.shape[0], array.shape[1], finite(array, double_values(array))};
  }

  template <class T>
  static std::vector<T> finite(const NpyArray& array, std::vector<T> values) {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!std::isfinite(values[i])) throw array.error(fmt::format("{} is not finite", place_of(array, i)));
    return values;
  }
  std::vector<float> floats(const std::string& name) const {
    const NpyArray array = file_.get(name);
    return finite(array, float_values(array));
  }
  std::vector<double> doubles(const std::string& name) const {
    const NpyArray array = file_.get(name);
    return finite(array, double_values(array));
  }
  std::vector<std::int32_t> integers(const char* name) const {
    const NpyArray array = file_.get(name);
    const std::vector<std::int64_t> wide = integer_values(array);
    for (std::size_t i = 0; i < wide.size(); ++i)
      if (wide[i] < 0 || wide[i] > kMaxNodes) throw array.error(fmt::format("{} is {}", place_of(array, i), wide[i]));
    return {wide.begin(), wide.end()};
  }

  WeightMap weight_map() const {
    const std::vector<double> values = doubles("weight_map");
    if (values.size() != 3) throw damaged("weight_map: must be three numbers");
    if (!(values[1] >= 0.0 && values[1] <= 3.0)) throw damaged("weight_map: the power must be in [0, 3]");
    return {values[0], static_cast<int>(values[1]), values[2]};
  }

  Encoding encoding() const {
    const NpyArray array = file_.get("encoding");
    std::string text;
    for (const std::int64_t byte : integer_values(array)) {
      if (byte < 0 || byte > 255) throw damaged("encoding: not bytes");
      text += static_cast<char>(byte);
    }
    try {
      return encoding_of_json(text);
    } catch (const InvalidArgument& fault) {
      throw damaged(fault.what());
    }
  }

  Graph graph(std::size_t nodes) const {
    const std::vector<std::int32_t> sources = integers("edge_sources");
    const std::vector<std::int32_t> targets = integers("edge_targets");
    if (sources.size() != targets.size()) throw damaged("edge_sources and edge_targets differ in length");
    if (nodes > kMaxNodes) throw damaged("too many nodes");
    EntryList list{.nodes = static_cast<NodeId>(nodes), .entries = {}, .weights = {}};
    for (std::size_t i = 0; i < sources.size(); ++i)
      list.entries.push_back({static_cast<NodeId>(sources[i]), static_cast<NodeId>(targets[i])});
    if (file_.has("edge_weights")) list.weights = doubles("edge_weights");
    try {
      return build_graph(list, {}, run_).graph;
    } catch (const InvalidArgument& fault) {
      throw damaged(fault.what());
    }
  }

  NpzFile file_;
  const RunContext& run_;
};

}  // namespace

std::string detection_fingerprint(const AttributedGraphView& input, const DetectOptions& options,
                                  const RunContext& run) {
  Sha256 hash;
  hash.update(fmt::format("seed {}\n", run.seed()));
  for (const auto& [name, value] : dump(options)) hash.update(fmt::format("{} = {}\n", name, to_text(value)));
  update(hash, input);
  return hash.hex();
}

void write_model(const std::filesystem::path& file, const SavedModel& saved, const RunContext& run) {
  const DetectionModel& m = saved.model;
  const std::vector<std::string> format = {std::string(kModelFormat), saved.fingerprint};
  const std::vector<std::string> rules = rule_texts(m.rules);
  std::vector<ZipContent> contents = {{"format.npy", npy_bytes(std::span<const std::string>(format))},
                                      {"rules.npy", npy_bytes(std::span<const std::string>(rules))}};
  add_graph(contents, m.graph, run);
  add_blocks(contents, m.blocks);
  add_numbers(contents, m);
  if (!m.names.none()) {
    std::vector<std::string> names;
    for (NodeId v = 0; v < m.nodes(); ++v) names.push_back(m.names.name(v));
    contents.push_back({"node_names.npy", npy_bytes(std::span<const std::string>(names))});
  }
  if (!m.encoding.none()) {
    const std::string json = encoding_json(m.encoding);
    const std::vector<std::int32_t> bytes(reinterpret_cast<const unsigned char*>(json.data()),
                                          reinterpret_cast<const unsigned char*>(json.data() + json.size()));
    contents.push_back({"encoding.npy", npy_bytes(std::span<const std::int32_t>(bytes))});
  }
  write_zip(file, contents, run);
}

SavedModel read_model(const std::filesystem::path& file, const RunContext& run) {
  return ModelReader(file, run).read();
}

}  // namespace cgsd
