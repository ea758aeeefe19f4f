// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/user_numbers.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <set>

#include "tests/support/skipping.h"
#include "tests/support/temporary_folder.h"

using commserver::UserNumbers;
namespace fs = std::filesystem;

TEST_CASE("two servers never take the same user number, and a server that ends gives its numbers back") {
  const TemporaryFolder folder;
  const std::string locks = folder.path() / "locks";
  std::string why;
  // Servers of other tests take and return numbers meanwhile, but not the reserved one. Only root has such servers.
  UserNumbers everywhere;
  const uid_t reserved = everywhere.take(why);
  UserNumbers first(locks);
  uid_t own = first.take(why);
  std::set<uid_t> taken{own};
  while (own < reserved) taken.insert(own = first.take(why));
  REQUIRE(own != 0);
  taken.insert(first.take(why));
  {
    UserNumbers second(locks);
    const auto take_all = [&] {
      for (uid_t number = second.take(why); number != 0; number = second.take(why))
        REQUIRE(taken.insert(number).second);
    };
    take_all();
    CHECK(why == "no user number is free from 61184 to 65519");
    CHECK(*taken.begin() >= UserNumbers::kFirst);
    CHECK(*taken.rbegin() <= UserNumbers::kLast);
    CHECK(taken.size() > 4000);  // others may be in use
    first.give_back(own);
    taken.erase(own);
    take_all();
    CHECK(taken.contains(own));
    CHECK_FALSE(taken.contains(first.take(why)));
  }
  CHECK(first.take(why) != 0);
}

TEST_CASE("a number with which a process runs is not taken") {
  if (::geteuid() != 0) return skip("only root can start processes of other users");
  const TemporaryFolder folder;
  std::string why;
  const uid_t next = UserNumbers((folder.path() / "locks").string()).take(why);
  REQUIRE(next != 0);
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::setresuid(next, next, next) != 0 || ::write(ends[1], "x", 1) != 1) ::_exit(1);
    while (true) ::pause();
  }
  char byte = 0;
  REQUIRE(::read(ends[0], &byte, 1) == 1);
  CHECK(UserNumbers((folder.path() / "locks").string()).take(why) != next);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  for (const int end : ends) ::close(end);
}

TEST_CASE("without a usable lock file no user number is taken, and the reason is reported") {
  const TemporaryFolder folder;
  std::string why;
  CHECK(UserNumbers((folder.path() / "missing/locks").string()).take(why) == 0);
  CHECK(why == (folder.path() / "missing/locks").string() + ": No such file or directory");
  fs::create_symlink("elsewhere", folder.path() / "link");
  CHECK(UserNumbers((folder.path() / "link").string()).take(why) == 0);
  CHECK(why == (folder.path() / "link").string() + ": Too many levels of symbolic links");
}
