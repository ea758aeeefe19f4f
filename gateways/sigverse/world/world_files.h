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
/// scene file, also in the folder `sigverse` of each of those folders. Further ones are searched for in the folder of
/// the file that names them, in that of the world file, in the folders of the script variable `Sig.DataPath`, in `xml`
/// and `shape` below $SIGVERSE_DATADIR, and last where the world file is searched for. In a name with a `\` or a drive,
/// as on Windows, `\` is replaced by `/`, and if that fails its folders are dropped. Each file that was read is added
/// to the list of files in use.
/// read is noted in the list of files taken.
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
  /// A folder below the current one counts only if files are searched for there at all (`spark::Core::searches_here`).
  void add_data(const std::filesystem::path& folder);
  spark::FoundFile find_world(const std::string& name) const;
  spark::FoundFile find_file(const std::string& name, const std::string& folder) const;
  spark::FoundFile find_as_written(const std::string& name, const std::string& folder) const;
  const std::vector<std::string>& shapes_in(const std::filesystem::path& folder);

  spark::Core& core_;
  std::vector<std::filesystem::path> data_;  ///< folders of `Sig.DataPath` and $SIGVERSE_DATADIR
  std::map<std::filesystem::path, std::vector<std::string>> shapes_in_;  ///< names in folders that have been searched
  std::string world_folder_;
  bool has_world_ = false;
};

}  // namespace sigverse
