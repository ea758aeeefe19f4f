// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace sigverse {

/// A file that has been found and read.
struct SourceFile {
  std::string path;    ///< for messages, and to tell files apart
  std::string folder;  ///< what names in it are relative to
  std::string text;
};

/// Finds the file that is called `name` in a file of `folder`, and reads it. Nothing if there is none; throws
/// `WorldFileError` if it cannot be read.
using FileSource = std::function<std::optional<SourceFile>(const std::string& name, const std::string& folder)>;

}  // namespace sigverse
