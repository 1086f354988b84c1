// cgsd data: the datasets that cgsd knows by name.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/store/dataset_store.hpp"
#include "cgsd/io/store/registry.hpp"

#include "apps/cgsd/shell/command.hpp"

namespace cgsd::app {
namespace {

struct DataArguments {
  std::string directory;
  std::vector<std::string> names;
  FetchOptions fetch;

  StoreLocations locations() const {
    return default_locations(directory.empty() ? std::nullopt : std::optional<std::filesystem::path>(directory));
  }
};

Json counts_json(const DatasetCounts& counts) {
  return {
      {"nodes", counts.nodes}, {"edges", counts.edges}, {"attributes", counts.attributes}, {"classes", counts.classes}};
}

std::string where(const std::optional<LocatedDataset>& located) {
  if (!located) return "not here";
  return located->path.empty() ? std::string(name_of(located->place)) : located->path.string();
}

std::string presence(const std::optional<LocatedDataset>& located) {
  if (!located) return "not here";
  return located->place == DatasetPlace::builtin ? "built in" : "here";
}

std::vector<DatasetRecord> built_in_first() {
  std::vector<DatasetRecord> records(dataset_records().begin(), dataset_records().end());
  std::ranges::stable_partition(
      records, [](const DatasetRecord& record) { return record.forms.front().format == DatasetFormat::builtin; });
  return records;
}

void list(const DataArguments& arguments, Session& session) {
  const StoreLocations locations = arguments.locations();
  Table table({"name", "nodes", "edges", "attributes", "classes", "neighbours", "where"});
  Json json = Json::array();
  for (const DatasetRecord& record : built_in_first()) {
    const auto located = find_dataset(record, locations);
    table.add({std::string(record.name), grouped(record.expected.nodes), grouped(record.expected.edges),
               grouped(record.expected.attributes), grouped(record.expected.classes),
               record.heterophilic ? "unlike" : "alike", presence(located)});
    Json entry = {{"name", record.name}, {"description", record.description}};
    entry.update(counts_json(record.expected));
    entry["heterophilic"] = record.heterophilic;
    entry["path"] = located ? Json(located->path.string()) : Json(nullptr);
    json.push_back(entry);
  }
  session.show(table.text(session.width()) +
                   "Built-in ones need neither file nor network. cgsd data info NAME tells more,\n"
                   "cgsd data fetch NAME downloads.\n",
               json);
}

Json files_json(const DatasetForm& form) {
  Json files = Json::array();
  for (const DatasetFile& file : form.files) {
    files.push_back(
        {{"url", form.origin.empty() ? Json(nullptr) : Json(std::string(form.origin) + std::string(file.name))},
         {"name", file.name},
         {"sha256", file.sha256.empty() ? Json(nullptr) : Json(file.sha256)},
         {"bytes", file.bytes == 0 ? Json(nullptr) : Json(file.bytes)}});
  }
  return files;
}

void info(const DataArguments& arguments, Session& session) {
  std::string text;
  Json json = Json::array();
  for (const std::string& name : arguments.names) {
    const DatasetRecord& record = dataset_record(name);
    const auto located = find_dataset(record, arguments.locations());
    const DatasetForm* web = downloadable_form(record);
    std::vector<std::pair<std::string, std::string>> facts = {
        {"what", std::string(record.description)},
        {"size", fmt::format("{} nodes, {} edges, {} attributes, {} classes ({})", grouped(record.expected.nodes),
                             grouped(record.expected.edges), grouped(record.expected.attributes),
                             grouped(record.expected.classes), name_of(record.counts_are))},
        {"neighbours", record.heterophilic ? "mostly unlike (heterophilic)" : "mostly alike (homophilic)"},
        {"origin",
         web ? fmt::format("{}{}", web->origin, web->files.size() == 1 ? web->files[0].name : "") : "part of cgsd"},
        {"licence", std::string(record.licence)},
        {"cite", std::string(record.citation)},
        {"note", std::string(record.notes)},
        {"where", where(located)}};
    if (web != nullptr && web->files.size() == 1)
      facts.insert(facts.begin() + 4,
                   {"sha256", web->files[0].sha256.empty() ? "not known; recorded at the first download"
                                                           : std::string(web->files[0].sha256)});
    text += fmt::format("{}\n{}", record.name, fact_list(facts, session.width()));
    Json entry = {{"name", record.name},
                  {"description", record.description},
                  {"counts", counts_json(record.expected)},
                  {"counts_are", name_of(record.counts_are)},
                  {"heterophilic", record.heterophilic},
                  {"licence", record.licence},
                  {"citation", record.citation},
                  {"notes", record.notes}};
    entry["files"] = web ? files_json(*web) : Json::array();
    entry["path"] = located ? Json(located->path.string()) : Json(nullptr);
    json.push_back(entry);
  }
  session.show(text, json);
}

// Downloads where needed, then loads what is there: the counts of the registry must come out.
void fetch(const DataArguments& arguments, Session& session) {
  std::string text;
  Json json = Json::array();
  for (const std::string& name : arguments.names) {
    const DatasetRecord& record = dataset_record(name);
    const LocatedDataset located = fetch_dataset(record, arguments.locations(), arguments.fetch, session.run());
    const LoadedDataset loaded = load_known_dataset(name, arguments.locations(), {}, session.run());
    if (!located.first_seen.empty()) {
      session.warn(
          fmt::format("{}: cgsd knows no checksum of its files; those of this download are recorded beside them, so "
                      "that a change is noticed",
                      record.name));
    }
    text += fmt::format("{}: {} ({} nodes, {} edges, as expected)\n", record.name, where(located),
                        grouped(loaded.data.input.graph.nodes()), grouped(loaded.data.input.graph.edges()));
    json.push_back({{"name", record.name}, {"path", located.path.string()}});
  }
  session.show(text, json);
}

void path(const DataArguments& arguments, Session& session) {
  std::string text;
  Json json = Json::array();
  for (const std::string& name : arguments.names) {
    const DatasetRecord& record = dataset_record(name);
    const auto located = find_dataset(record, arguments.locations());
    if (!located)
      throw IoError(
          fmt::format("{} is not on this machine: cgsd data fetch {} downloads it", record.name, record.name));
    if (located->path.empty())
      throw IoError(
          fmt::format("{0} is part of cgsd and has no file; cgsd convert {0} -o {0}.csv writes one", record.name));
    text += located->path.string() + "\n";
    json.push_back({{"name", record.name}, {"path", located->path.string()}});
  }
  session.show(text, json);
}

}  // namespace

void add_data(CommandLine& line) {
  auto arguments = std::make_shared<DataArguments>();
  CLI::App* command = line.root.add_subcommand("data", "List, describe, download and find public datasets");
  command->require_subcommand(1);
  line.details[command].notes = {
      "Datasets are looked for in --data DIR, in $CGSD_DATA, then in the user's cache; downloads go to the cache."};
  const auto add = [&](const std::string& name, const std::string& summary,
                       void (*what)(const DataArguments&, Session&)) {
    CLI::App* sub = line.add_to(command, name, summary, {});
    sub->add_option("--data", arguments->directory, "directory to look in first")->type_name("DIR");
    line.on(sub, [arguments, what](Session& session) { what(*arguments, session); });
    return sub;
  };
  add("list", "Show the datasets that cgsd knows", list);
  for (CLI::App* sub :
       {add("info", "Tell origin, licence, size and checksum", info), add("path", "Print where a dataset is", path)}) {
    sub->add_option("DATASET", arguments->names, "names, see cgsd data list")->required();
  }
  CLI::App* fetching = add("fetch", "Download datasets (resumes, verifies checksum and counts)", fetch);
  fetching->add_option("DATASET", arguments->names, "names, see cgsd data list")->required();
  add_described_flags(fetching, arguments->fetch);
}

}  // namespace cgsd::app
