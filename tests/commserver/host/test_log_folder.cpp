// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <set>

#include "commserver/host/log_folder.h"
#include "tests/support/temporary_folder.h"

using Catch::Matchers::Contains;
using commserver::LogFolder;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

std::string content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// All entries below a folder, with the contents of files.
std::set<std::string> tree(const fs::path& folder) {
  std::set<std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    all.insert(entry.path().string() + (entry.is_regular_file() ? "=" + content(entry.path()) : ""));
  return all;
}

/// Writes the logs of a match, which `frame` tells from those of others.
void play_into(const fs::path& folder, const std::string& frame) {
  const LogFolder logs(folder);
  CHECK(fs::is_empty(folder));
  write(folder / "monitor.log", "(Init)" + frame);
  write(folder / "agent0-stdout.log", "anything");
  write(folder / "agent0-draw.log", "91 (by left 1)");
}

/// Checks that check() and the constructor refuse a folder alike, and that nothing is changed.
void refused(const TemporaryFolder& all, const fs::path& folder, const std::string& why) {
  const auto before = tree(all.path());
  CHECK_THROWS_WITH(LogFolder::check(folder), Contains(why));
  CHECK_THROWS_WITH(LogFolder(folder), Contains(why));
  CHECK(tree(all.path()) == before);
}

}  // namespace

TEST_CASE("a missing log folder is created with its parents, an empty one is used as it is") {
  const TemporaryFolder all;
  LogFolder::check(all.path() / "a/b/logs");
  CHECK(fs::is_empty(all.path()));
  const LogFolder made(all.path() / "a/b/logs");
  CHECK(fs::is_directory(all.path() / "a/b/logs"));
  fs::create_directory(all.path() / "empty");
  const LogFolder taken(all.path() / "empty/");
  CHECK(tree(all.path()).size() == 4);
}

TEST_CASE("a log folder may be given relative to the current folder") {
  const TemporaryFolder all;
  const fs::path back = fs::current_path();
  fs::current_path(all.path());
  LogFolder::check("logs");
  LogFolder::check("a/logs");
  play_into("logs", "1");
  play_into("logs", "2");
  CHECK(content("logs.1/monitor.log") == "(Init)1");
  fs::current_path(back);
}

TEST_CASE("the logs of the previous match are kept, older ones are deleted") {
  const TemporaryFolder all;
  const fs::path logs = all.path() / "logs";
  for (const char* frame : {"1", "2", "3"}) play_into(logs, frame);
  CHECK(content(logs / "monitor.log") == "(Init)3");
  CHECK(content(all.path() / "logs.1/monitor.log") == "(Init)2");
  LogFolder::check(logs);
  CHECK(content(logs / "monitor.log") == "(Init)3");
  CHECK(std::distance(fs::directory_iterator(all.path()), {}) == 2);
}

TEST_CASE("each log of a match is recognized by its first bytes, and may be empty") {
  const std::pair<const char*, std::string> logs[] = {
      {"monitor.log", "(Init"},
      {"monitor.log.zst", "\x28\xb5\x2f\xfd"},
      {"server.log", "note: agents run"},
      {"actions.log", "120[error]EngineWarning[10](120): late"},
      {"actions.log", "7[command]Trainer[10](7): monitor 127.0.0.1:4711: (dropBall)"},
      {"acts.zst", "\x28\xb5\x2f\xfd"},
      {"hashes.log", "rcssserver3D hashes 2\n"},
      {"parameters.xml", "<?xml version=\"1.0\"?>\n<parameters server=\"rcssserver3D 0.1.0\">"},
      {"match.json", "{\n  \"format\": 1,"},
      {"agent12-stderr.log", "anything"},
      {"agent12-ttimes.log", "anything"},
      {"program-ears_2.a-stdout.log", "anything"},
      {"operator-foo_11.log", "rctp-operator 1\n"},
      {"ports.log", "3,Motor0,position,12.5\n"},
  };
  for (const auto& [name, beginning] : logs) {
    const TemporaryFolder all;
    const fs::path folder = all.path() / "logs";
    for (const std::string& text : {beginning, std::string()}) {
      fs::create_directories(folder);
      write(folder / name, text);
      INFO(name << " with '" << text << "'");
      LogFolder::check(folder);
      const LogFolder taken(folder);
      CHECK(content(all.path() / "logs.1" / name) == text);
      CHECK(fs::is_empty(folder));
    }
    if (std::string_view(name).starts_with("agent") || std::string_view(name).starts_with("program")) continue;
    write(folder / name, "somebody else's");
    refused(all, folder, std::string("it contains other files ('") + name + "')");
  }
}

TEST_CASE("a folder of files kept from an agent belongs to the logs, whatever it contains") {
  const TemporaryFolder all;
  fs::create_directories(all.path() / "logs/agent3-files/deep");
  write(all.path() / "logs/agent3-files/deep/notes.txt", "x");
  { const LogFolder taken(all.path() / "logs"); }
  CHECK(content(all.path() / "logs.1/agent3-files/deep/notes.txt") == "x");
}

TEST_CASE("a folder of object references (ior) belongs to the logs if it contains nothing else") {
  const TemporaryFolder all;
  const fs::path logs = all.path() / "logs";
  fs::create_directories(logs / "ior");
  write(logs / "ior/Motor0.rtcomp", "IOR:0100\n");
  { const LogFolder taken(logs); }
  CHECK(content(all.path() / "logs.1/ior/Motor0.rtcomp") == "IOR:0100\n");
  fs::create_directories(logs / "ior");
  write(logs / "ior/Motor0.rtcomp", "IOR:0100\n");
  write(logs / "ior/notes.txt", "mine");
  refused(all, logs, "it contains other files ('ior')");
}

TEST_CASE("folders with other things in them are refused untouched") {
  const TemporaryFolder all;
  const fs::path logs = all.path() / "logs";
  for (const char* name : {"notes.txt", "agent-stdout.log", "agentX-stdout.log", "agent1-stdout.txt", "agent1",
                           "program-stdout.log", "program--stdout.log", "ears-stdout.log", "program-ears.log"}) {
    play_into(logs, "1");
    write(logs / name, "");
    refused(all, logs, std::string("it contains other files ('") + name + "')");
    fs::remove(logs / name);
  }
  fs::create_directory(logs / "agent1-stdout.log");
  refused(all, logs, "it contains other files");
  fs::remove(logs / "agent1-stdout.log");
  fs::create_symlink("/etc/passwd", logs / "agent1-stdout.log");
  refused(all, logs, "it contains other files");
}

TEST_CASE("a log folder is refused if other files are where its old logs would be kept") {
  const TemporaryFolder all;
  const fs::path logs = all.path() / "logs";
  play_into(logs, "1");
  write(all.path() / "logs.1", "a file");
  refused(all, logs, "logs.1, where they would be kept, contains other files");
  fs::remove(all.path() / "logs.1");
  fs::create_directory(all.path() / "logs.1");
  write(all.path() / "logs.1/mine", "");
  refused(all, logs, "logs.1, where they would be kept, contains other files");
}

TEST_CASE("a log folder that is not a folder, or cannot be moved, is refused") {
  const TemporaryFolder all;
  write(all.path() / "file", "x");
  refused(all, all.path() / "file", "it is not a folder");
  refused(all, all.path() / "file/logs", "cannot use the log folder");
  refused(all, all.path() / "file/../logs", "Not a directory");
  refused(all, all.path() / "nowhere/../logs", "No such file or directory");
  fs::create_directory(all.path() / "there");
  LogFolder::check(all.path() / "there/../logs");
  refused(all, "", "the log folder needs a name");
  play_into(all.path() / "logs", "1");
  const fs::path back = fs::current_path();
  fs::current_path(all.path() / "logs");
  refused(all, ".", "it is the current folder");
  fs::current_path(back);
}

TEST_CASE("a folder that a match writes its logs into is refused to others until the match ends") {
  const TemporaryFolder all;
  const fs::path logs = all.path() / "logs";
  play_into(logs, "1");
  {
    const LogFolder taken(logs);
    write(logs / "monitor.log", "(Init)2");
    refused(all, logs, "another match is writing its logs into");
    // Nor is it replaced by the old logs of another match.
    fs::create_directory(all.path() / "other");
    fs::rename(logs, all.path() / "other.1");
    write(all.path() / "other/monitor.log", "(Init)3");
    refused(all, all.path() / "other", "another match is writing its logs into");
  }
  const LogFolder free(all.path() / "other");
  CHECK(content(all.path() / "other.1/monitor.log") == "(Init)3");
}

TEST_CASE("a link to a log folder stays one") {
  const TemporaryFolder all;
  fs::create_directory(all.path() / "disk");
  fs::create_symlink("disk", all.path() / "logs");
  for (const char* frame : {"1", "2"}) play_into(all.path() / "logs", frame);
  CHECK(fs::read_symlink(all.path() / "logs") == "disk");
  CHECK(content(all.path() / "disk/monitor.log") == "(Init)2");
  CHECK(content(all.path() / "disk.1/monitor.log") == "(Init)1");
}
