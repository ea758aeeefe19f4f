// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "spark/core/whole_file.h"

struct archive;

namespace spark {

/// Writes a .zip file through a `FreshFile`, so that no incomplete file is ever visible, and an earlier file stays if
/// writing fails. All functions throw `std::runtime_error` with one line that does not name the file.
class ZipWriter {
 public:
  explicit ZipWriter(const std::filesystem::path& file);
  /// Without `close`, written data is removed.
  ~ZipWriter() = default;
  ZipWriter(const ZipWriter&) = delete;
  ZipWriter& operator=(const ZipWriter&) = delete;

  enum class Packing { deflate, none };
  /// Adds the content of a file. `name` is UTF-8.
  void add(const std::string& name, const std::filesystem::path& content, Packing packing);
  void close();

 private:
  struct Deleter {
    void operator()(archive* writer) const;
  };
  void check(int result) const;

  std::optional<FreshFile> out_;  ///< empty once it is closed
  std::unique_ptr<archive, Deleter> writer_;
};

}  // namespace spark
