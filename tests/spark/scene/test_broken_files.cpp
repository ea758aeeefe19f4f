// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/physics/body.h"
#include "spark/physics/world.h"
#include "tests/support/script_stage.h"

using namespace script_test;

TEST_CASE("a file with broken syntax undoes all that its import has built") {
  Stage stage;
  REQUIRE(stage.import(kHeader + "(node Probe (setName before))"));
  int files = 0;
  const auto broken = [&](const std::string& wheel, const std::string& line) {
    INFO(wheel.substr(0, 100));
    stage.log.clear();
    stage.file("wheel.rsg", wheel);
    CHECK_FALSE(stage.import(
        kHeader + "((node Probe (setName car) (take 1))\n(node Probe (setName rest)\n(importScene wheel.rsg)) "
                  "(select before (node Probe (setName inside)) (setCount 1)) (node Probe (setName last)))",
        {}, std::to_string(++files) + ".rsg"));
    CHECK(stage.log == std::vector<std::string>{"error: " + line});
    CHECK(stage.children("/t") == "before");
    CHECK(stage.children("/t/before").empty());
    CHECK(stage.at<Probe>("/t/before").count == 0);
  };
  broken(kHeader + "(node Probe (setName p)\n(take 1)", "wheel.rsg:3: brackets do not match: the scene does not end");
  broken("\n(RubyScene 0 1)\n()", "wheel.rsg:2: this is not a scene: it must begin with (RubySceneGraph 0 1)");
  broken("", "wheel.rsg:1: no header (RubySceneGraph 0 1)");
  broken(kHeader + std::string(100, '(') + std::string(100, ')'), "wheel.rsg:1: nested too deeply");
  broken(std::string(10 << 20, '('), "5.rsg:4: wheel.rsg is larger than 1 MiB");
}

TEST_CASE("files that import each other without end leave nothing behind") {
  Stage stage;
  stage.target();
  stage.file("a.rsg", kHeader + "(node Probe (setName a)\n(importScene b.rsg))");
  stage.file("b.rsg", kHeader + "(node Transform\n\n(importScene a.rsg))");
  CHECK_FALSE(spark::import_scene(stage.target(), "a.rsg", {}));
  CHECK(stage.log ==
        std::vector<std::string>{"error: b.rsg:4: scene files import each other more than 32 deep (a.rsg)"});
  CHECK(stage.children("/t").empty());
}

TEST_CASE("when one line of a script imports several bad files, each is reported once") {
  Stage stage;
  stage.target();
  stage.file("cut.rsg", kHeader + "(node Probe");
  CHECK(stage.run("2.times { %w[none cut other].each { |n| get('/t').importScene(n + '.rsg') and raise n } }\n") == "");
  CHECK(stage.log == std::vector<std::string>{"error: s.rb:1: there is no scene file 'none.rsg'",
                                              "error: cut.rsg:2: brackets do not match: the scene does not end",
                                              "error: s.rb:1: there is no scene file 'other.rsg'"});
}

TEST_CASE("a mistake in the content of a file keeps what was built before it") {
  Stage stage;
  CHECK_FALSE(stage.import(kHeader +
                           "((node Probe (setName kept) (setCount 3))\n(node Nothing)\n(node Probe (setName never)))"));
  CHECK(stage.children("/t") == "kept");
  CHECK(stage.at<Probe>("/t/kept").count == 3);
}

TEST_CASE("invalid sizes and masses are refused with file and line, and the body keeps its mass") {
  Stage stage;
  stage.target();
  REQUIRE(stage.run(kWorld).empty());
  const char* const calls[] = {"setSphere 0 1",
                               "setSphere 1 0",
                               "setSphere -1 1",
                               "setBox 1 1 -1 1",
                               "setBox 1 1e9 1 1",
                               "setBoxTotal 1e30 1 1 1",
                               "setMass 0",
                               "setMass -5",
                               "setMass 1e300",
                               "setCylinder 1 1 1e-9",
                               "setCappedCylinder 1 -1 1",
                               "setVelocity 1e9 0 0"};
  std::string scene = kHeader + "(node Transform (node Body (setName body) (setMass 7)\n";
  for (const char* call : calls) scene += std::string("(") + call + ")\n";
  scene +=
      ") (node SphereCollider\n(setRadius 0))(node BoxCollider\n(setBoxLengths 1 1 0)) (node "
      "CCylinderCollider\n(setParams -1 1)))";
  CHECK(stage.import(scene));
  REQUIRE(stage.log.size() == std::size(calls) + 3);
  for (std::size_t i = 0; i < stage.log.size(); ++i) {
    INFO(stage.log[i]);
    CHECK(stage.log[i].find("warning: s.rsg:" + std::to_string(3 + i + (i >= std::size(calls) ? 1 : 0)) + ": ") == 0);
    CHECK(stage.log[i].find("refused") != std::string::npos);
  }
  CHECK(dynamic_cast<spark::Body*>(stage.core.find_first<spark::Body>())->mass() == 7);
  stage.at<spark::World>("/t/world").step(0.01);
}

TEST_CASE("joints that close a ring hold it together") {
  Stage stage;
  stage.target();
  REQUIRE(stage.run(kWorld + "get('/t/world').setGravity(0, 0, -9.81)\n").empty());
  std::string scene = kHeader + "(";
  const char* const places[] = {"0 0 5", "1 0 5", "1 1 5", "0 1 5"};
  for (int i = 0; i < 4; ++i) {
    const std::string next = std::to_string((i + 1) % 4);
    scene += "(node Transform (setName n" + std::to_string(i) + ") (setLocalPos " + places[i] +
             ") (node Body (setName body) (setBoxTotal 1 0.2 0.2 0.2)) (node HingeJoint (attach ../body ../../n" +
             next + "/body) (setAxis 2)) (node FixedJoint (attach ../body ../../n" + next + "/body)))\n";
  }
  // One more joint to the world, and one from a body to itself, which is refused.
  scene +=
      "(node Transform (setName top) (setLocalPos 0 0 6) (node BallJoint (attach ../../n0/body)))\n"
      "(select n0 (node BallJoint (attach ../body ../body))))";
  REQUIRE(stage.import(scene));
  CHECK(stage.log ==
        std::vector<std::string>{"error: s.rsg:7: /t/n0/: a body cannot be joined to itself (/t/n0/body)"});
  stage.log.clear();
  auto& world = stage.at<spark::World>("/t/world");
  for (int step = 0; step < 1000; ++step) world.step(0.01);
  const auto& first = stage.at<spark::Body>("/t/n0/body");
  const auto& third = stage.at<spark::Body>("/t/n2/body");
  CHECK(spark::length(first.position() - third.position()) == Approx(std::sqrt(2.0)).margin(0.02));
  CHECK(spark::length(third.velocity()) < 20.0);
  CHECK(stage.log.empty());
}
