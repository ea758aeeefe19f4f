// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/modules.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <exception>
#include <stdexcept>
#include <system_error>

#include "gateways/rtm/component/manager.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

using Init = void (*)(Manager&);

constexpr std::size_t kLongestText = 300;

[[noreturn]] void refuse(const std::string& module, std::string_view why) {
  throw std::runtime_error(fmt::format("component module {}: {}", spark::printable(module, kLongestText),
                                       spark::printable(why, kLongestText)));
}

std::string last_error() {
  const char* const text = ::dlerror();
  return text ? text : "it cannot be loaded";
}

}  // namespace

std::filesystem::path Modules::find(const std::string& module) const {
  std::error_code failed;
  if (module.find('/') != module.npos || module.ends_with(".so")) {
    // Absolute, for the system looks for a bare name in folders of its own.
    auto file = std::filesystem::canonical(module, failed);
    if (failed) refuse(module, failed.message());
    return file;
  }
  if (!is_name(module)) refuse(module, "that is no name");
  std::string looked_in;
  for (const auto& folder : folders_) {
    auto file = std::filesystem::canonical(folder / (module + ".so"), failed);
    if (!failed) return file;
    looked_in += (looked_in.empty() ? "" : ", ") + folder.string();
  }
  refuse(module, looked_in.empty() ? "there is no folder of modules" : "there is no " + module + ".so in " + looked_in);
}

bool Modules::load(const std::string& module, Manager& manager) {
  const std::lock_guard lock(mutex_);
  const auto file = find(module);
  if (loaded_.contains(file)) return false;
  // Local: two modules that have a class of the same name do not get mixed up.
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) refuse(file, last_error());
  // The name that was asked for, for the file may be a link to another.
  const std::string name = std::filesystem::path(module).filename().replace_extension().string() + "Init";
  const auto init = reinterpret_cast<Init>(::dlsym(library, name.c_str()));
  if (!init) refuse(file, fmt::format("it has no function {}", name));
  loaded_.insert(file);
  try {
    init(manager);
  } catch (const std::exception& error) {
    loaded_.erase(file);
    refuse(file, fmt::format("{} has thrown: {}", name, error.what()));
  } catch (...) {
    loaded_.erase(file);
    refuse(file, name + " has thrown an exception of an unknown kind");
  }
  return true;
}

}  // namespace rtm
