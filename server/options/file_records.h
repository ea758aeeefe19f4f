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

/// A file that a match took, as parameters.xml has it.
struct FileRecord {
  std::string kind;            ///< as of `spark::TakenFiles::File`
  std::string name;            ///< where it is in the folders of its kind: "rtm/motor.rsg"
  std::filesystem::path path;  ///< on the machine of the match
  std::string sha256;          ///< of its content, or of the archive it is in; empty if it could not be read
};

/// Records the files that a world takes, each when it is taken for the first time.
class FileRecords {
 public:
  /// The core, whose search paths give them names, must outlive it.
  explicit FileRecords(const spark::Core& core) : core_(core) {}

  void note(const spark::TakenFiles::File& file);
  const std::vector<FileRecord>& all() const { return all_; }

 private:
  const spark::Core& core_;
  std::vector<FileRecord> all_;
};

/// A line for each file of which the match had another one, or none, than there is here: "scene ball.rsg: another file
/// than the match's (sha256 0a1b…, the match's 2c3d…)". Modules and agent databases are left out: the former differ in
/// every build, and the latter are not used when a match is played again. If `whole`, `recorded` are all files of the
/// match; otherwise those of its beginning.
std::vector<std::string> differences(const std::vector<FileRecord>& recorded, const std::vector<FileRecord>& here,
                                     bool whole);

}  // namespace server
