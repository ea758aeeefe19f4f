// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <ctime>

#include "spark/core/held.h"
#include "spark/physics/body.h"
#include "spark/physics/joint_kinds.h"
#include "spark/physics/world.h"
#include "tests/support/script_stage.h"

using namespace script_test;
using spark::Transform;
using spark::Vec3;

namespace {

/// A class derived from Transform, like flags and balls.
class Marker : public Transform {};

struct SceneStage : Stage {
  SceneStage() {
    core.classes.add<Marker>("Marker", "oxygen/Transform", "For tests.");
    REQUIRE(run("$s = new('oxygen/SceneServer', '/sys/server/scene')\n$s.createScene('/usr/scene')\n"
                "new('oxygen/World', '/usr/scene/world')\nnew('oxygen/Space', '/usr/scene/space')\n"
                "new('oxygen/Transform', '/usr/scene/thing').setLocalPos(0, 0, 100)\n") == "");
  }
  bool import_thing(const std::string& text) {
    file("thing.rsg", kHeader + text);
    return spark::import_scene(at<spark::BaseNode>("/usr/scene/thing"), "thing.rsg", {});
  }
};

}  // namespace

TEST_CASE("transforms that contain only transforms are removed, and all else keeps its world pose") {
  SceneStage stage;
  REQUIRE(stage.import_thing(R"(
    (node Transform (setName outer) (setLocalPos 1 0 0) (setLocalRotation 0 0 90)
      (node Transform (setName middle) (setLocalPos 1 0 0)
        (node Transform (setName a) (setLocalPos 0 2 0) (node Body (setName body)))
        (node Transform (setName b) (node Box (setName box))))
      (node Transform (setName empty) (setLocalPos 5 5 5))))"));
  CHECK(stage.log.empty());
  // The target stays, and is empty because its children are transforms, too.
  CHECK(stage.children("/usr/scene") == "world space a b thing");
  CHECK(stage.children("/usr/scene/thing").empty());
  const auto& a = stage.at<Transform>("/usr/scene/a");
  CHECK(spark::length(a.world_pose().position - Vec3{-1, 1, 100}) < 1e-12);
  CHECK(spark::length(a.local_pose().position - Vec3{-1, 1, 100}) < 1e-12);
  CHECK(spark::length(a.world_pose().rotation * Vec3{1, 0, 0} - Vec3{0, 1, 0}) < 1e-12);
  // The body still moves its node.
  auto& body = stage.at<spark::Body>("/usr/scene/a/body");
  body.set_velocity({0, 0, 1});
  stage.at<spark::World>("/usr/scene/world").step(1.0);
  CHECK(spark::length(a.world_pose().position - Vec3{-1, 1, 101}) < 1e-12);
  CHECK(spark::length(stage.at<Transform>("/usr/scene/b").world_pose().position - Vec3{1, 1, 100}) < 1e-12);
}

TEST_CASE("a transform with other children is kept, and so is one that an object holds") {
  SceneStage stage;
  auto holder = std::make_unique<spark::Held<Marker>>("a test");
  REQUIRE(stage.import_thing(R"((
    (node Transform (setName mixed) (node Transform (setName inner) (node Box)) (node Light (setName light)))
    (node Marker (setName held) (node Transform (setName leaf) (node Box)))))"));
  CHECK(stage.children("/usr/scene") == "world space mixed leaf thing");
  CHECK(stage.children("/usr/scene/mixed") == "inner light");

  auto& marker = dynamic_cast<Marker&>(stage.core.create("Marker", "/usr/scene/thing/held"));
  *holder = marker;
  REQUIRE(stage.import_thing("(node Box (setName box))"));
  CHECK(stage.children("/usr/scene/thing") == "held box");
  holder.reset();
}

TEST_CASE("joints find bodies by original paths, scripts by shortened ones, and script objects stay valid") {
  SceneStage stage;
  stage.file("pair.rsg", kHeader + R"((node Transform (setName pair) (setLocalPos 0 0 3)
    (node Transform (setName left) (node Body (setName body)))
    (node Transform (setName right) (setLocalPos 1 0 0) (node Body (setName body))
      (node HingeJoint (setName hinge) (attach ../../left/body ../body)))))");
  REQUIRE(stage.run("$w = get('/usr/scene/world')\n"
                    "get('/usr/scene/thing').importScene('pair.rsg') or raise 'failed'\n"
                    "raise 'long path' if get('/usr/scene/thing/pair/left/body')\n"
                    "$b = get('/usr/scene/left/body') or raise 'no short path'\n") == "");
  CHECK(stage.at<spark::HingeJoint>("/usr/scene/right/hinge").is_attached());
  // An object that a script holds keeps its identity when a later import moves it up.
  REQUIRE(stage.run("new('oxygen/Transform', '/usr/scene/again')\nnew('oxygen/Transform', '/usr/scene/again/own')\n"
                    "$own = new('kerosin/Light', '/usr/scene/again/own/light')\n"
                    "get('/usr/scene/again').importScene('pair.rsg')\n$own.setRadius(5.0)\n"
                    "raise $own.to_s unless $own.getFullPath == '/usr/scene/own/light'\n") == "");
}

TEST_CASE("an imported file is shortened before the file that imports it continues") {
  SceneStage stage;
  stage.file("inner.rsg",
             kHeader + "(node Transform (setName deep) (setLocalPos 0 0 1) (node Transform (setName box) (node Box)))");
  REQUIRE(stage.import_thing(
      "(node Transform (setName car) (setLocalPos 1 0 0) (importScene inner.rsg) (node Body (setName body)))"));
  // The children of car were moved up while it had no other children.
  CHECK(stage.children("/usr/scene") == "world space box car thing");
  CHECK(stage.at<Transform>("/usr/scene/box").world_pose().position == Vec3{1, 0, 101});
}

TEST_CASE("the largest files are shortened, and their mistakes reported, in linear time") {
  SceneStage stage;
  const std::clock_t begin = std::clock();
  std::string scene = "(";
  for (int i = 0; i < 40000; ++i) scene += "(node Transform)\n";
  CHECK(stage.import_thing(scene + "(node Box (setName box)))"));
  CHECK(stage.children("/usr/scene/thing") == "box");
  scene = "(";
  for (int i = 0; i < 20000; ++i) scene += "(node Transform (node Transform (setNothing)))\n";
  CHECK(stage.import_thing(scene + ")"));
  CHECK(stage.log.size() == spark::Log::kMaxMistakes + 1);
  CHECK(stage.log[4000] == "error: thing.rsg:4002: /usr/scene/thing/ (oxygen/Transform) has no method 'setNothing'");
  CHECK(stage.children("/usr/scene/thing") == "box");
  // With quadratic time it would take a minute and more of the processor.
  CHECK((std::clock() - begin) / CLOCKS_PER_SEC < 30);
}

TEST_CASE("paths are not shortened after a failed import, or when shortening is switched off") {
  SceneStage stage;
  CHECK_FALSE(
      stage.import_thing("((node Transform (setName a) (node Transform (setName b) (node Box)))\n(node Nothing))"));
  CHECK(stage.children("/usr/scene/thing") == "a");
  REQUIRE(stage.run("get('/sys/server/scene').setTransformShortening(false)\ndelete('/usr/scene/thing/a')\n") == "");
  CHECK(stage.import_thing("(node Transform (setName a) (node Transform (setName b)))"));
  CHECK(stage.children("/usr/scene/thing") == "a");
  CHECK(stage.children("/usr/scene/thing/a") == "b");
}
