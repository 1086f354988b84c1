// cgsd: communities in attributed graphs, from the command line. Errors are translated to messages and exit codes here
// and nowhere else: 0 done, 1 failure, 2 usage, 130 cancelled.
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"

#include "apps/cgsd/shell/command.hpp"
#include "apps/cgsd/shell/interrupt.hpp"

namespace cgsd::app {
namespace {

enum ExitCode { exit_done = 0, exit_failure = 1, exit_usage = 2, exit_cancelled = 130 };

void complain(const std::string& what) { fmt::print(stderr, "cgsd: {}\n", what); }

void describe_root(CLI::App& root) {
  root.description("cgsd finds communities in attributed graphs, whether neighbours are alike or not.");
  root.set_version_flag("--version", std::string("cgsd ") + CGSD_VERSION);
  root.require_subcommand(1);
  root.get_formatter()->column_width(34);
  root.footer(
      "Try:  cgsd detect texas.npz -k 5            its communities\n"
      "      cgsd explain texas.cgsd 17            why node 17 is in its community\n"
      "      cgsd assign model.npz --edges new.csv  new nodes into known communities\n"
      "      cgsd compare --data karate            methods side by side\n"
      "      cgsd reproduce table-main             the CGSD paper's numbers beside measured ones\n"
      "      cgsd info texas.npz                   what a graph is like\n"
      "      cgsd diagnose texas.npz               which method to use on a graph, and why\n"
      "      cgsd generate -o sbm.npz              a graph with known communities\n"
      "      cgsd curvature sbm.npz -o edges.csv   curvature of every edge\n"
      "      cgsd COMMAND --help                   all about one command");
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
    complain(fmt::format("{} (see cgsd --help)", error.what()));
    return exit_usage;
  } catch (const InvalidArgument& error) {
    complain(error.what());
    return exit_usage;
  }
  return std::nullopt;
}

int execute(const CommandLine& line, std::stop_token stop) {
  try {
    Session session(line.flags, std::move(stop));
    line.action(session);
    return exit_done;
  } catch (const Cancelled&) {
    complain("cancelled");
    return exit_cancelled;
  } catch (const std::bad_alloc&) {
    complain("not enough memory");
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return exit_failure;
}

int run(int argc, char** argv) {
  const Interrupt interrupt;
  CLI::App root;
  describe_root(root);
  CommandLine line{root, {}, {}};
  for (const auto add : {add_detect, add_explain, add_assign, add_compare, add_reproduce, add_info, add_diagnose, add_generate,
                         add_convert, add_curvature, add_data, add_demo})
    add(line);
  if (const auto ended = parse(line, argc, argv)) return *ended;
  return execute(line, interrupt.token());
}

}  // namespace
}  // namespace cgsd::app

int main(int argc, char** argv) { return cgsd::app::run(argc, argv); }
