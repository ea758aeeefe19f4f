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
namespace {

namespace fs = std::filesystem;

fs::path log_in(const fs::path& place) {
  if (!fs::is_directory(place)) return place;
  for (const char* name : {"monitor.log", "monitor.log.zst"})
    if (fs::exists(place / name)) return place / name;
  throw std::runtime_error(fmt::format("there is no monitor.log in {}", place.string()));
}

}  // namespace

int report_of(const ReportOptions& options) {
  std::string problem;
  const fs::path log = log_in(options.log);
  const monitor::Report report = monitor::report_of_log(log, problem);
  if (!problem.empty()) spark::print(STDERR_FILENO, "rcssserver3D: {}: {}\n", log.string(), problem);
  if (!options.json.empty()) write_text_file(options.json, monitor::report_text(monitor::report_json(report)));
  if (!options.html.empty()) write_text_file(options.html, monitor::report_html(report));
  const int error = spark::write_text(STDOUT_FILENO, fmt::format("{}\n", fmt::join(monitor::table_of(report), "\n")));
  if (error != 0 && error != EPIPE)
    throw std::runtime_error(fmt::format("cannot write to standard output: {}", std::strerror(error)));
  return EXIT_SUCCESS;
}

}  // namespace server
