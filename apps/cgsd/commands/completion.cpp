// cgsd completion: scripts that teach a shell the words of cgsd, made from the same descriptions as --help.
#include "apps/cgsd/render/completion.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/output_directory.hpp"

#include "apps/cgsd/shell/command.hpp"

namespace cgsd::app {
namespace {

struct CompletionArguments {
  Shell shell = Shell::bash;
  std::string directory;
};

}  // namespace

void add_completion(CommandLine& line) {
  auto a = std::make_shared<CompletionArguments>();
  CLI::App* command =
      line.add("completion", "Write the completion script of a shell",
               {.examples = {{"source <(cgsd completion bash)", "in this shell; in ~/.bashrc: in every one"},
                             {"cgsd completion zsh -o ~/.zsh/functions", "in a directory of fpath"},
                             {"cgsd completion fish -o ~/.config/fish/completions", ""}}});
  command
      ->add_option_function<std::string>(
          "SHELL", [a](const std::string& name) { a->shell = parse_choice<Shell>("SHELL", name); }, "bash, zsh or fish")
      ->type_name("bash|zsh|fish")
      ->required();
  command->add_option("-o,--output", a->directory, "write it there, under the name that the shell looks for")
      ->type_name("DIR");
  line.on(command, [a, &line](Session& session) {
    const std::string script = completion(line.description(line.root), a->shell);
    if (a->directory.empty()) {
      session.show(script, {{"script", script}});
      return;
    }
    make_output_directory(a->directory);
    const auto file = std::filesystem::path(a->directory) / completion_file(a->shell);
    write_file(file, script);
    session.show(fmt::format("written to {}\n", file.string()), {{"written", {file.string()}}});
  });
}

}  // namespace cgsd::app
