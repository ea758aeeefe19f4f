// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace spark {

/// The files that a world has read: scripts, scenes, modules, in the order of their first use. If several folders have
/// files with one name, it shows which was used.
class TakenFiles {
 public:
  struct File {
    std::string kind;  ///< "script", "scene", "module", "agent database", "world", "class"
    std::filesystem::path path;
  };

  /// `listener` is called for each file on its first use; may be empty.
  void on_taken(std::function<void(const File&)> listener) { listener_ = std::move(listener); }
  void note(const std::string& kind, const std::filesystem::path& path);
  const std::vector<File>& all() const { return files_; }
  /// The first file of that kind; empty if there is none.
  std::filesystem::path first(const std::string& kind) const;

 private:
  std::vector<File> files_;
  std::set<std::pair<std::string, std::string>> names_;  ///< kinds and absolute paths of all files
  std::function<void(const File&)> listener_;
};

}  // namespace spark
