// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spark/x3d/scene.h"

namespace sigverse::visuals {

/// Finds the files of shapes and textures. Their names come from servers, recordings and other shape files, so they
/// never name a path: only what is behind the last `/` or `\` counts. A file on this machine may also name one in a
/// folder below its own (`textures/oak.png`). Immutable.
class DataFiles {
 public:
  /// Folders in the order in which they are searched.
  explicit DataFiles(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}
  /// The folders of `data_paths`, each a list separated by colons; the working folder; `shape` and `xml` below
  /// $SIGVERSE_DATADIR; `scenes/sigverse` of this program, installed or built.
  static DataFiles usual(std::span<const std::string> data_paths);
  /// Those folders of `data_paths` that are not there, or are no folders.
  static std::vector<std::filesystem::path> missing(std::span<const std::string> data_paths);

  /// What is behind the last `/` or `\\` of a name; empty if that is no name of a file.
  static std::string_view bare(std::string_view name);
  /// The first regular file of that name: where a file of the folder `beside` has it, unless that is empty, then in
  /// the folders. Nothing if there is none.
  std::optional<std::filesystem::path> find(std::string_view name, const std::filesystem::path& beside = {}) const;
  /// Reads a file that is found beside the one that names it, or in the folders: `bytes` and one more at most. Borrows
  /// nothing.
  x3d::TextSource source(std::size_t bytes) const;

 private:
  std::vector<std::filesystem::path> folders_;
};

}  // namespace sigverse::visuals
