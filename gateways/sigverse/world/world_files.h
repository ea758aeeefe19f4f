// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gateways/sigverse/world/file_source.h"

namespace spark {
struct Core;
struct FoundFile;
}  // namespace spark

namespace sigverse {

/// Finds and reads the files of one world. The first file that is read is the world file; it is searched for like a
/// scene file, and also in the subfolder `sigverse` of each folder that is searched. All other files are searched for
/// in the folder of the file that names them, in that of the world file, in the folders of the script variable
/// `Sig.DataPath`, in `xml` and `shape` below $SIGVERSE_DATADIR, and last where the world file is searched for. In a
/// name with a `\` or a drive, as on Windows, each `\` is replaced by `/`; if the file is not found, the folders in the
/// name are dropped. Each file that was read is added to the list of files in use.
class WorldFiles : public FileSource {
 public:
  /// The core outlives it.
  explicit WorldFiles(spark::Core& core);

  std::optional<std::string> find(const std::string& name, const std::string& folder) override;
  std::optional<SourceFile> read(const std::string& name, const std::string& folder) override;
  std::optional<std::string> find_lost_shape(const std::string& class_name, const std::string& folder) override;

  /// The folder of the world file, once that has been read.
  const std::string& world_folder() const { return world_folder_; }

 private:
  /// Folders below the current one are searched only if files may be found there at all (`spark::Core::searches_here`).
  void add_data(const std::filesystem::path& folder);
  spark::FoundFile find_world(const std::string& name) const;
  spark::FoundFile find_file(const std::string& name, const std::string& folder) const;
  spark::FoundFile find_as_written(const std::string& name, const std::string& folder) const;
  const std::vector<std::string>& shapes_in(const std::filesystem::path& folder);

  spark::Core& core_;
  std::vector<std::filesystem::path> data_;  ///< folders of `Sig.DataPath` and $SIGVERSE_DATADIR
  std::map<std::filesystem::path, std::vector<std::string>> shapes_in_;  ///< names, by folder; searched folders only
  std::string world_folder_;
  bool has_world_ = false;
};

}  // namespace sigverse
