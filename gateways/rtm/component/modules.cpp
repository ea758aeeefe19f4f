// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/modules.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
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

/// Whether the file refers to the class Manager of this library. Every module for this library does, because a shared
/// object contains the names of the functions that it calls. The name of the initialising function alone proves
/// nothing: modules of OpenRTM-aist have such a function, too, which takes another manager.
bool is_ours(const std::filesystem::path& file) {
  static constexpr std::string_view kMangledName = "3rtm7Manager", kMagic = "\x7f\x45LF";
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return true;  // the system reports the reason when it loads it
  struct stat about {};
  void* memory = MAP_FAILED;
  if (::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0)
    memory = ::mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
  ::close(descriptor);
  if (memory == MAP_FAILED) return true;
  const auto size = static_cast<std::size_t>(about.st_size);
  const std::string_view bytes(static_cast<const char*>(memory), size);
  const bool result =
      !bytes.starts_with(kMagic) || ::memmem(memory, size, kMangledName.data(), kMangledName.size()) != nullptr;
  ::munmap(memory, size);
  return result;
}

std::string last_error() {
  const char* const text = ::dlerror();
  return text ? text : "it cannot be loaded";
}

}  // namespace

std::filesystem::path Modules::find(const std::string& module) const {
  std::error_code failed;
  const bool is_path = module.find('/') != module.npos, has_ending = module.ends_with(".so");
  if (!is_path && !has_ending && !is_name(module)) refuse(module, not_a_name(module, "a module"));
  const std::string file_name = has_ending ? module : module + ".so";
  std::string looked_in;
  if (!is_path)
    for (const auto& folder : folders_) {
      auto file = std::filesystem::canonical(folder / file_name, failed);
      if (!failed) return file;
      looked_in += (looked_in.empty() ? "" : ", ") + folder.string();
    }
  // The path is absolute, because the system would search its own folders for a bare name.
  if (is_path || has_ending) {
    auto file = std::filesystem::canonical(module, failed);
    if (!failed) return file;
    if (is_path) refuse(module, failed.message());
  }
  refuse(module, looked_in.empty() ? "there is no folder of modules"
                                   : fmt::format("there is no {} in {}", file_name, looked_in));
}

bool Modules::has(const std::string& name) const {
  std::error_code failed;
  return is_name(name) && std::any_of(folders_.begin(), folders_.end(), [&](const auto& folder) {
           return std::filesystem::exists(folder / (name + ".so"), failed);
         });
}

bool Modules::load(const std::string& module, Manager& manager) {
  const std::lock_guard lock(mutex_);
  const auto file = find(module);
  if (loaded_.contains(file)) return false;
  if (!is_ours(file))
    refuse(file,
           "it was not made for this manager; run components of other middleware in their own daemon, from where "
           "they take part through the network");
  // RTLD_LOCAL keeps classes with the same name in two modules apart.
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) refuse(file, last_error());
  // From the requested name, because the file may be a link to another one.
  const std::string name = std::filesystem::path(module).filename().replace_extension().string() + "Init";
  const auto init = reinterpret_cast<Init>(::dlsym(library, name.c_str()));
  if (!init) refuse(file, fmt::format("it has no function {}", name));
  loaded_.insert(file);
  try {
    init(manager);
  } catch (const std::exception& error) {
    loaded_.erase(file);
    refuse(file, fmt::format("{} threw: {}", name, error.what()));
  } catch (...) {
    loaded_.erase(file);
    refuse(file, name + " threw an exception of an unknown kind");
  }
  return true;
}

}  // namespace rtm
