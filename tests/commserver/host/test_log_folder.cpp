// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <filesystem>
#include <optional>

#include "commserver/host/log_folder.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using commserver::LogFolder;
namespace fs = std::filesystem;

namespace {

/// What a match leaves.
void play_in(const fs::path& folder, const std::string& lines = "(Init )\n") {
  write_file(folder / "monitor.log", lines);
  write_file(folder / "agent0-stdout.log", "anything");
  fs::create_directories(folder / "agent0-files" / "deep");
}

std::string refusal_of(const fs::path& folder) {
  std::string problem = "none";
  try {
    LogFolder::check(folder);
  } catch (const std::runtime_error& error) {
    problem = error.what();
  }
  // Whoever wants it for good is told the same.
  CHECK_THROWS_WITH(LogFolder(folder), problem);
  return problem;
}

}  // namespace

TEST_CASE("a log folder is made with those above it, or taken if it is empty") {
  const TemporaryFolder folder;
  const fs::path logs = folder / "a/b/logs";
  LogFolder::check(logs);
  CHECK_FALSE(fs::exists(folder / "a"));
  for (int i = 0; i < 2; ++i) const LogFolder taken(logs);
  CHECK(fs::is_directory(logs));
  CHECK_FALSE(fs::exists(folder / "a/b/logs.1"));
}

TEST_CASE("the logs of the last match are kept, those of the one before it go") {
  const TemporaryFolder folder;
  const fs::path logs = folder / "logs";
  for (const char* lines : {"(first)", "(second)", "(third)"}) {
    const LogFolder taken(logs);
    CHECK(fs::is_empty(logs));
    play_in(logs, lines);
  }
  CHECK(content(logs / "monitor.log") == "(third)");
  CHECK(content(folder / "logs.1/monitor.log") == "(second)");
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("while a match writes into a folder no other one takes it, neither it nor what is kept of it") {
  const TemporaryFolder folder;
  std::optional<LogFolder> mine(folder / "logs");
  play_in(folder / "logs");
  CHECK(refusal_of(folder / "logs").starts_with("another match is writing its logs into "));
  CHECK(content(folder / "logs/monitor.log") == "(Init )\n");
  // Moved away by hand it is still this match's.
  fs::rename(folder / "logs", folder / "logs.1");
  fs::create_directory(folder / "logs");
  play_in(folder / "logs");
  CHECK(refusal_of(folder / "logs").starts_with("another match is writing its logs into "));
  mine.reset();
  CHECK_NOTHROW(LogFolder(folder / "logs"));
}

TEST_CASE("what no match has written is neither moved nor removed") {
  const auto [name, text, why] = GENERATE(table<const char*, const char*, const char*>({
      {"notes.txt", "x", "it holds other things ('notes.txt'); take a new or an empty folder"},
      {"monitor.log", "jan 1 root login", "it holds other things ('monitor.log')"},
      {"server.log", "GET / 200", "it holds other things ('server.log')"},
      {"actions.log", "12 done", "it holds other things ('actions.log')"},
      {"agentX-stdout.log", "", "it holds other things ('agentX-stdout.log')"},
      {"agent1-other.log", "", "it holds other things ('agent1-other.log')"},
  }));
  CAPTURE(name);
  const TemporaryFolder folder;
  fs::create_directory(folder / "logs");
  play_in(folder / "logs");
  write_file(folder / "logs" / name, text);
  CHECK_THAT(refusal_of(folder / "logs"), Catch::StartsWith("cannot write logs into ") && Catch::Contains(why));
  CHECK(content(folder / "logs" / name) == text);
  // The same of the folder in whose place the last logs would be kept.
  fs::rename(folder / "logs", folder / "logs.1");
  fs::create_directory(folder / "logs");
  play_in(folder / "logs");
  CHECK_THAT(refusal_of(folder / "logs"), Catch::Contains("where they are kept, holds other things"));
  CHECK(content(folder / "logs.1" / name) == text);
}

TEST_CASE("links among the logs are none of a match's, a link to the folder is followed") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "disk");
  fs::create_directory_symlink("disk", folder / "logs");
  play_in(folder / "disk");
  { const LogFolder taken(folder / "logs"); }
  CHECK(fs::is_symlink(folder / "logs"));
  CHECK(fs::exists(folder / "disk.1/monitor.log"));
  fs::create_symlink("/etc/passwd", folder / "disk/agent0-stdout.log");
  CHECK_THAT(refusal_of(folder / "logs"), Catch::Contains("it holds other things ('agent0-stdout.log')"));
}

TEST_CASE("what cannot be a log folder is refused in one line") {
  const TemporaryFolder folder;
  write_file(folder / "file", "");
  CHECK(refusal_of(folder / "file") == "cannot write logs into " + (folder / "file").string() + ": it is not a folder");
  CHECK(refusal_of("") == "the log folder needs a name");
  CHECK_THAT(refusal_of("/"), Catch::StartsWith("cannot write logs into /: it holds other things"));
  CHECK_THROWS_WITH(LogFolder(folder / "file/logs"), Catch::EndsWith("Not a directory"));
}
