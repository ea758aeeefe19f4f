// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "server/verify/temporary_folder.h"

namespace server {

/// A page about the match, made by `--report` from its monitor log. Leagues add it to the folder.
inline constexpr const char* kReportPage = "report.html";
/// The files of a log folder that are sent to others: those that --verify reads, and the log for people.
inline constexpr const char* kPackedFiles[] = {"parameters.xml",  "acts.zst",   "monitor.log",
                                               "monitor.log.zst", "hashes.log", "actions.log",
                                               "match.json",      "server.log", kReportPage};

/// Packs these files of a log folder into one .zip file, in a folder named after it. An existing file is replaced only
/// when everything is written. Throws `std::runtime_error` with one line if the folder lacks a file that --verify
/// needs, or if the .zip file cannot be written.
void pack_match(const std::filesystem::path& folder, const std::filesystem::path& file);

/// Unpacks the files of such a .zip file, or of an archive (zip, tar, .tgz) that another program made of a log folder,
/// into a temporary folder, which is removed with this object.
///
/// The file is untrusted: only regular files with these names that are beside its parameters.xml are unpacked. Names in
/// the archive are compared with these, and never used as paths.
class UnpackedMatch {
 public:
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;  ///< of all files together
  static constexpr std::int64_t kMaxFiles = 10'000;                   ///< in the archive

  /// Whether the file begins like a .zip file, or is another archive.
  static bool is_packed(const std::filesystem::path& file);
  /// Throws `std::runtime_error` with one line that names the file.
  explicit UnpackedMatch(const std::filesystem::path& file);

  const std::filesystem::path& folder() const { return folder_.path(); }
  /// The names of all other files in the archive.
  const std::vector<std::string>& others() const { return others_; }

 private:
  std::vector<std::string> others_;
  TemporaryFolder folder_;
};

}  // namespace server
