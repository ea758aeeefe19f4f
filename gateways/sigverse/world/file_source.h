// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace sigverse {

/// A file that was found and read.
struct SourceFile {
  std::string path;    ///< for messages, and to identify the file
  std::string folder;  ///< for relative names in it
  std::string text;
};

/// A file as named by another file.
struct NamedFile {
  std::string name;
  std::string folder;  ///< of the file that names it
  std::string where;   ///< "FILE:LINE" of the name
};

/// The files of a world, found by the names that other files use for them.
class FileSource {
 public:
  virtual ~FileSource() = default;

  /// The path of the file that a file in `folder` calls `name`; nullopt if there is none.
  virtual std::optional<std::string> find(const std::string& name, const std::string& folder) = 0;
  /// Finds and reads the file. Throws `WorldFileError` if it cannot be read.
  virtual std::optional<SourceFile> read(const std::string& name, const std::string& folder) = 0;
  /// The name of the shape file that best replaces a missing class with that name (lost_shapes.h), among the files that
  /// `find` would find; nullopt if there is none.
  virtual std::optional<std::string> find_lost_shape(const std::string& class_name, const std::string& folder) = 0;

  // The same; throw `MissingFile` ("FILE:LINE: there is no file 'NAME'") if there is none.
  std::string path_of(const NamedFile& file);
  SourceFile read(const NamedFile& file);
};

}  // namespace sigverse
