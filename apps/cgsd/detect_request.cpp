#include "detect_request.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/results/option_file.hpp"

namespace cgsd::app {
namespace {

constexpr std::string_view kOwnMethod = "cgsd";

// The settings of a config file that are not options of a method.
struct RunChoices {
  std::string method = std::string(kOwnMethod);
  Preset preset = Preset::standard;
  std::uint64_t seed = 0;
  StabilityOptions stability;
};
void describe(OptionVisitor& v, RunChoices& c) {
  v.text("method", c.method, "cgsd, or a method to compare with");
  v.choice("preset", c.preset, "the option values to start from");
  v.number("seed", c.seed, {}, "seed of everything random");
  v.group("stability", c.stability);
}
bool is_choice(const std::string& name) {
  RunChoices choices;
  const auto options = list_options(choices);
  return std::any_of(options.begin(), options.end(), [&](const Option& option) { return option.name == name; });
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

Preset parse_preset(const std::string& name) {
  RunChoices choice;
  set_option(choice, "preset", name);
  return choice.preset;
}

std::optional<Method> method_named(const std::string& name) {
  if (name == kOwnMethod) return std::nullopt;
  std::vector<std::string> names = {std::string(kOwnMethod)};
  for (const auto& entry : enum_names(Method{})) {
    if (entry.name == name) return entry.value;
    names.emplace_back(entry.name);
  }
  throw InvalidArgument(fmt::format("--method {}: must be one of {}", in_quotes(name), fmt::join(names, ", ")));
}

const std::string& checked_method(const std::string& name) {
  method_named(name);
  return name;
}

bool names_a_method(std::string_view setting) {
  const auto names = enum_names(Method{});
  return std::any_of(names.begin(), names.end(), [&](const auto& entry) {
    return setting.starts_with(entry.name) && setting.substr(entry.name.size()).starts_with('.');
  });
}

template <class Options>
bool accepts(Options& options, const std::string& setting) {
  try {
    set_option(options, setting);
    return true;
  } catch (const InvalidArgument&) {
    return false;
  }
}

// Wrong names and values are wrong usage, whatever the graph.
const std::vector<std::string>& checked_settings(const std::vector<std::string>& settings) {
  DetectOptions own;
  MethodOptions others;
  for (const std::string& setting : settings) {
    if (accepts(own, setting) || accepts(others, setting)) continue;
    if (names_a_method(setting)) set_option(others, setting);  // throws, and knows the names that are near
    set_option(own, setting);
  }
  return settings;
}

template <class Options>
void apply(Options& options, const DetectArguments& a, const std::vector<OptionSetting>& from_file) {
  apply_settings(list_options(options), from_file, a.config);
  for (const std::string& setting : a.settings) set_option(options, setting);
  if (a.communities) options.communities = *a.communities;
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
  apply_settings(list_options(choice), choices, a.config);
  if (a.method) choice.method = *a.method;
  if (a.preset) choice.preset = *a.preset;
  if (a.seed->count() > 0) choice.seed = session.flags().seed;
  if (a.stability) choice.stability = *a.stability;
  Request request{
      method_named(choice.method), choice.preset, preset_options(choice.preset), {}, choice.seed, choice.stability};
  if (request.method) {
    apply(request.method_options, a, settings);
  } else {
    apply(request.options, a, settings);
  }
  return request;
}

std::filesystem::path output_directory(const DetectArguments& arguments) {
  if (!arguments.output.empty()) return arguments.output;
  std::filesystem::path name = std::filesystem::path(arguments.input.graph).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();
  name = name.filename();
  if (name.extension() == ".gz") name = name.stem();
  return name.stem().string() + ".cgsd";
}

void add_communities_argument(CLI::App* command, std::optional<std::int32_t>& communities, const std::string& help) {
  command
      ->add_option_function<std::string>(
          "-k,--communities", [&communities](const std::string& text) { communities = parse_communities(text); }, help)
      ->type_name("C|auto");
}

void add_detect_arguments(CLI::App* command, const std::shared_ptr<DetectArguments>& a) {
  a->seed = command->get_option("--seed");
  add_graph_arguments(command, a->input);
  add_communities_argument(command, a->communities, "how many communities; auto: they are counted (default)");
  auto* method = command->add_option_group("Method");
  method
      ->add_option_function<std::string>(
          "--method", [a](const std::string& text) { a->method = checked_method(text); },
          "cgsd (default), or a method to compare with; see below")
      ->type_name("NAME");
  method
      ->add_option_function<std::string>(
          "--preset", [a](const std::string& text) { a->preset = parse_preset(text); },
          "option values to start from: default, paper or authors")
      ->type_name("NAME");
  method->add_option("--config", a->config, "options from a file: lines name = value, or a manifest.json")
      ->type_name("FILE");
  method
      ->add_option_function<std::vector<std::string>>(
          "--set", [a](const std::vector<std::string>& settings) { a->settings = checked_settings(settings); },
          "set one option, e.g. --set knn.neighbours=20; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  method
      ->add_option_function<std::string>(
          "--stability", [a](const std::string& text) { set_option(a->stability.emplace(), "runs", text); },
          "find them again with N other seeds and N bootstraps of the attribute columns, and say how far they agree")
      ->type_name("N");
  auto* output = command->add_option_group("Output");
  output->add_option("-o,--output", a->output, "directory for communities.csv and manifest.json; default NAME.cgsd")
      ->type_name("DIR");
  output->add_flag("--embedding", a->embedding, "write embedding.npy too");
  output->add_option("--model", a->model, "save a model (.npz) that new nodes can be placed with: cgsd assign")
      ->type_name("FILE");
  auto* checkpoints = command->add_option_group("Checkpoints");
  checkpoints->add_option("--checkpoint-every", a->checkpoint_every, "save the training after every N epochs")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  checkpoints->add_option("--checkpoint", a->checkpoint, "where; default DIR/checkpoint.npz")->type_name("FILE");
  checkpoints->add_option("--from-checkpoint", a->from_checkpoint, "go on from a saved training")->type_name("FILE");
}

}  // namespace cgsd::app
