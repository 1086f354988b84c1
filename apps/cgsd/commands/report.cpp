// cgsd report and cgsd view: the page of an earlier run or comparison.
#include <cerrno>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"
#include "cgsd/experiment/cell_log.hpp"
#include "cgsd/experiment/spec_file.hpp"
#include "cgsd/io/arrays/npy_values.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/bytes/whole_file.hpp"
#include "cgsd/io/results/former_run.hpp"
#include "cgsd/report/comparison_page.hpp"
#include "cgsd/report/run_page.hpp"

#include "apps/cgsd/shell/command.hpp"
#include "apps/cgsd/shell/run_data.hpp"

namespace cgsd::app {
namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::string run;
  std::string output;
};

bool is_comparison(const fs::path& run) { return fs::is_directory(run) && fs::exists(run / kCellsFile); }

std::string page_of_run(const fs::path& run, const Session& session) {
  const RunContext& context = session.run();
  const RunRecord record = read_run_record(run, context);
  const std::vector<char> text = read_whole(record.directory / "manifest.json", context);
  const Json manifest = Json::parse(text.begin(), text.end());
  const Dataset data = data_of(record, session);
  const StoredCommunities found = communities_of(record, data, session);
  LevelIds levels;
  if (fs::exists(record.directory / "levels.csv"))
    levels = read_former_run(record.directory, data.names, data.input.graph.nodes(), context).id_at;
  Matrix<float> embedding;
  if (const fs::path file = record.directory / "embedding.npy"; fs::exists(file))
    embedding = attribute_matrix(read_npy(file, context));
  if (embedding.rows() != 0 && embedding.rows() != data.input.graph.nodes()) embedding = {};
  return run_page(manifest, {data, found, levels, embedding}, context.stage("page"));
}

std::string page_of_comparison(const fs::path& directory, const Session& session) {
  const ExperimentSpec spec = read_spec(directory / kSpecFile, session.run());
  const std::vector<CellRecord> cells = finished_cells(directory, spec, session.run());
  return comparison_page({spec, cells, "cgsd compare -o " + directory.string(), CGSD_VERSION});
}

fs::path directory_of_run(const fs::path& run) {
  if (!fs::exists(run))
    throw IoError(fmt::format("{}: there is no run here; cgsd detect and cgsd compare write one", run.string()));
  return fs::is_directory(run) ? run : directory_of(run);
}

fs::path write_page(const ReportArguments& a, const Session& session) {
  const fs::path directory = directory_of_run(a.run);
  const fs::path file = a.output.empty() ? directory / "report.html" : fs::path(a.output);
  check_output_directory(directory_of(file));
  const std::string page = is_comparison(a.run) ? page_of_comparison(a.run, session) : page_of_run(a.run, session);
  make_output_directory(directory_of(file));
  write_file(file, page);
  return file;
}

void report(const ReportArguments& a, Session& session) {
  const fs::path file = write_page(a, session);
  session.show(fmt::format("{}\n", file.string()), {{"written", {file.string()}}});
}

// Whether a program that shows pages was started.
bool opened(const fs::path& page) {
  const std::string file = fs::absolute(page).string();
  std::string program = "xdg-open";
  std::string argument = file;
  char* const arguments[] = {program.data(), argument.data(), nullptr};
  // It names every browser that it has not found; what to do then is ours to say.
  posix_spawn_file_actions_t silent;
  if (posix_spawn_file_actions_init(&silent) != 0) return false;
  pid_t child = 0;
  const bool started = posix_spawn_file_actions_addopen(&silent, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
                       posix_spawnp(&child, program.c_str(), &silent, nullptr, arguments, environ) == 0;
  posix_spawn_file_actions_destroy(&silent);
  if (!started) return false;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// A page that is there and not older than the run it shows.
bool is_up_to_date(const fs::path& page, const fs::path& run) {
  if (!fs::exists(page)) return false;
  for (const char* name : {"manifest.json", kCellsFile})
    if (fs::exists(run / name) && fs::last_write_time(run / name) > fs::last_write_time(page)) return false;
  return true;
}

void view(const ReportArguments& a, Session& session) {
  fs::path page = a.run;
  if (page.extension() != ".html") {
    page = directory_of_run(a.run) / "report.html";
    if (!is_up_to_date(page, page.parent_path())) page = write_page(a, session);
  } else if (!fs::exists(page)) {
    throw IoError(fmt::format("{}: there is no such page", page.string()));
  }
  const bool shown = opened(page);
  session.show(shown ? fmt::format("opened {}\n", page.string())
                     : fmt::format("Open this file in a browser: {}\n", fs::absolute(page).string()),
               {{"page", page.string()}, {"opened", shown}});
}

}  // namespace

void add_report(CommandLine& line) {
  auto a = std::make_shared<ReportArguments>();
  CLI::App* command =
      line.add("report", "Make a page of a run or a comparison, to look at and to pass on",
               {.examples = {{"cgsd detect karate -k 2", "writes karate.cgsd"},
                             {"cgsd report karate.cgsd", "writes karate.cgsd/report.html"},
                             {"cgsd report compare.cgsd -o methods.html", "of cgsd compare"}},
                .notes = {"One HTML file that needs no network. The data of a run are read again; files that are gone "
                          "or have changed are an error. cgsd detect --report makes the page at once."}});
  command->add_option("RUN", a->run, "the directory that cgsd detect or cgsd compare wrote")
      ->required()
      ->type_name("DIR");
  command->add_option("-o,--output", a->output, "the page; default DIR/report.html")->type_name("FILE");
  line.on(command, [a](Session& session) { report(*a, session); });
}

void add_view(CommandLine& line) {
  auto a = std::make_shared<ReportArguments>();
  CLI::App* command =
      line.add("view", "Open the page of a run or a comparison in a browser",
               {.examples = {{"cgsd view karate.cgsd", "made first, if it is not there"}},
                .notes = {"Opened by xdg-open. On a machine without it or without a browser, the path is printed."}});
  command->add_option("RUN", a->run, "the directory that cgsd detect or cgsd compare wrote, or a page")
      ->required()
      ->type_name("DIR|FILE.html");
  line.on(command, [a](Session& session) { view(*a, session); });
}

}  // namespace cgsd::app
