// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace rtm {

class Manager;

/// Libraries that contain further types of components. They are never unloaded, because they contain the code of their
/// components. One thread at a time loads, other threads wait; the initialisation of a module may load further modules.
class Modules {
 public:
  explicit Modules(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}

  /// Implements `Manager::load`. Returns false if the module has been loaded before.
  bool load(const std::string& module, Manager& manager);
  /// Whether one of the folders has a module of that name.
  bool has(const std::string& name) const;

 private:
  std::filesystem::path find(const std::string& module) const;

  const std::vector<std::filesystem::path> folders_;
  std::recursive_mutex mutex_;
  std::set<std::filesystem::path> loaded_;
};

}  // namespace rtm
