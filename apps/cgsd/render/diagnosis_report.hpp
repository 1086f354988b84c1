// A diagnosis as `cgsd diagnose` shows it: text for people (diagnosis_report.cpp), JSON for programs
// (diagnosis_json.cpp).
#pragma once

#include <string>

#include "cgsd/diagnosis/diagnosis.hpp"
#include "cgsd/summary/graph_facts.hpp"

#include "apps/cgsd/shell/session.hpp"

namespace cgsd::app {

struct DiagnosisReport {
  const NamedDataset& named;
  GraphFacts graph;
  std::int32_t communities = 0;  // classes, or communities that were found
  std::string explanation{};     // what the default makes of attributes and edges
  Diagnosis diagnosis{};

  bool by_labels() const { return !named.data.labels.none(); }
};

std::string to_text(const DiagnosisReport& report, std::size_t width);
Json to_json(const DiagnosisReport& report);

}  // namespace cgsd::app
