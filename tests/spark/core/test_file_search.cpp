// SPDX-License-Identifier: Apache-2.0
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "spark/core/core.h"
#include "spark/core/file_system.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace spark;
namespace fs = std::filesystem;

namespace {

constexpr uid_t kNobody = 65534;

/// Runs `condition` in a process without root's right to read everything.
template <typename Condition>
bool holds_for_users(Condition condition) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) ::_exit(2);
    ::_exit(condition() ? 0 : 1);
  }
  int how = 0;
  return ::waitpid(child, &how, 0) == child && WIFEXITED(how) && WEXITSTATUS(how) == 0;
}

}  // namespace

TEST_CASE("files are found in the first folder that has them") {
  const TemporaryFolder first, second;
  write_file(first / "one.rsg", "1");
  write_file(second / "one.rsg", "2");
  write_file(second / "two.rsg", "2");
  fs::create_directory(first / "two.rsg");
  const std::vector<fs::path> folders{first.path(), second.path()};
  CHECK(find_file(folders, "one.rsg") == first / "one.rsg");
  CHECK(find_file(folders, "two.rsg") == second / "two.rsg");
  CHECK(find_file(folders, second / "one.rsg") == second / "one.rsg");
  CHECK(find_file(folders, "three.rsg").empty());
  CHECK(find_file(folders, "").empty());
  CHECK(files_named(folders, "one.rsg") == std::vector<fs::path>{first / "one.rsg", second / "one.rsg"});
  Core core(1);
  core.scene_path = folders;
  CHECK(find_scene_file(core, "two.rsg").path == second / "two.rsg");
  CHECK_FALSE(find_scene_file(core, "three.rsg"));
}

TEST_CASE("the current folder is searched unless that is switched off") {
  const TemporaryFolder folder;
  // A name that is found only relative to the current folder.
  const fs::path here = fs::relative(folder.path()) / "one.rsg";
  write_file(folder / "one.rsg", "1");
  Core core(1);
  CHECK(files_named(core, {}, here) == std::vector<fs::path>{here});
  CHECK(find_scene_file(core, here.string()).path == here);
  core.searches_here = false;
  CHECK(files_named(core, {}, here).empty());
  CHECK_FALSE(find_scene_file(core, here.string()));
  CHECK(files_named(core, {}, folder / "one.rsg") == std::vector<fs::path>{folder / "one.rsg"});
  CHECK(find_scene_file(core, (folder / "one.rsg").string()));
  CHECK(files_named(core, {folder.path()}, "one.rsg") == std::vector<fs::path>{folder / "one.rsg"});
}

TEST_CASE("an unreadable file is skipped if another folder has a file of that name") {
  const TemporaryFolder first, second;
  for (const auto* folder : {&first, &second}) fs::permissions(folder->path(), fs::perms(0755));
  for (const fs::path& file : {first / "one.rsg", first / "two.rsg"}) {
    write_file(file, "");
    fs::permissions(file, fs::perms::none);
  }
  write_file(second / "one.rsg", "");
  fs::permissions(second / "one.rsg", fs::perms(0644));
  const std::vector<fs::path> folders{first.path(), second.path()};
  CHECK(holds_for_users([&] { return find_file(folders, "one.rsg") == second / "one.rsg"; }));
  // Without another file it is found, so that opening it reports why that fails.
  CHECK(holds_for_users([&] { return find_file(folders, "two.rsg") == first / "two.rsg"; }));
  Core core(1);
  core.scene_path = folders;
  CHECK(holds_for_users([&] { return find_scene_file(core, "one.rsg").path == second / "one.rsg"; }));
  CHECK(holds_for_users([&] { return find_scene_file(core, "two.rsg").path == first / "two.rsg"; }));
}
