// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "spark/core/class_registry.h"
#include "spark/core/file_system.h"

namespace zip_files {

/// A `.zip` file that a script mounts: `mount('FileSystemZIP', 'models.zip')`. Only its table of contents is kept in
/// memory; each file is unpacked on demand, up to the reader's limit.
///
/// The archive is hostile: its size and its number of files are limited, encrypted files and unknown compression cannot
/// be read, and names in it never refer to files outside: they are only compared.
class ZipFileSystem : public spark::FileSystem {
 public:
  static constexpr std::uintmax_t kMaxBytes = 256u << 20;  ///< of the archive itself
  static constexpr std::int64_t kMaxFiles = 65536;

  bool set_path(const std::string& path) override;
  bool has(const std::string& name) const override;
  std::optional<std::string> read(const std::string& name, std::size_t limit) const override;

 private:
  bool refuse(const std::string& path, const std::string& why) const;

  std::map<std::string, std::int64_t, std::less<>> files_;  ///< names, and indices of the entries in the archive
};

}  // namespace zip_files
