// SPDX-License-Identifier: Apache-2.0
#include "server/match/watch_lines.h"

#include <catch2/catch.hpp>

#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace server;

namespace {

/// Checks the name of the log in the line for a match with this log folder.
void check_log(const std::string& folder, const std::string& named) {
  const TemporaryFolder programs;  // without a monitor
  Options options;
  options.log_folder = folder;
  const auto lines = watch_lines(options, {.programs = programs.path(), .scripts = {}, .scenes = {}, .modules = {}});
  REQUIRE(lines.size() == 2);
  CAPTURE(lines[0]);
  CHECK(lines[0].starts_with("to watch this match:  rcssmonitor3D-lite --logfile " + named));
}

}  // namespace

TEST_CASE("the path of a match's log is quoted for the shell as one word") {
  check_log("Logfiles", "Logfiles/monitor.log");
  check_log("/tmp/a-b_c+d,e@f%g:1=2", "/tmp/a-b_c+d,e@f%g:1=2/monitor.log");
  check_log("my match", "'my match/monitor.log'");
  check_log("it's; $(rm x)", "'it'\\''s; $(rm x)/monitor.log'");
  check_log("*", "'*/monitor.log'");
}

TEST_CASE("the path of a monitor is quoted as one word, too") {
  const TemporaryFolder folder;
  const std::filesystem::path programs = folder / "my programs";
  std::filesystem::create_directory(programs);
  write_file(programs / "rcssmonitor3D-lite", "");
  const auto lines = watch_lines({}, {.programs = programs, .scripts = {}, .scenes = {}, .modules = {}});
  REQUIRE(lines.size() == 2);
  // If the test ran above this folder, the name would be shorter.
  const std::string monitor = "my programs/rcssmonitor3D-lite' ";
  CHECK_THAT(lines[0], Catch::StartsWith("to watch this match:  '") &&
                           Catch::Contains(monitor + "--logfile Logfiles/monitor.log"));
  CHECK_THAT(lines[1], Catch::StartsWith("to watch one live:    '") && Catch::Contains(monitor + "--port 12001"));
}
