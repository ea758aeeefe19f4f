// SPDX-License-Identifier: Apache-2.0
#include "server/scene/shown_scene.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "server/scene/scene_tree.h"
#include "spark/physics/body.h"
#include "tests/support/files.h"
#include "tests/support/folders.h"
#include "tests/support/log_lines.h"
#include "tests/support/temporary_folder.h"

using namespace server;

namespace {

constexpr const char* kPendulum = R"((RubySceneGraph 0 1)
(
  (template $length)
  (node Transform (setName bob) (setLocalPos 0 0 (eval 0.0 - $length))
    (node Body (setName body) (setSphereTotal 2.0 0.1))
    (node SphereCollider (setName shape) (setRadius 0.1))
    (node HingeJoint (setName "two words") (attach ../body) (setAnchor 0 0 $length) (setAxis 1) (setLowStopPos 0 -0.5)
      (setHighStopPos 0 0.25)))
  (node Transform (setName sign) (setLocalPos 1 0 0) (setLocalRotation 0 0 90)
    (node Box (setExtents 0.2 0.1 0.01) (setMaterial matRed)))
)
)";

/// A folder with a scene file, and the scene that is shown.
struct Stage {
  explicit Stage(const std::string& text = kPendulum) {
    keep_lines(assembly.core.log, lines);
    write_file(folder / "pendulum.rsg", text);
    assembly.core.script_path = {source_folder() + "/scripts"};
    assembly.core.scene_path = {source_folder() + "/scenes"};
    options.script = "world.rb";
    options.scene = {(folder / "pendulum.rsg").string(), "0.5"};
  }
  ShownScene& shown() {
    if (!scene) scene.emplace(options, assembly);
    return *scene;
  }
  SceneDump dump() {
    return {"pendulum.rsg", assembly.core.clock.now(), assembly.simulated_seconds(), tree_of(shown().scene()),
            appearance_entries(shown().scene())};
  }
  TemporaryFolder folder;
  Assembly assembly{1};
  std::ptrdiff_t said(const std::string& words) const {
    return std::ranges::count_if(lines, [&](const std::string& line) { return line.find(words) != line.npos; });
  }
  std::vector<std::string> lines;
  Options options;
  std::optional<ShownScene> scene;
};

/// From `begin` to the end of that line.
std::string line_with(const std::string& text, const std::string& begin) {
  const auto at = text.find(begin);
  return at == text.npos ? "" : text.substr(at, text.find('\n', at) - at);
}

}  // namespace

TEST_CASE("a scene is printed as a tree with positions, sizes, masses, joints, and its appearance") {
  Stage stage;
  stage.options.scene_height = 3;
  stage.shown();
  const std::string text = as_text(stage.dump());
  CHECK(text == R"(scene pendulum.rsg (step 0) (time 0)
oxygen/Scene scene
  oxygen/World world
  oxygen/Space space
  oxygen/PlaneCollider floor (plane 0 0 1 0)
    oxygen/ContactJointHandler contact
  oxygen/AgentAspect pendulum (position 0 0 3)
    oxygen/Transform bob (position 0 0 2.5)
      oxygen/Body body (mass 2)
      oxygen/SphereCollider shape (radius 0.1)
      oxygen/HingeJoint "two words" (bodies pendulum/bob/body "") (angle 0) (stops -28.64789 14.323945)
    oxygen/Transform sign (position 1 0 3) (rotation 0.707107 0 0 0.707107)
      kerosin/Box (lengths 0.2 0.1 0.01) (material matRed)
looks
  mover pendulum/bob/body (position 0 0 2.5)
    sphere (radius 0.1) (position 0 0 0)
  scenery
    plane (position 0 0 0)
    box (lengths 0.2 0.1 0.01) (position 1 0 3) (rotation 0.707107 0 0 0.707107) (colour 0.85 0.15 0.12)
  hinge "pendulum/bob/two words" (bodies pendulum/bob/body "") (anchor 0 0 3) (axis 0 1 0)
)");
  const std::string json = as_json(stage.dump());
  CHECK(json.starts_with("{\n  \"scene\": \"pendulum.rsg\",\n  \"step\": 0,\n  \"time\": 0.0,\n  \"tree\": {"));
  CHECK(json.find(R"("name": "two words",)") != json.npos);
  CHECK(json.find("\"mass\": 2.0") != json.npos);
}

TEST_CASE("after some steps the positions are those of that time, equal each time") {
  std::string texts[2];
  for (std::string& text : texts) {
    Stage stage;
    stage.options.scene_height = 3;
    auto& bob =
        dynamic_cast<spark::Body&>(*(stage.shown(), stage.assembly.core.root().find("/usr/scene/pendulum/bob/body")));
    REQUIRE(bob.set_angular_velocity({0, 1, 0}));
    stage.shown().simulation().run_until(25);
    text = as_text(stage.dump());
  }
  CHECK(texts[0] == texts[1]);
  CHECK(texts[0].starts_with("scene pendulum.rsg (step 25) (time 0.25)\n"));
  CHECK(line_with(texts[0], "oxygen/Body body").find("(velocity ") != std::string::npos);
  CHECK(line_with(texts[0], "mover ").find("(rotation ") != std::string::npos);
  CHECK(line_with(texts[0], "oxygen/Transform bob").find("(position 0 0 2.5)") == std::string::npos);
}

TEST_CASE("a scene whose bodies would be in the floor is raised above it, unless a height is given") {
  Stage stage;
  const double height = GENERATE(-1.0, 0.0, 2.0);  // the first: none is given
  if (height >= 0) stage.options.scene_height = height;
  stage.shown();
  const std::string wanted = height < 0 ? "(position 0 0 0.6)" : fmt::format("(position 0 0 {:g})", height);
  CHECK(line_with(as_text(stage.dump()), "oxygen/AgentAspect pendulum") == "oxygen/AgentAspect pendulum " + wanted);
}

TEST_CASE("a changed scene file replaces the earlier one, and a broken one changes nothing") {
  Stage stage;
  stage.shown().simulation().run_until(3);
  const std::string before = as_text(stage.dump());
  for (const char* broken : {"(RubySceneGraph 0 1)\n((node Transform (setName half)", "nothing", "",
                             "(RubySceneGraph 0 1)\n((node Transform (node Box)) (importScene nowhere.rsg))"}) {
    CAPTURE(broken);
    write_file(stage.folder / "pendulum.rsg", broken);
    CHECK_FALSE(stage.shown().reload());
    CHECK(as_text(stage.dump()) == before);
  }
  CHECK(stage.said("pendulum.rsg") == 4);
  write_file(stage.folder / "pendulum.rsg",
             "(RubySceneGraph 0 1)\n((node Transform (setName ball) (setLocalPos 0 0 1) (node Body (setName body))))");
  CHECK(stage.shown().reload());
  const std::string after = as_text(stage.dump());
  CHECK(line_with(after, "oxygen/Transform") == "oxygen/Transform ball (position 0 0 1)");
  CHECK(after.find("bob") == std::string::npos);
  stage.shown().simulation().run_until(13);
  CHECK(line_with(as_text(stage.dump()), "mover") != "mover pendulum/ball/body (position 0 0 1)");
}

TEST_CASE("a scene that cannot be shown is reported in one line") {
  Stage stage("(RubySceneGraph 0 1)\n((node Nothing))");
  SECTION("a class that does not exist") {
    CHECK_THROWS_WITH(stage.shown(), Catch::EndsWith("pendulum.rsg: it cannot be imported"));
    CHECK(stage.said("pendulum.rsg:2") == 1);
  }
  SECTION("a script without a scene") {
    write_file(stage.folder / "empty.rb", "");
    stage.options.script = stage.folder / "empty.rb";
    CHECK_THROWS_WITH(stage.shown(), Catch::StartsWith("--scene: the script "));
  }
}
