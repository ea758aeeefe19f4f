// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/scene/scene_importer.h"
#include "tests/support/script_stage.h"

using namespace script_test;
using spark::ImportOutcome;

namespace {

const std::string kServer = "$s = new('oxygen/SceneServer', '/sys/server/scene')\n";

/// Reads lists of places, one per line: "name x y z". The arguments are names to leave out.
class PlacesImporter : public spark::SceneImporter {
 public:
  std::span<const std::string_view> extensions() const override {
    static constexpr std::string_view kExtensions[] = {".places", ".rsg"};
    return kExtensions;
  }
  ImportOutcome import(spark::BaseNode& target, const spark::SceneSource& source) override {
    if (source.text.starts_with('(')) return ImportOutcome::not_mine;
    if (source.text.starts_with("throw")) throw std::runtime_error("these places cannot be read");
    std::istringstream lines{std::string(source.text)};
    std::string name;
    spark::Vec3 place;
    while (lines >> name >> place.x >> place.y >> place.z) {
      if (std::find(source.arguments.begin(), source.arguments.end(), spark::Value(name)) != source.arguments.end())
        continue;
      auto made = target.core().classes.create("oxygen/Probe");
      made->set_name(name);
      dynamic_cast<spark::Transform&>(*made).set_local_pos(place);
      target.append(std::move(made));
    }
    return ImportOutcome::done;
  }
};

struct ImporterStage : Stage {
  ImporterStage() {
    core.classes.add<PlacesImporter>("PlacesImporter", "oxygen/SceneImporter", "For tests.");
    target();
    file("trees.places", "oak 1 2 3\nelm 4 5 6\n");
  }
};

}  // namespace

TEST_CASE("files are read by the importer for their extension, also from within a scene") {
  ImporterStage stage;
  REQUIRE(stage.run(kServer + "$s.setTransformShortening(false)\n$s.initSceneImporter('PlacesImporter') or raise 'no'\n"
                              "$s.initSceneImporter('RubySceneImporter') or raise 'no'\n") == "");
  CHECK(stage.import(kHeader + "(node Probe (setName wood) (importScene trees.places elm))"));
  CHECK(stage.children("/t/wood") == "oak");
  CHECK(stage.at<Probe>("/t/wood/oak").local_pose().position == spark::Vec3{1, 2, 3});
  // The case of the extension does not matter; a file that an importer does not accept goes to the next importer.
  stage.file("MORE.PLACES", "ash 0 0 1\n");
  CHECK(spark::import_scene(stage.target(), "MORE.PLACES", {}));
  CHECK(stage.has("/t/ash"));
  CHECK(stage.import("yew 0 0 2\n"));
  CHECK(stage.has("/t/yew"));
  CHECK(stage.log.empty());
}

TEST_CASE("a file is not read by its importer unless a script has registered that importer") {
  ImporterStage stage;
  REQUIRE(stage.run(kServer) == "");
  CHECK_FALSE(spark::import_scene(stage.target(), "trees.places", {}));
  CHECK(stage.log == std::vector<std::string>{"error: trees.places:1: no header (RubySceneGraph 0 1)"});
  CHECK(stage.run("get('/sys/server/scene').initSceneImporter('NoImporter') and raise 'found'\n"
                  "get('/sys/server/scene').initSceneImporter('oxygen/Probe') and raise 'found'\n") == "");
  CHECK(stage.log.back() == "error: s.rb:2: initSceneImporter: there is no importer 'oxygen/Probe'");
}

TEST_CASE("an exception of an importer is reported with the line that imports the file") {
  ImporterStage stage;
  REQUIRE(stage.run(kServer + "$s.initSceneImporter('PlacesImporter')\n") == "");
  stage.file("bad.places", "throw");
  CHECK_FALSE(stage.import(kHeader + "(\n(importScene bad.places))"));
  CHECK(stage.log == std::vector<std::string>{"error: s.rsg:3: bad.places: these places cannot be read"});
}

TEST_CASE("an importer can be set to empty the target before it imports a full scene") {
  ImporterStage stage;
  REQUIRE(stage.run(kServer + "$s.setTransformShortening(false)\n$s.initSceneImporter('RubySceneImporter')\n"
                              "get('/sys/server/scene/RubySceneImporter').setUnlinkOnCompleteScenes(true)\n") == "");
  REQUIRE(stage.import(kHeader + "((node Probe (setName a) (node Box)) (node Probe (setName b) (node Box)))"));
  REQUIRE(stage.import(kHeader + "(node Probe (setName c) (node Box))"));
  CHECK(stage.children("/t") == "c");
  CHECK_FALSE(stage.import(kHeader + "(node Probe (setName d)"));
  CHECK(stage.children("/t") == "c");
  CHECK(stage.import("(RubyDeltaScene 0 1)\n((node Probe (setCount 2)))"));
  CHECK(stage.at<Probe>("/t/c").count == 2);
}

TEST_CASE("delta scenes change existing nodes, child by child") {
  Stage stage;
  REQUIRE(stage.import(
      kHeader +
      "((node Probe (setName a) (node Probe (setName in)) (node Box (setName box))) (node Probe (setName b)))"));
  CHECK(stage.import(
      "(RubyDeltaScene 0 1)\n((node Whatever (setCount 1) (node X (setLocalPos 1 2 3)) (node Y (setExtents 4 5 6)))\n"
      "(node Z (setCount 2)) (setCount 3))"));
  CHECK(stage.at<Probe>("/t/a").count == 1);
  CHECK(stage.at<Probe>("/t/a/in").local_pose().position == spark::Vec3{1, 2, 3});
  CHECK(stage.at<Probe>("/t/b").count == 2);
  CHECK(stage.children("/t") == "a b");
  CHECK(stage.log == std::vector<std::string>{"error: s.rsg:3: /t (oxygen/Transform) has no method 'setCount'"});
  stage.log.clear();
  CHECK_FALSE(stage.import("(RubyDeltaScene 0 1)\n((node X)\n(node Y)\n(node Z (setCount 9)))"));
  CHECK(stage.log == std::vector<std::string>{"error: s.rsg:4: /t has only 2 children to change"});
}
