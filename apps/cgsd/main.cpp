// cgsd: communities in attributed graphs, from the command line. Errors are translated to messages and exit codes here
// and nowhere else: 0 done, 1 failure, 2 usage, 124 stopped by --timeout, 130 cancelled.
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "cgsd/core/error.hpp"

#include "apps/cgsd/render/help_text.hpp"
#include "apps/cgsd/shell/command.hpp"
#include "apps/cgsd/shell/interrupt.hpp"
#include "apps/cgsd/shell/out_of_memory.hpp"
#include "apps/cgsd/shell/usage.hpp"

namespace cgsd::app {
namespace {

enum ExitCode { exit_done = 0, exit_failure = 1, exit_usage = 2, exit_timed_out = 124, exit_cancelled = 130 };

void complain(const std::string& what) { fmt::print(stderr, "{}", message_text("cgsd:", Style::red, what)); }

// Help is written from the declarations (render/help_text.hpp), not by the parser.
class Help : public CLI::FormatterBase {
 public:
  explicit Help(const CommandLine& line) : line_(line) {}
  std::string make_help(const CLI::App* app, std::string /*name*/, CLI::AppFormatMode mode) const override {
    const Screen screen = screen_of(stdout);
    const CommandDescription command = line_.description(*app);
    return rendered(
        mode == CLI::AppFormatMode::All ? long_help(command, screen.width) : short_help(command, screen.width), screen);
  }

 private:
  const CommandLine& line_;
};

void describe_root(CommandLine& line) {
  CLI::App& root = line.root;
  root.description("Find communities in graphs with attributes, whether neighbours are alike or not.");
  root.set_version_flag("--version", std::string("cgsd ") + CGSD_VERSION, "print the version and end");
  root.set_help_flag("-h,--help", "print short help and end");
  root.set_help_all_flag("--help-all", "print all there is to know and end");
  root.require_subcommand(1);
  root.formatter(std::make_shared<Help>(line));
  line.details[&root] = {.examples = {{"cgsd detect karate", "a graph that is part of cgsd"},
                                      {"cgsd detect edges.csv -x people.csv", "your own, with attributes"},
                                      {"cgsd explain karate.cgsd 8", "why node 8 is where it is"},
                                      {"cgsd compare --data karate", "methods side by side"}},
                         .references = common_references};
}

// Everything the user typed, understood; or the exit code when that already ends the program.
std::optional<int> parse(CommandLine& line, int argc, char** argv) {
  std::vector<std::string> words(argv, argv + argc);
  spell_out_directed(words);
  std::vector<const char*> spelled;
  for (const std::string& word : words) spelled.push_back(word.c_str());
  try {
    line.root.parse(static_cast<int>(spelled.size()), spelled.data());
  } catch (const CLI::Success& answered) {  // --help, --version
    return line.root.exit(answered);
  } catch (const CLI::ParseError& error) {
    words.erase(words.begin());
    complain(usage_error(line.root, words, error));
    return exit_usage;
  } catch (const InvalidArgument& error) {
    complain(error.what());
    return exit_usage;
  }
  return std::nullopt;
}

int execute(const CommandLine& line, Interrupt& interrupt) {
  try {
    if (line.flags.timeout > 0) interrupt.stop_after(line.flags.timeout);
    Session session(line.flags, interrupt.token());
    line.action(session);
    return exit_done;
  } catch (const Cancelled&) {
    if (!interrupt.timed_out()) {
      complain("cancelled");
      return exit_cancelled;
    }
    complain(
        fmt::format("stopped after {} s, the limit of --timeout; nothing half-written is left", line.flags.timeout));
    return exit_timed_out;
  }
}

int run(int argc, char** argv) {
  Interrupt interrupt;
  CLI::App root;
  CommandLine line{root};
  describe_root(line);
  for (const auto add :
       {add_detect, add_explain, add_report, add_view, add_assign, add_compare, add_reproduce, add_info, add_diagnose,
        add_generate, add_convert, add_curvature, add_data, add_demo, add_completion, add_man})
    add(line);
  if (const auto ended = parse(line, argc, argv)) return *ended;
  return execute(line, interrupt);
}

// Setting up the command line may fail too, and so may telling about a failure.
int guarded_run(int argc, char** argv) {
  try {
    try {
      return run(argc, argv);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      complain(error.what());
    }
  } catch (const std::bad_alloc&) {
    say_out_of_memory();
    ::_exit(exit_failure);  // what libraries do at the end needs memory as well
  }
  return exit_failure;
}

}  // namespace
}  // namespace cgsd::app

int main(int argc, char** argv) { return cgsd::app::guarded_run(argc, argv); }
