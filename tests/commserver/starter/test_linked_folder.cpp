// SPDX-License-Identifier: Apache-2.0
#include "commserver/starter/linked_folder.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "commserver/starter/log_stem.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace commserver;
namespace fs = std::filesystem;

TEST_CASE("remove_links removes only its own links, and the folder if it is empty then") {
  const TemporaryFolder home;
  const fs::path original = home.path() / "original", folder = home.path() / "logs" / "work";
  fs::create_directories(original / "data");
  std::ofstream(original / "file") << "content";
  std::ofstream(original / "other") << "other";
  make_linked_folder(folder, original);
  CHECK(content(folder / "file") == "content");
  CHECK(fs::is_directory(folder / "data"));

  SECTION("nothing else in it") {
    remove_links(folder, original);
    CHECK_FALSE(fs::exists(folder));
  }
  SECTION("files that the program wrote stay, even a link with the name of an original") {
    std::ofstream(folder / "new") << "new";
    fs::remove(folder / "other");
    fs::create_symlink(home.path() / "elsewhere", folder / "other");
    remove_links(folder, original);
    CHECK(content(folder / "new") == "new");
    CHECK_FALSE(fs::exists(fs::symlink_status(folder / "file")));
    CHECK(fs::read_symlink(folder / "other") == home.path() / "elsewhere");
  }
  CHECK(content(original / "file") == "content");
}

TEST_CASE("is_log_stem accepts agents with a number and programs with a name, and nothing else") {
  for (const std::string& good : std::vector<std::string>{"agent0", "agent12", "program-a", "program-A_b-1.2",
                                                          "program-" + std::string(100, 'x')})
    CHECK(is_log_stem(good));
  for (const std::string& bad :
       std::vector<std::string>{"agent", "agent1x", "agentx", "program-", "program-a/b", "program-a b", "programa", "",
                                "program-" + std::string(101, 'x'), "agent" + std::string(101, '1')})
    CHECK_FALSE(is_log_stem(bad));
}
