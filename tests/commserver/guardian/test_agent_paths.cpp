// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <filesystem>

#include "commserver/guardian/agent_paths.h"
#include "tests/support/temporary_folder.h"

using namespace commserver;
namespace fs = std::filesystem;

TEST_CASE("is_within compares the components of paths, not their characters") {
  CHECK(is_within("/a/b", "/a"));
  CHECK(is_within("/a", "/a"));
  CHECK_FALSE(is_within("/ab", "/a"));
  CHECK_FALSE(is_within("/", "/a"));
  CHECK(is_within("/a", "/"));
}

TEST_CASE("a resolved path follows links and has no slash at its end") {
  const TemporaryFolder folder;
  const fs::path root = fs::canonical(folder.path());
  fs::create_directory(root / "real");
  fs::create_directory_symlink("real", root / "link");
  CHECK(resolved(root / "link/") == root / "real");
  CHECK(resolved(root / "link/missing/../other") == root / "real/other");
  CHECK(resolved("/") == "/");
}

TEST_CASE("parts_of_folders_in_memory names the entries directly below the folders in memory") {
  CHECK(parts_of_folders_in_memory({"/usr", "/tmp/a/b/c", "/tmp/a/d", "/var/tmp/e"}) ==
        std::vector<fs::path>{"/tmp/a", "/var/tmp/e"});
  CHECK(parts_of_folders_in_memory({"/tmp"}) == std::vector<fs::path>{"/tmp"});
}

TEST_CASE("working folders of the system stay read-only") {
  const auto [folder, read_only] = GENERATE(table<const char*, bool>({
      {"/", true},
      {"/usr", true},
      {"/dev", true},
      {"/proc/self", true},
      {"/sys/kernel", true},
      {"/tmp", false},
      {"/dev/shm", false},
      {"/dev/shm/team", false},
      {"/home/team", false},
      {"/usr/games/team", false},
  }));
  CAPTURE(folder);
  Guardian::Program program;
  program.working_folder = folder;
  CHECK(why_read_only(program) == (read_only ? "it belongs to the system" : ""));
}

TEST_CASE("paths that a program needs are left out of those to hide") {
  const TemporaryFolder folder;
  for (const char* name : {"a/inner", "b", "ab"}) fs::create_directories(folder.path() / name);
  Guardian::Program program;
  program.working_folder = folder.path() / "a";
  program.file = folder.path() / "b" / "program";
  const fs::path root = fs::canonical(folder.path());
  CHECK(hideable({"/", "/usr", "/usr/bin", "/dev/shm", folder.path(), root / "a", root / "a/inner", root / "b",
                  root / "ab", root / "ab", root / "b/../ab", root / "missing"},
                 program) == std::vector<fs::path>{root / "a/inner", root / "ab"});
}
