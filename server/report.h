// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace server {

struct ReportOptions;

/// Prints the table of a log, unless `quiet`, and writes the requested files. Returns the exit status; throws
/// `std::runtime_error` with one line if the log cannot be read, or a file cannot be written.
int report_of(const ReportOptions& options, bool quiet);

}  // namespace server
