// cgsd man: the manual, made from the same descriptions as --help.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/output_directory.hpp"

#include "apps/cgsd/render/man_page.hpp"
#include "apps/cgsd/shell/command.hpp"

namespace cgsd::app {
namespace {

struct ManArguments {
  std::string command;
  std::string directory;
};

const CommandDescription& command_named(const CommandDescription& root, const std::string& name) {
  if (name.empty()) return root;
  std::vector<std::string> names;
  for (const CommandDescription& command : root.commands) {
    names.push_back(command.name.substr(command.name.find(' ') + 1));
    if (names.back() == name) return command;
  }
  const std::string near = nearest_word(name, names);
  throw InvalidArgument(near.empty()
                            ? fmt::format("unknown command {}; there are {}", in_quotes(name), fmt::join(names, ", "))
                            : fmt::format("unknown command {}; did you mean '{}'?", in_quotes(name), near));
}

void write_all(const CommandDescription& root, const std::filesystem::path& directory, const Session& session) {
  make_output_directory(directory);
  std::vector<std::string> written;
  const auto write = [&](const CommandDescription& command) {
    const auto file = directory / page_file(command);
    write_file(file, man_page(command, CGSD_VERSION));
    written.push_back(file.string());
  };
  write(root);
  for (const CommandDescription& command : root.commands) write(command);
  session.show(fmt::format("{} pages in {}\n", written.size(), directory.string()), {{"written", written}});
}

}  // namespace

void add_man(CommandLine& line) {
  auto a = std::make_shared<ManArguments>();
  CLI::App* command =
      line.add("man", "Write the manual as man pages",
               {.examples = {{"cgsd man detect | man -l -", "read one page"}, {"cgsd man -o man1", "write them all"}}});
  command->add_option("COMMAND", a->command, "whose page; without it: that of cgsd");
  command->add_option("-o,--output", a->directory, "write every page into this directory")->type_name("DIR");
  line.on(command, [a, &line](Session& session) {
    const CommandDescription root = line.description(line.root);
    if (!a->directory.empty()) {
      write_all(root, a->directory, session);
      return;
    }
    const std::string page = man_page(command_named(root, a->command), CGSD_VERSION);
    session.show(page, {{"page", page}});
  });
}

}  // namespace cgsd::app
