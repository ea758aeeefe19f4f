// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <fstream>

#include "commserver/host/places.h"
#include "tests/support/folders.h"
#include "tests/support/temporary_folder.h"

using commserver::find_places;
using commserver::named_file;
using commserver::Places;
namespace fs = std::filesystem;

TEST_CASE("a program that was not installed finds the source tree, and modules beside its folder") {
  const Places places = find_places();
  CHECK(places.programs == fs::read_symlink("/proc/self/exe").parent_path());
  CHECK(places.scripts == fs::path(source_folder()) / "scripts");
  CHECK(places.scenes == fs::path(source_folder()) / "scenes");
  const TemporaryFolder folder;
  CHECK(find_places(folder.path() / "bin").modules == folder.path() / "lib/rcssserver3d");
}

TEST_CASE("an installed program finds what was installed with it") {
  const TemporaryFolder folder;
  const fs::path share = folder.path() / "share/rcssserver3d";
  fs::create_directories(share / "scripts");
  const Places places = find_places(folder.path() / "bin");
  CHECK(places.programs == folder.path() / "bin");
  CHECK(places.scripts == share / "scripts");
  CHECK(places.scenes == share / "scenes");
}

TEST_CASE("a file that an option names is searched for in the given folders, then in the current folder") {
  const TemporaryFolder own, here;
  std::ofstream(own.path() / "both.xml") << "own";
  std::ofstream(here.path() / "both.xml") << "here";
  std::ofstream(here.path() / "mine.xml") << "here";
  const fs::path back = fs::current_path();
  fs::current_path(here.path());
  CHECK(named_file("--agentdb", {own.path()}, "both.xml") == own.path() / "both.xml");
  CHECK(named_file("--agentdb", {own.path()}, "mine.xml") == "mine.xml");
  CHECK(named_file("--agentdb", {own.path()}, here.path() / "both.xml") == here.path() / "both.xml");
  CHECK(named_file("--agentdb", {own.path()}, "./both.xml") == "./both.xml");
  CHECK_THROWS_WITH(named_file("--agentdb", {own.path()}, "../both.xml"), Catch::Contains("there is no such file"));
  const TemporaryFolder home;
  std::ofstream(home.path() / "both.xml") << "home";
  CHECK(named_file("--agentdb", {home.path(), own.path()}, "both.xml") == home.path() / "both.xml");
  CHECK(commserver::candidates({home.path(), own.path()}, "both.xml") ==
        std::vector<fs::path>{home.path() / "both.xml", own.path() / "both.xml", "both.xml"});
  fs::current_path(back);
}

TEST_CASE("a missing file, or a folder in its place, is refused with option, name and reason") {
  const TemporaryFolder folder;
  const std::string place = folder.path().string();
  fs::create_directory(folder.path() / "folder");
  CHECK_THROWS_WITH(named_file("--script", {folder.path()}, "nowhere.rb"),
                    "--script nowhere.rb: there is no such file, neither here nor in " + place);
  CHECK_THROWS_WITH(named_file("--script", {folder.path()}, place + "/nowhere.rb"),
                    "--script " + place + "/nowhere.rb: there is no such file");
  CHECK_THROWS_WITH(named_file("--script", {"/nowhere"}, place + "/folder"),
                    "--script " + place + "/folder: this is not a file");
}
