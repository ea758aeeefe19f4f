// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "spark/core/taken_files.h"

namespace spark {
struct Core;
}

namespace server {

/// A file that a match has read, as listed in parameters.xml.
struct FileRecord {
  std::string kind;            ///< as in `spark::TakenFiles::File`
  std::string name;            ///< its path in the folders of its kind: "rtm/motor.rsg"
  std::filesystem::path path;  ///< on the machine that played the match
  std::string sha256;          ///< of its content, or of the archive that contains it; empty if it could not be read
};

/// Records the files that a world reads, each when it is read for the first time.
class FileRecords {
 public:
  /// `core` must outlive it; its search paths give the files their names.
  explicit FileRecords(const spark::Core& core) : core_(core) {}

  void note(const spark::TakenFiles::File& file);
  const std::vector<FileRecord>& all() const { return all_; }

 private:
  const spark::Core& core_;
  std::vector<FileRecord> all_;
};

/// One line for each file that was different or absent in the recorded match: "scene ball.rsg: not the same file as in
/// the match: sha256 0a1b… here, 2c3d… there". Modules and agent databases are left out: modules differ in every build,
/// and a replay uses no agent database. With `whole`, `recorded` has all files of the match, otherwise only those that
/// it had read when it began.
std::vector<std::string> differences(const std::vector<FileRecord>& recorded, const std::vector<FileRecord>& here,
                                     bool whole);

}  // namespace server
