// SPDX-License-Identifier: Apache-2.0
#include "tests/support/script_stage.h"

#include <fstream>

#include "spark/physics/physics_classes.h"

namespace script_test {

namespace fs = std::filesystem;

void register_probe(spark::ClassRegistry& classes) {
  classes.add<Probe>("oxygen/Probe", "oxygen/Transform", "For tests.")
      .method("take", &Probe::take, "anything", "")
      .method("takeNow", &Probe::take, "anything", "")
      .immediate()
      .method("setPositive", &Probe::set_positive, "value", "")
      .method("setCount", &Probe::set_count, "count", "")
      .method("setFlag", &Probe::set_flag, "on", "")
      .method("setWord", &Probe::set_word, "word", "")
      .method("setPlace", &Probe::set_place, "x, y, z", "")
      .method("echoReal", &Probe::echo_real, "value", "")
      .method("echo", &Probe::echo, "value", "")
      .method("explode", &Probe::explode, "", "");
}

Stage::Stage(std::uint64_t seed) : core(seed) {
  engine.be_strict(true);
  core.script_path = {folder};
  core.scene_path = {folder};
  core.module_path = {folder};
  core.log.add_sink(spark::LogLevel::normal, [this](spark::LogLevel level, std::string_view line) {
    log.push_back(without_folder(std::string(to_string(level)) + ": " + std::string(line)));
  });
  spark::register_scene_classes(core.classes);
  spark::register_physics_classes(core.classes);
  register_probe(core.classes);
}

fs::path Stage::file(const std::string& name, const std::string& text) const {
  std::ofstream(folder / name, std::ios::binary) << text;
  return folder / name;
}

std::string Stage::run(const std::string& text, const std::string& name) {
  try {
    engine.run_file(file(name, text));
    return "";
  } catch (const spark::ScriptError& error) {
    return without_folder(error.what());
  }
}

bool Stage::import(const std::string& text, const spark::Values& arguments, const std::string& name) {
  file(name, text);
  return spark::import_scene(target(), name, arguments);
}

spark::BaseNode& Stage::target() {
  if (!has("/t")) core.create("oxygen/Transform", "/t");
  return at<spark::BaseNode>("/t");
}

std::string Stage::without_folder(std::string text) const {
  const std::string prefix = folder.string() + '/';
  for (auto at = text.find(prefix); at != text.npos; at = text.find(prefix)) text.erase(at, prefix.size());
  return in_new_words(std::move(text));
}

std::string in_new_words(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {" for main:Object", " for main"}, {" for nil:NilClass", " for nil"}, {" for Game:Class", " for class Game"}};
  for (const auto& [old, now] : kWords)
    if (const auto at = text.find(old); at != text.npos) text.replace(at, old.size(), now);
  return text;
}

std::string Stage::children(const std::string& path) {
  std::string names;
  for (const auto& child : at<spark::Node>(path).children()) names += (names.empty() ? "" : " ") + child->name();
  return names;
}

}  // namespace script_test
