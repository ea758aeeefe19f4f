// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace spark {

/// The files that a world has been made of: scripts, scenes, modules, in the order in which they were first taken. Of
/// two files of one name in several folders it says which it was.
class TakenFiles {
 public:
  struct File {
    std::string kind;  ///< "script", "scene", "module", "agent database", "world", "class"
    std::filesystem::path path;
  };

  /// Called for each file, the first time it is taken; may be empty.
  void on_taken(std::function<void(const File&)> listener) { listener_ = std::move(listener); }
  void note(const std::string& kind, const std::filesystem::path& path);
  const std::vector<File>& all() const { return files_; }
  /// The first of that kind; empty if there is none.
  std::filesystem::path first(const std::string& kind) const;

 private:
  std::vector<File> files_;
  std::set<std::pair<std::string, std::string>> names_;  ///< kinds and absolute paths that have been noted
  std::function<void(const File&)> listener_;
};

}  // namespace spark
