// SPDX-License-Identifier: Apache-2.0
#include "spark/script/bundles.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "spark/core/core.h"

/// The stamp of the headers from which this library was built, made by cmake/HeaderStamp.cmake.
extern "C" const char spark_headers[];

namespace spark {
namespace {

/// A separate module of 0.5.2 that scripts may still import.
struct OldBundle {
  std::string_view name;
  /// Its classes, if they are found by name. Other content is part of every server.
  std::vector<std::string_view> classes{};
};

const std::vector<OldBundle>& old_bundles() {
  static const std::vector<OldBundle> all = {
      {"sexpparser"},
      {"rubysceneimporter"},
      {"filesystemstd"},
      {"filesystemrar", {"FileSystemRAR"}},
      {"sparkagent",
       {"HingeEffector", "Hinge2Effector", "UniversalJointEffector", "HingePerceptor", "Hinge2Perceptor",
        "UniversalJointPerceptor", "TimePerceptor"}},
      {"perfectvisionperceptor", {"PerfectVisionPerceptor"}},
      {"forceeffector", {"ForceEffector"}},
      {"sceneeffector", {"SceneEffector"}},
      {"collisionperceptor", {"CollisionPerceptor", "PerceptorHandler"}},
      {"sparkmonitor", {"SparkMonitor", "SparkMonitorClient"}},
      {"monitortest", {"MonitorTest"}}};
  return all;
}

const OldBundle* old_bundle(std::string_view name) {
  const auto found = std::ranges::find(old_bundles(), name, &OldBundle::name);
  return found == old_bundles().end() ? nullptr : &*found;
}

std::string lacking(const ClassRegistry& classes, const OldBundle& bundle) {
  std::vector<std::string_view> missing;
  std::ranges::copy_if(bundle.classes, std::back_inserter(missing), [&](auto name) { return !classes.find(name); });
  if (missing.empty()) return {};
  return fmt::format("the bundle '{}' {}: there is no {}", bundle.name,
                     missing.size() == bundle.classes.size() ? "holds nothing here" : "is not complete here",
                     fmt::join(missing, ", no "));
}

bool is_plain_name(std::string_view name) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; });
}

/// The build's reason for leaving out a module: the text of NAME.missing in place of NAME.so.
std::string why_missing(const Core& core, const std::string& name) {
  const auto file = find_file(core.module_path, name + ".missing");
  std::ifstream in(file);
  std::string line;
  if (!file.empty()) std::getline(in, line);
  return printable(line, 300);
}

Bundles::Register load(Core& core, const std::string& name) {
  const std::string file_name = name + ".so";
  const auto file = find_file(core.module_path, file_name);
  if (file.empty()) {
    if (const std::string why = why_missing(core, name); !why.empty())
      throw std::runtime_error(fmt::format("there is no module {}: {}", file_name, why));
    std::string folders;
    for (const auto& folder : core.module_path) folders += (folders.empty() ? "" : ", ") + folder.string();
    throw std::runtime_error(fmt::format("there is no module {} in {}", file_name, folders));
  }
  // Absolute: a name without a slash would send the loader to its own search path.
  void* module = dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!module) throw std::runtime_error(fmt::format("cannot load the module '{}': {}", name, dlerror()));
  auto* entry = reinterpret_cast<Bundles::Register>(dlsym(module, "spark_register_bundle"));
  if (!entry)
    throw std::runtime_error(
        fmt::format("{} is not a module of this server: it has no spark_register_bundle", file.string()));
  // Modules built in another way have no stamp; their builders are responsible for them.
  if (const auto* headers = static_cast<const char*>(dlsym(module, "spark_module_headers"));
      headers && std::strcmp(headers, spark_headers) != 0)
    throw std::runtime_error(
        fmt::format("{} was built for another version of this server ({}, this is {}): build it again", file.string(),
                    headers, spark_headers));
  core.files.note("module", file);
  return entry;
}

}  // namespace

std::vector<std::string> Bundles::provided() const {
  std::vector<std::string> names;
  for (const auto& [name, register_classes] : provided_) names.push_back(name);
  return names;
}

std::string Bundles::import(Core& core, const std::string& name) {
  if (!is_plain_name(name)) throw std::runtime_error(fmt::format("'{}' is not a module name", printable(name)));
  if (imported_.contains(name)) return {};
  const OldBundle* old = old_bundle(name);
  const auto provided = provided_.find(name);
  if (const Register add = provided != provided_.end() ? provided->second : old ? nullptr : load(core, name)) {
    core.classes.begin_module(name);
    add(core.classes);
    core.classes.begin_module({});
  }
  imported_.insert(name);
  return old ? lacking(core.classes, *old) : std::string();
}

}  // namespace spark
