// SPDX-License-Identifier: Apache-2.0
#include "server/report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "monitor-lite/client/reporter.h"
#include "monitor-lite/report/report_html.h"
#include "monitor-lite/report/report_json.h"
#include "monitor-lite/report/report_table.h"
#include "server/options/options.h"
#include "spark/command_line/run_program.h"
#include "spark/core/standard_streams.h"
#include "spark/core/whole_file.h"

namespace server {

int report_of(const ReportOptions& options, bool quiet) {
  std::string problem;
  const monitor::Report report = monitor::report_of_log(options.log, problem);
  if (!problem.empty()) spark::print(STDERR_FILENO, "rcssserver3D: {}: {}\n", options.log.string(), problem);
  if (!options.json.empty()) spark::write_whole_file(options.json, monitor::report_text(monitor::report_json(report)));
  if (!options.html.empty()) spark::write_whole_file(options.html, monitor::report_html(report));
  if (quiet) return EXIT_SUCCESS;
  return spark::print_answer(fmt::format("{}\n", fmt::join(monitor::table_of(report), "\n")));
}

}  // namespace server
