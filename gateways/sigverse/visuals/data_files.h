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

/// Finds the files of shapes and textures. The names come from servers, recordings and other shape files, so they are
/// never used as paths: only the part after the last `/` or `\` counts. A file on this machine may, however, name a
/// file in a folder below its own (`textures/oak.png`). Immutable.
class DataFiles {
 public:
  /// `folders` are searched in order.
  explicit DataFiles(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}
  /// The folders of `data_paths`, each a list separated by colons; the working folder; `shape` and `xml` below
  /// $SIGVERSE_DATADIR; `scenes/sigverse` of this program, installed or built.
  static DataFiles usual(std::span<const std::string> data_paths);
  /// The folders of `data_paths` that are missing, or are not folders.
  static std::vector<std::filesystem::path> missing(std::span<const std::string> data_paths);

  /// The part of a name after the last `/` or `\`; empty if it is not a valid file name.
  static std::string_view bare(std::string_view name);
  /// The first regular file with that name: relative to the folder `beside`, unless that is empty, then in the folders.
  /// nullopt if there is none.
  std::optional<std::filesystem::path> find(std::string_view name, const std::filesystem::path& beside = {}) const;
  /// A source that reads files found next to the file that names them, or in the folders: at most `bytes` + 1 octets of
  /// each, so that a longer file can be detected. Borrows nothing.
  x3d::TextSource source(std::size_t bytes) const;

 private:
  std::vector<std::filesystem::path> folders_;
};

}  // namespace sigverse::visuals
