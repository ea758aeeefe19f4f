// SPDX-License-Identifier: Apache-2.0
#include "server/report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "monitor-lite/client/reporter.h"
#include "monitor-lite/report/report_html.h"
#include "monitor-lite/report/report_json.h"
#include "monitor-lite/report/report_table.h"
#include "server/text_file.h"
#include "spark/core/standard_streams.h"

namespace server {
int report_of(const ReportOptions& options, bool quiet) {
  std::string problem;
  const monitor::Report report = monitor::report_of_log(options.log, problem);
  if (!problem.empty()) spark::print(STDERR_FILENO, "rcssserver3D: {}: {}\n", options.log.string(), problem);
  if (!options.json.empty()) write_text_file(options.json, monitor::report_text(monitor::report_json(report)));
  if (!options.html.empty()) write_text_file(options.html, monitor::report_html(report));
  if (quiet) return EXIT_SUCCESS;
  const int error = spark::write_text(STDOUT_FILENO, fmt::format("{}\n", fmt::join(monitor::table_of(report), "\n")));
  if (error != 0 && error != EPIPE)
    throw std::runtime_error(fmt::format("cannot write to standard output: {}", std::strerror(error)));
  return EXIT_SUCCESS;
}

}  // namespace server
