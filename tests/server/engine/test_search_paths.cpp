// SPDX-License-Identifier: Apache-2.0
#include "server/engine/search_paths.h"

#include <catch2/catch.hpp>

#include "spark/core/core.h"

using namespace server;

namespace {

using Paths = std::vector<std::filesystem::path>;

const commserver::Places kPlaces{
    .programs = "/own/programs", .scripts = "/own/scripts", .scenes = "/own/scenes", .modules = "/own/modules"};

}  // namespace

TEST_CASE("the home folder is searched before the server's own files, but not for modules") {
  spark::Core core(1);
  set_search_paths(core, kPlaces, {.folder = "/home/me/.rcssserver3d", .reason = {}});
  CHECK(core.script_path == Paths{"/home/me/.rcssserver3d", "/own/scripts"});
  CHECK(core.scene_path == Paths{"/home/me/.rcssserver3d", "/own/scenes", "data"});
  CHECK(core.module_path == Paths{"/own/modules"});
}

TEST_CASE("without a home folder only the server's own files are searched") {
  spark::Core core(1);
  set_search_paths(core, kPlaces, {.folder = {}, .reason = "there is none"});
  CHECK(core.script_path == Paths{"/own/scripts"});
  CHECK(core.scene_path == Paths{"/own/scenes", "data"});
}

TEST_CASE("if another party chooses what is played, the current folder is not searched") {
  spark::Core core(1);
  set_search_paths(core, kPlaces, {.folder = {}, .reason = "there is none"}, true);
  CHECK(core.scene_path == Paths{"/own/scenes"});
  CHECK_FALSE(core.searches_here);
  set_search_paths(core, kPlaces, {.folder = {}, .reason = "there is none"});
  CHECK(core.searches_here);
}

TEST_CASE("each search folder has a name for messages") {
  const auto folders = scene_folders(kPlaces, {.folder = "/home/me/.rcssserver3d", .reason = {}});
  std::vector<std::string> names;
  for (const SearchFolder& each : folders) names.push_back(each.name);
  CHECK(names == std::vector<std::string>{"home folder", "server's own", "folder data"});
}
