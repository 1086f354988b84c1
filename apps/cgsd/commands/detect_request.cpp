#include "apps/cgsd/commands/detect_request.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/results/option_file.hpp"

#include "apps/cgsd/shell/memory_limit.hpp"

namespace cgsd::app {
namespace {

// The settings of a config file that are not options of a method.
struct RunChoices {
  std::string method = "default";
  std::string preset;  // another word for it
  std::uint64_t seed = 0;
  StabilityOptions stability;
  bool levels = false;
  LevelOptions bounds;
};
void describe(OptionVisitor& v, RunChoices& c) {
  v.text("method", c.method, "which method");
  v.text("preset", c.preset, "alias of --method for default, paper and authors");
  v.number("seed", c.seed, {}, "seed of everything random");
  v.group("stability", c.stability);
  v.flag("levels", c.levels, "find nested communities");
  v.group("levels", c.bounds);
}
bool is_choice(const std::string& name) {
  RunChoices choices;
  return std::ranges::any_of(list_options(choices), [&](const Option& option) { return option.name == name; });
}

std::int32_t parse_communities(const std::string& text) {
  if (text == "auto") return 0;
  std::int32_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count < 1) {
    throw InvalidArgument(fmt::format("-k {}: must be a number from 1 on, or auto", text));
  }
  return count;
}

// The wrong name of a method is wrong usage, whatever the graph.
std::string checked_method(const std::string& name) {
  try {
    return std::string(method_record(name).name);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("--method {}: {}", name, error.what()));
  }
}

std::string checked_preset(const std::string& name) {
  const bool known = name == "default" || (name != "cgsd" && method_record(name).family == Family::cgsd);
  if (!known)
    throw InvalidArgument(fmt::format("--preset {}: must be one of default, paper, authors", in_quotes(name)));
  return name;
}

// A bound that is no number, or out of range, is wrong usage; it is told by its option.
void add_bound(CLI::App* group, std::optional<std::string>& bound, const std::string& name, const std::string& help) {
  const auto take = [&bound, name](const std::string& text) {
    LevelOptions options;
    try {
      set_option(options, name, text);
    } catch (const InvalidArgument&) {
      throw CLI::ValidationError(
          fmt::format("--{}-size {}: must be a whole number from 1 on", name.substr(0, 3), text));
    }
    bound = text;
  };
  group->add_option_function<std::string>("--" + name.substr(0, 3) + "-size", take, help)->type_name("N");
}

void add_level_arguments(CLI::App* command, const std::shared_ptr<DetectArguments>& a) {
  auto* levels = command->add_option_group("Levels");
  levels->add_flag("--levels", a->levels,
                   "nested communities, coarse to fine: writes levels.csv and hierarchy.json too");
  add_bound(levels, a->max_size, "max_size", "levels until no community has more than N nodes");
  add_bound(levels, a->min_size, "min_size", "levels without communities of fewer than N nodes; these join others");
  levels
      ->add_option("--previous", a->previous,
                   "an earlier run (its directory or communities.csv): communities keep their ids, changes are listed")
      ->type_name("RUN");
}

}  // namespace

Request request_of(const DetectArguments& a, const Session& session) {
  std::vector<OptionSetting> choices;
  std::vector<OptionSetting> settings;
  if (!a.config.empty()) {
    for (OptionSetting& s : read_option_file(a.config, session.run()))
      (is_choice(s.name) ? choices : settings).push_back(std::move(s));
  }
  RunChoices choice;
  choice.seed = session.flags().seed;
  apply_settings([&choice] { return list_options(choice); }, choices, a.config);
  if (!choice.preset.empty()) choice.method = checked_preset(choice.preset);
  if (a.method) choice.method = *a.method;
  if (a.seed->count() > 0) choice.seed = session.flags().seed;
  if (a.stability) choice.stability = *a.stability;
  if (a.max_size) set_option(choice.bounds, "max_size", *a.max_size);
  if (a.min_size) set_option(choice.bounds, "min_size", *a.min_size);
  const bool levels = a.levels || a.max_size || a.min_size || choice.levels;
  Request request{configured(choice.method), choice.seed, choice.stability,
                  levels ? std::optional(choice.bounds) : std::nullopt};
  apply_settings([&request] { return request.method.options(); }, settings, a.config);
  request.method.set(a.settings);
  if (a.communities) request.method.communities = *a.communities;
  const auto options = request.method.detect_options();
  const bool judges = options && std::holds_alternative<DiffusionOptions>(options->encoder);
  if (a.input.weights == "use" && judges) request.method.set({"diffusion.weights=always"});
  return request;
}

void add_communities_argument(CLI::App* command, std::optional<std::int32_t>& communities, const std::string& help) {
  command
      ->add_option_function<std::string>(
          "-k,--communities", [&communities](const std::string& text) { communities = parse_communities(text); }, help)
      ->type_name("C|auto");
}

namespace {

void add_output_arguments(CLI::App* command, DetectArguments& a) {
  auto* output = command->add_option_group("Output");
  output->add_flag("--overwrite", a.overwrite, "replace the results of another method");
  output->add_flag("--second-choice", a.second_choice, "write the next best community of each node too");
  output->add_flag("--embedding", a.embedding, "write embedding.npy too");
  output->add_flag("--figures", a.figures, "draw figures for print too, DIR/figures/*.svg and *.png");
  output->add_option("--model", a.model, "save a model (.npz) that new nodes can be placed with: cgsd assign")
      ->type_name("FILE");
  command->add_option_group("Limits")
      ->add_option_function<std::string>(
          "--memory-limit", [&a](const std::string& text) { a.memory_limit = parse_size(text); },
          "refuse a run that is expected to need more, such as 8G; default: what the machine has left")
      ->type_name("SIZE");
  auto* checkpoints = command->add_option_group("Checkpoints");
  checkpoints->add_option("--checkpoint-every", a.checkpoint_every, "save the training after every N epochs")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000).description(""));
  checkpoints->add_option("--checkpoint", a.checkpoint, "file of the checkpoint; default DIR/checkpoint.npz")
      ->type_name("FILE");
  checkpoints->add_option("--from-checkpoint", a.from_checkpoint, "resume a saved training")->type_name("FILE");
}

}  // namespace

void add_detect_arguments(CLI::App* command, const std::shared_ptr<DetectArguments>& a) {
  // Wrong names and values are wrong usage, whatever the graph; only a config file may name another method.
  command->parse_complete_callback([a] {
    if (a->json->count() > 0 && a->output == "-")
      throw InvalidArgument("--json and -o - both print to standard output: leave one of them out");
    if (a->config.empty()) configured(a->method.value_or("default")).set(a->settings);
  });
  a->seed = command->get_option("--seed");
  a->json = command->get_option("--json");
  add_graph_arguments(command, a->input);
  add_communities_argument(command, a->communities, "how many communities; auto (default): cgsd counts them");
  command
      ->add_option_function<std::string>(
          "--method", [a](const std::string& text) { a->method = checked_method(text); },
          "how to find them (--help-all lists the methods); without it: default")
      ->type_name("METHOD");
  auto* method = command->add_option_group("Method");
  method
      ->add_option_function<std::string>(
          "--preset", [a](const std::string& text) { a->method = checked_preset(text); }, "alias of --method")
      ->type_name("default|paper|authors");
  method->add_option("--config", a->config, "options from a file: lines name = value, or a manifest.json")
      ->type_name("FILE");
  method->add_option("--set", a->settings, "set one option, e.g. --set knn.neighbours=20; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  method
      ->add_option_function<std::string>(
          "--stability", [a](const std::string& text) { set_option(a->stability.emplace(), "runs", text); },
          "find them again with N other seeds and N bootstraps of the attribute columns, and report how far they agree")
      ->type_name("N");
  add_level_arguments(command, a);
  command
      ->add_option(
          "-o,--output", a->output,
          "directory for the results (default NAME.cgsd), a file for the communities alone, or - to print them")
      ->type_name("DIR|FILE.csv|-");
  command
      ->add_flag("--report{report.html}", a->report, "write a page to look at, DIR/report.html; --report=FILE: there")
      ->type_name("");
  command->add_flag("-v,--verbose", a->verbose, "show the figures behind the answer, too");
  add_output_arguments(command, *a);
}

}  // namespace cgsd::app
