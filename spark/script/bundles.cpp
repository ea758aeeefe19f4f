// SPDX-License-Identifier: Apache-2.0
#include "spark/script/bundles.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "spark/core/core.h"

/// What the headers come to that this library was built of, from spark/header_stamp.cmake.
extern "C" const char spark_headers[];

namespace spark {
namespace {

/// Separate modules in 0.5.2, part of the server or without use here. Scripts may still ask for them; a class that does
/// not exist is still an error when a script creates one.
constexpr std::string_view kBuiltIn[] = {"sexpparser",    "rubysceneimporter",      "filesystemstd", "sparkagent",
                                         "sparkmonitor",  "perfectvisionperceptor", "forceeffector", "sceneeffector",
                                         "filesystemzip", "collisionperceptor",     "filesystemrar", "monitortest"};

bool is_plain_name(std::string_view name) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; });
}

Bundles::Register load(const Core& core, const std::string& name) {
  const std::string file_name = name + ".so";
  const auto file = find_file(core.module_path, file_name);
  if (file.empty()) {
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
        fmt::format("{} is no module of this server: it has no spark_register_bundle", file.string()));
  // Those that are built in some way of their own have no stamp; their builders know what they do.
  if (const auto* headers = static_cast<const char*>(dlsym(module, "spark_module_headers"));
      headers && std::strcmp(headers, spark_headers) != 0)
    throw std::runtime_error(
        fmt::format("{} was built for another version of this server ({}, this is {}): build it again", file.string(),
                    headers, spark_headers));
  return entry;
}

}  // namespace

std::vector<std::string> Bundles::provided() const {
  std::vector<std::string> names;
  for (const auto& [name, register_classes] : provided_) names.push_back(name);
  return names;
}

void Bundles::import(Core& core, const std::string& name) {
  if (!is_plain_name(name)) throw std::runtime_error(fmt::format("'{}' is not a module name", printable(name)));
  if (imported_.contains(name)) return;
  const auto provided = provided_.find(name);
  const bool is_built_in = std::find(std::begin(kBuiltIn), std::end(kBuiltIn), name) != std::end(kBuiltIn);
  if (const Register add = provided != provided_.end() ? provided->second : is_built_in ? nullptr : load(core, name)) {
    core.classes.begin_module(name);
    add(core.classes);
    core.classes.begin_module({});
  }
  imported_.insert(name);
}

}  // namespace spark
