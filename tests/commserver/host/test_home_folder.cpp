// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "commserver/host/home_folder.h"
#include "tests/support/temporary_folder.h"

using commserver::chosen_home_folder;
using commserver::find_home_folder;
namespace fs = std::filesystem;

TEST_CASE("the home folder is $HOME/.rcssserver3d, if it exists, is the user's and not writable by everyone") {
  const TemporaryFolder home;
  const fs::path folder = home / ".rcssserver3d";
  const auto reason = [&] { return find_home_folder(home.path().c_str()).reason; };
  CHECK(reason() == folder.string() + ": there is no such folder");
  fs::create_directory(folder);
  CHECK(find_home_folder(home.path().c_str()).folder == folder);
  CHECK(reason().empty());

  REQUIRE(::chmod(folder.c_str(), 0777) == 0);
  CHECK(find_home_folder(home.path().c_str()).folder.empty());
  CHECK(reason() == folder.string() + ": anyone may write to it");
  REQUIRE(::chmod(folder.c_str(), 0775) == 0);
  CHECK(reason().empty());
  if (::geteuid() == 0) {
    REQUIRE(::chown(folder.c_str(), 65534, 65534) == 0);
    CHECK(reason() == folder.string() + ": it belongs to another user");
  }
}

TEST_CASE("a home folder that is a file, a broken link or below a file is not used") {
  const TemporaryFolder home;
  const fs::path folder = home / ".rcssserver3d";
  fs::create_symlink("nowhere", folder);
  CHECK(find_home_folder(home.path().c_str()).reason == folder.string() + ": there is no such folder");
  fs::remove(folder);
  fs::create_symlink("/dev/null", folder);
  CHECK(find_home_folder(home.path().c_str()).reason == folder.string() + ": it is not a folder");
  CHECK(find_home_folder("/dev/null").reason == "/dev/null/.rcssserver3d: there is no such folder");
}

TEST_CASE("without an absolute path in HOME there is no home folder") {
  CHECK(find_home_folder(nullptr).reason == "HOME is not set");
  CHECK(find_home_folder("").reason == "HOME is not set");
  CHECK(find_home_folder("here/and/there").reason == "HOME is not an absolute path");
}

TEST_CASE("the option --home names another home folder, or turns it off") {
  const TemporaryFolder folder;
  CHECK(chosen_home_folder(folder.path().string()).folder == folder.path());
  CHECK(chosen_home_folder("off").folder.empty());
  CHECK(chosen_home_folder("off").reason == "--home off");
  CHECK_THROWS_WITH(chosen_home_folder("/nowhere"), "--home /nowhere: there is no such folder");
  CHECK_THROWS_WITH(chosen_home_folder("/dev/null"), "--home /dev/null: it is not a folder");
}
