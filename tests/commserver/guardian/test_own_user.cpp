// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/own_user.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "tests/support/skipping.h"
#include "tests/support/temporary_folder.h"

using commserver::OwnUser;
namespace fs = std::filesystem;

namespace {

enum Attempt { stays = 0, changed = 1, leaves = 2, cannot_try = 3 };

/// Tries to become another user with this folder as root folder, where the kernel lets no one map users.
Attempt try_in_chroot(const fs::path& root) {
  if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      ::mount("/proc", (root / "proc").c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0 ||
      ::chroot(root.c_str()) != 0 || ::chdir("/") != 0)
    return cannot_try;
  std::string why;
  const OwnUser user{.number = 61184, .programs = {}, .folder = "/folder", .descriptors = {}};
  if (!user.become(why)) return leaves;
  if (why.empty() || ::geteuid() != 0) return changed;
  return ::chdir(user.folder) == 0 ? stays : leaves;
}

}  // namespace

TEST_CASE("a process in a chroot that cannot become another user stays in the chroot") {
  if (::geteuid() != 0) return skip("only root can become another user");
  const TemporaryFolder root;
  fs::create_directory(root / "proc");
  fs::create_directory(root / "folder");
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) ::_exit(try_in_chroot(root.path()));
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  if (WEXITSTATUS(status) == cannot_try) return skip("this process may not change its root folder");
  CHECK(WEXITSTATUS(status) == stays);
}
