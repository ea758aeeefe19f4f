// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "spark/core/node.h"

namespace spark {

/// Files that a script has mounted and that are not in a folder on the disk: an archive. It is a node below the
/// FileServer; its mount path is in the scene path (`Core::scene_path`) among the folders, and its files are searched
/// for in that order.
///
/// The content of an archive is hostile: names are only compared with names, nothing is written to the disk, and every
/// read is limited.
class FileSystem : public Leaf {
 public:
  /// Opens the archive at that path on the disk. False, after a line in the log, if it is not an archive of this kind.
  virtual bool set_path(const std::string& path) = 0;
  const std::filesystem::path& path() const { return path_; }

  virtual bool has(const std::string& name) const = 0;
  /// The whole file, or `nullopt` if there is none or it cannot be read. A file longer than `limit` yields `limit` + 1
  /// bytes.
  virtual std::optional<std::string> read(const std::string& name, std::size_t limit) const = 0;

 protected:
  std::filesystem::path path_;
};

/// A file for reading: one on the disk, or one in a mounted archive.
struct FoundFile {
  std::filesystem::path path;  ///< also for messages: "models.zip/rsg/box.rsg"
  const FileSystem* archive = nullptr;
  std::string name;  ///< its name in the archive

  explicit operator bool() const { return !path.empty(); }
};

/// The first file with that name in the scene path: mount path and name joined, folder by folder, then `name` itself. A
/// file that cannot be read is skipped if there is another (as in `find_file`).
FoundFile find_scene_file(Core& core, const std::string& name);

/// Scene files are small; a larger one is an error.
inline constexpr std::size_t kMaxFileBytes = 1 << 20;

/// Reads the file of at most `limit` bytes into `text`; returns the error ("cannot be read", "is larger than 1 MiB"),
/// or null.
const char* read_file(const FoundFile& file, std::string& text, std::size_t limit = kMaxFileBytes);

}  // namespace spark
