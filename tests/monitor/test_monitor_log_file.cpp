// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/monitor/monitor_log_file.h"
#include "tests/monitor/monitor_stage.h"

using namespace spark;

TEST_CASE("lines reach the file at a flush and at the end, whatever was there before is gone") {
  TemporaryFolder folder;
  std::ofstream(folder / "monitor.log") << "an older match, longer than this one";
  Log log;
  {
    MonitorLogFile file(folder / "monitor.log", log);
    CHECK(content(folder / "monitor.log").empty());
    file.write("(Init)\n");
    CHECK(content(folder / "monitor.log").empty());
    file.flush();
    CHECK(content(folder / "monitor.log") == "(Init)\n");
    file.write("(Info)\n");
  }
  CHECK(content(folder / "monitor.log") == "(Init)\n(Info)\n");
}

TEST_CASE("many lines are written before the buffer gets large") {
  TemporaryFolder folder;
  Log log;
  MonitorLogFile file(folder / "monitor.log", log);
  const std::string line(999, 'x');
  for (int i = 0; i < 1000; ++i) file.write(line + '\n');
  CHECK(std::filesystem::file_size(folder / "monitor.log") > 900000);
  file.flush();
  CHECK(std::filesystem::file_size(folder / "monitor.log") == 1000000);
}

TEST_CASE("a file that cannot be opened is an error with a reason") {
  TemporaryFolder folder;
  Log log;
  const auto file = folder / "missing/monitor.log";
  CHECK_THROWS_WITH(MonitorLogFile(file, log), "cannot write " + file.string() + ": No such file or directory");
  CHECK_THROWS_WITH(MonitorLogFile(folder / ".", log), Catch::EndsWith("Is a directory"));
}

TEST_CASE("a full disk gives one error line, then the log is over") {
  Log log;
  const LogLines lines(log);
  {
    MonitorLogFile file("/dev/full", log);
    file.write("(Init)\n");
    CHECK(file.is_open());
    file.flush();
    CHECK_FALSE(file.is_open());
    for (int i = 0; i < 3; ++i) {
      file.write("(Info)\n");
      file.flush();
    }
  }
  CHECK(lines.size() == 1);
  CHECK(lines.count("error: cannot write /dev/full: No space left on device") == 1);
}
