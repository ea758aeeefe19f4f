// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace server {

/// What is asked of the log of a match that has been played.
struct ReportOptions {
  std::filesystem::path log;   ///< a monitor log, plain or compressed, or a log folder; empty: no report is wanted
  std::filesystem::path json;  ///< file to write; empty: none
  std::filesystem::path html;  ///< likewise
};

/// Prints the table of a log, unless `quiet`, and writes the files that are wanted. Returns the exit status; throws
/// `std::runtime_error` with one line if the log cannot be read, or a file not be written.
int report_of(const ReportOptions& options, bool quiet);

}  // namespace server
