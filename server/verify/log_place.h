// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace server {

class UnpackedMatch;

/// Maximum length of an error line. It may contain folder names that someone else chose, so it is made printable.
inline constexpr std::size_t kMaxErrorLine = 2000;

/// The location of logs that are to be verified.
struct LogPlace {
  std::string name;                               ///< the user's name for it
  std::filesystem::path folder;                   ///< canonical; has all files that are needed
  std::filesystem::path monitor_log;              ///< the one that the user named; empty: those in the folder
  std::shared_ptr<const UnpackedMatch> unpacked;  ///< owns the folder if it was unpacked for this
};

/// `given` is the log folder of a match, a log in one, or a file made by --pack. Throws `std::runtime_error` with one
/// line if it is none of these, if a needed file is missing, or if a log is not a regular file: links are not followed.
LogPlace find_logs(const std::string& option, const std::filesystem::path& given);

}  // namespace server
