#include "apps/cgsd/commands/detect_help.hpp"

#include <fmt/format.h>

#include "cgsd/detect/methods.hpp"

namespace cgsd::app {
namespace {

Reference method_reference() {
  Reference methods{"Methods (--method NAME)", {}};
  for (const MethodRecord& record : method_records()) {
    methods.entries.emplace_back(record.name,
                                 fmt::format("{} ({}){}{}", record.what, record.source,
                                             record.attributes == Need::required ? "; needs attributes" : "",
                                             record.communities == Need::required ? "; needs -k" : ""));
  }
  return methods;
}

// The common number of communities is -k.
Reference option_reference(std::string_view name) {
  Reference reference{fmt::format("Options of {} for --set and --config", name), {}};
  ConfiguredMethod method = configured(name);
  for (const Option& option : method.options()) {
    if (option.name == "communities") continue;
    reference.entries.emplace_back(option.name,
                                   fmt::format("{} (default {}; {})", option.help, cgsd::to_text(option.get()),
                                               option.allowed.empty() ? option.type : option.allowed));
  }
  return reference;
}

std::vector<Reference> detect_references() {
  std::vector<Reference> references = {method_reference()};
  for (const MethodRecord& record : method_records()) {
    if (record.name != "authors") references.push_back(option_reference(record.name));  // authors has those of paper
  }
  return references;
}

}  // namespace

Details detect_details() {
  return {
      .examples = {{"cgsd detect texas.npz -k 5", "five communities"},
                   {"cgsd detect graph.csv -x words.npz -o out", "cgsd counts them"},
                   {"cgsd detect texas.npz -k 5 --method kmeans", "another method, same outputs"},
                   {"cgsd detect texas.npz --stability 10", "and how firm they are"},
                   {"cgsd detect texas.npz --max-size 20", "nested communities"},
                   {"cgsd detect texas.npz --previous texas.cgsd -o new", "keeps the ids"},
                   {"cgsd detect texas.npz --config out/manifest.json", "repeats an earlier run"},
                   {"cgsd detect texas.npz --model model.npz", "a model for cgsd assign"}},
      .notes = {"Labels, given or inside the file, are used for the quality figures only. A graph without attributes "
                "is divided by its edges alone."},
      .references = detect_references};
}

}  // namespace cgsd::app
