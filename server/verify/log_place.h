// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace server {

class UnpackedMatch;

/// Longest error line. It may contain names of folders that someone else has chosen, so it is made printable.
inline constexpr std::size_t kMaxErrorLine = 2000;

/// Where the logs are that are to be verified.
struct LogPlace {
  std::string name;                               ///< as the user has named it
  std::filesystem::path folder;                   ///< with all that is needed, canonical
  std::filesystem::path monitor_log;              ///< the one that was named; empty: those of the folder
  std::shared_ptr<const UnpackedMatch> unpacked;  ///< keeps the folder, where it was unpacked for this
};

/// `given` is the log folder of a match, a log in one, or a file that --pack has made. Throws `std::runtime_error` with
/// one line if it is none of these, lacks something that is needed, or has something that is not a regular file in the
/// place of a log: links are not followed.
LogPlace find_logs(const std::string& option, const std::filesystem::path& given);

}  // namespace server
