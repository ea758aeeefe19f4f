// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gateways/sigverse/world/body_tree.h"
#include "gateways/sigverse/world/class_reader.h"
#include "gateways/sigverse/world/file_source.h"
#include "gateways/sigverse/world/read_once.h"

namespace sigverse {

/// The body in an X3D or VRML97 file, without its vertices.
struct FittedFile {
  std::string path;
  BodyTree tree;                    ///< of its humanoid; each segment has the shape that was fitted to it
  std::vector<SimpleShape> shapes;  ///< of a file without a humanoid
};

/// Reads shape files, each once per world and kind of fitting.
class ShapeReader {
 public:
  /// Both outlive the reader. Lines are added to `warnings`.
  ShapeReader(FileSource& files, std::vector<std::string>& warnings) : files_(files), warnings_(warnings) {}

  /// Throws `WorldFileError` if the file is missing or refused, with file and line.
  const FittedFile& read(const ClassShape& shape);

 private:
  FittedFile read_file(const ClassShape& shape);

  FileSource& files_;
  std::vector<std::string>& warnings_;
  ReadOnce<std::pair<std::string, x3d::FitKind>, FittedFile> read_;  ///< by path
};

}  // namespace sigverse
