#include "cgsd/diagnosis/advice.hpp"

#include <cmath>

#include <fmt/format.h>

namespace cgsd {
namespace {

constexpr double kSwitch = 0.5;        // soft switches of the default, half-way
constexpr double kBeyondChance = 4.0;  // standard deviations (sheaf_sign.hpp)
constexpr double kFollowsEdges = 0.3;  // adjusted homophily from which classes plainly follow the edges
constexpr double kMostlyShut = 0.5;    // share of open edges
constexpr double kNearCoin = 0.1;      // of pairs in the right order, from ½

bool edges_used(const SheafSign& sign) { return sign.use >= kSwitch; }

std::string edge_advice(const Diagnosis& d) {
  if (d.curvature.count == 0)
    return "There are no edges: attributes alone decide, and K-means on them is the method to beat.";
  if (d.attributes.metrics.empty())
    return "There are no attributes that vary: edges alone decide. The default and the modularity methods (louvain, "
           "leiden) use the same information; compare them.";
  const SheafSign& sign = d.attributes.sign;
  const EdgeAgreement& agreement = d.attributes.agreement;
  if (!edges_used(sign) && std::abs(agreement.significance) < kBeyondChance)
    return "Neighbours agree no more than chance: use the default, which leaves edges out here, and compare with "
           "kmeans.";
  if (!edges_used(sign))
    return "Neighbours of neighbours agree more than neighbours, which communities cannot explain: use the default, "
           "which takes the attributes as they are.";
  if (sign.pull > kSwitch && agreement.edges > 0.0)
    return "Neighbours are alike: use the default, which pulls them together; louvain, leiden and ssgc are fair "
           "rivals.";
  if (sign.pull > kSwitch)
    return "Neighbours are unlike in a regular way: use the default, which counts them with the opposite sign; "
           "modularity methods (louvain, leiden) will mislead.";
  if (sign.push > kSwitch)
    return "What neighbours share does not last from one to the next: use the default, which takes it away; modularity "
           "methods (louvain, leiden) and those that smooth over edges (agc, ssgc) will mislead.";
  return "Neighbours agree less than chance, but not in a regular way: use the default, which takes the attributes "
         "nearly as they are; modularity methods (louvain, leiden) and those that smooth over edges (agc, ssgc) will "
         "mislead.";
}

// If classes follow the edges and attributes do not, or the other way round.
std::string label_advice(const Diagnosis& d) {
  if (!d.homophily || d.attributes.metrics.empty()) return {};
  const bool follow = d.homophily->adjusted >= kFollowsEdges;
  const bool pulled = edges_used(d.attributes.sign) && d.attributes.sign.pull > kSwitch;
  if (follow && !pulled)
    return fmt::format(
        "The classes follow the edges (adjusted homophily {:.2f}) although attributes do not: modularity "
        "methods may find them.",
        d.homophily->adjusted);
  if (!follow && pulled && d.attributes.agreement.edges > 0.0)
    return fmt::format(
        "The classes do not follow the edges (adjusted homophily {:.2f}) although attributes do: what is found "
        "may be something else than the classes.",
        d.homophily->adjusted);
  return {};
}

std::string neighbour_advice(const Diagnosis& d) {
  if (!d.nearest_neighbour || !(d.nearest_neighbour->accuracy <= d.largest_class_share)) return {};
  return fmt::format(
      "The nearest node by attributes has the same class in {:.0f} % of the cases, and naming the largest class "
      "always would be right in {:.0f} %: expect little of attributes as they are.",
      100.0 * d.nearest_neighbour->accuracy, 100.0 * d.largest_class_share);
}

std::string gate_advice(const Diagnosis& d) {
  if (!(d.open_share < kMostlyShut)) return {};
  return fmt::format(
      "The curvature gate of the method paper is shut on {:.1f} % of the edges, so that method hardly uses the graph.",
      100.0 * (1.0 - d.open_share));
}

std::string curvature_advice(const Diagnosis& d) {
  const double share = d.higher_within;
  if (share > 0.5 + kNearCoin || std::isnan(share)) return {};
  return fmt::format(
      "Of an edge within and one across, the one within has the higher Forman curvature in {:.0f} % of the cases: {}.",
      100.0 * share,
      share < 0.5 - kNearCoin ? "a gate by curvature favours the wrong edges" : "curvature hardly tells the two apart");
}

}  // namespace

std::vector<std::string> advice(const Diagnosis& diagnosis) {
  std::vector<std::string> sentences;
  for (const auto& say : {edge_advice, label_advice, neighbour_advice, gate_advice, curvature_advice}) {
    std::string sentence = say(diagnosis);
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
  }
  return sentences;
}

}  // namespace cgsd
