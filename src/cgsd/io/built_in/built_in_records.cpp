#include "cgsd/io/built_in/built_in_records.hpp"

namespace cgsd {
namespace {

// Ties, attributes and labels, in this order.
constexpr DatasetFile kPeopleFiles[] = {{"ties.csv"}, {"people.csv"}, {"projects.csv"}};
constexpr DatasetFile kTradeFiles[] = {{"ties.csv"}, {"firms.csv"}, {"roles.csv"}};

constexpr DatasetForm built_in(std::span<const DatasetFile> files, bool has_attributes) {
  return {.format = DatasetFormat::builtin, .files = files, .has_attributes = has_attributes};
}
constexpr DatasetForm kPeople[] = {built_in(kPeopleFiles, true)};
constexpr DatasetForm kTrade[] = {built_in(kTradeFiles, true)};
constexpr DatasetForm kKarate[] = {built_in({}, false)};
constexpr DatasetForm kBlocks[] = {built_in({}, true)};

constexpr std::string_view kOurs = "that of cgsd";
constexpr std::string_view kInvented = "cgsd, examples/data; all names are invented";

constexpr DatasetRecord kRecords[] = {
    {.name = "people",
     .description = "a company: who works with whom, and department, age and skills of each; class: project",
     .forms = kPeople,
     .expected = {65, 240, 63, 5},
     .licence = kOurs,
     .citation = kInvented,
     .notes = "every project has people of every department; weights are hours a week"},
    {.name = "trade",
     .description = "coffee firms: who deals with whom, and the staff and words of each; class: role",
     .forms = kTrade,
     .expected = {72, 281, 32, 3},
     .heterophilic = true,
     .licence = kOurs,
     .citation = kInvented,
     .notes = "farms, exporters and roasters; hardly any firm deals with one of its own role"},
    {.name = "karate",
     .description = "friendships in a karate club that split in two; no attributes; class: faction",
     .forms = kKarate,
     .expected = {34, 78, 0, 2},
     .licence = "none stated; 78 pairs printed in a journal",
     .citation =
         "Zachary, An Information Flow Model for Conflict and Fission in Small Groups, Journal of Anthropological "
         "Research 33(4), 1977",
     .notes = "the label is the faction, with node 8 on the officer's side; networkx gives the club joined instead"},
    {.name = "blocks",
     .description = "a generated block model, 8 of 10 edges within communities; 32 numbers; class: block",
     .forms = kBlocks,
     .expected = {300, 1835, 32, 3},
     .licence = kOurs,
     .citation = "Holland, Laskey, Leinhardt, Stochastic Blockmodels: First Steps, Social Networks 5(2), 1983",
     .notes = "cgsd generate makes others"},
    {.name = "blocks_unlike",
     .description = "a generated block model, 9 of 10 edges across communities; 32 numbers; class: block",
     .forms = kBlocks,
     .expected = {600, 6088, 32, 4},
     .heterophilic = true,
     .licence = kOurs,
     .citation = "Holland, Laskey, Leinhardt, Stochastic Blockmodels: First Steps, Social Networks 5(2), 1983",
     .notes = "cgsd generate makes others"},
};

}  // namespace

std::span<const DatasetRecord> built_in_records() { return kRecords; }

}  // namespace cgsd
