#include "cgsd/report/explanation_arrays.hpp"

#include <string>
#include <unordered_map>

#include "cgsd/core/parallel.hpp"
#include "cgsd/summary/node_explanation.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kExplainedBlock = 64;

// Texts, each kept once.
class TextPool {
 public:
  std::uint32_t place_of(const std::string& text) {
    const auto [at, is_new] = places_.emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (is_new) texts_.push_back(text);
    return at->second;
  }
  const Json& texts() const { return texts_; }

 private:
  std::unordered_map<std::string, std::uint32_t> places_;
  Json texts_ = Json::array();
};

}  // namespace

bool add_explanation_arrays(PackedArrays& arrays, const RunContents& run, const RunContext& context) {
  const std::size_t n = run.found.partition.community_of.size();
  if (n > kMostExplained) return false;
  const NodeExplainer explainer(run.data, {run.found.partition, run.found.confidence, run.found.ids});
  std::vector<NodeExplanation> explained(n);
  parallel_for(context, n, kExplainedBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) explained[v] = explainer.explain(static_cast<NodeId>(v));
  });
  TextPool pool;
  Json sentences = Json::array();
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> list;
  for (const NodeExplanation& e : explained) {
    sentences.push_back(e.place);
    sentences.push_back(e.neighbourhood);
    for (const auto* side : {&e.speaks_for, &e.speaks_against}) {
      counts.push_back(static_cast<std::uint32_t>(side->size()));
      for (const AttributeEvidence& a : *side) list.push_back(pool.place_of(a.words));
    }
  }
  arrays.add("places", sentences);
  arrays.add("reasons", pool.texts());
  arrays.add("reason_counts", std::span<const std::uint32_t>(counts));
  arrays.add("reason_list", std::span<const std::uint32_t>(list));
  return true;
}

}  // namespace cgsd
