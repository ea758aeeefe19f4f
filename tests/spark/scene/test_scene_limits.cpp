// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <random>

#include "tests/support/script_stage.h"

using namespace script_test;
using spark::Values;

TEST_CASE("invalid headers are refused") {
  Stage stage;
  int files = 0;
  for (const char* header :
       {"(RubySceneGraph 0 2)", "(RubySceneGraph 1 1)", "(RubySceneGraph -0.5 1)x", "(RubySceneGraph 0)",
        "(rubyscenegraph 0 1)", "()", "((RubySceneGraph 0 1))", "(node Probe)"}) {
    INFO(header);
    stage.log.clear();
    const bool odd = std::string(header) == "(RubySceneGraph -0.5 1)x";  // numbers are read as by atoi
    const std::string name = std::to_string(++files);
    CHECK(stage.import(std::string("\n") + header + "\n(node Probe)", {}, name) == odd);
    if (!odd)
      CHECK(stage.log == std::vector<std::string>{"error: " + name +
                                                  ":2: this is not a scene: it must begin with (RubySceneGraph 0 1)"});
  }
  CHECK(stage.import("(RubySceneGraph 0 1 extra)\n()"));
  CHECK_FALSE(stage.import("(RubyDeltaScene 0 2)\n()"));
  CHECK(stage.log.back() == "error: s.rsg:1: this is not a scene: it must begin with (RubySceneGraph 0 1)");
  for (const char* nothing : {"", "; nothing\n", "atoms only"}) {
    const std::string name = std::to_string(++files);
    CHECK_FALSE(stage.import(nothing, {}, name));
    CHECK(stage.log.back() == "error: " + name + ":1: no header (RubySceneGraph 0 1)");
  }
}

TEST_CASE("missing closing brackets are refused, surplus ones are ignored") {
  Stage stage;
  CHECK_FALSE(stage.import(kHeader + "(node Probe (setName p)\n\n"));
  CHECK(stage.log.back() == "error: s.rsg:4: brackets do not match: the scene does not end");
  CHECK_FALSE(stage.has("/t/p"));
  CHECK(stage.import(kHeader + "(node Probe (setName p)))"));
  CHECK(stage.has("/t/p"));
}

TEST_CASE("files that are too large, too deeply nested or missing are refused") {
  Stage stage;
  CHECK_FALSE(stage.import(kHeader + std::string(1 << 20, ' ')));
  CHECK(stage.log.back() == "error: s.rsg is larger than 1 MiB");
  CHECK(stage.import(kHeader + std::string((1 << 20) - kHeader.size(), ' ')));
  CHECK_FALSE(stage.import(kHeader + std::string(65, '(') + std::string(65, ')')));
  CHECK(stage.log.back() == "error: s.rsg:1: nested too deeply");
  CHECK(stage.import(kHeader + std::string(64, '(') + std::string(64, ')')));
  CHECK_FALSE(spark::import_scene(stage.target(), "none.rsg", {}));
  CHECK(stage.log.back() == "error: there is no scene file 'none.rsg'");
  CHECK_FALSE(spark::import_scene(stage.target(), stage.folder.string(), {}));
  CHECK_FALSE(spark::import_scene(stage.target(), "", {}));
}

TEST_CASE("a file of 40000 nodes is read, and a mistake at its end is reported with its line") {
  Stage stage;
  std::string scene = kHeader + "(";
  for (int i = 0; i < 40000; ++i) scene += "(node Probe (take))\n";
  REQUIRE(stage.import(scene + ")"));
  CHECK(stage.at<spark::Node>("/t").children().size() == 40000);
  CHECK(dynamic_cast<Probe&>(*stage.at<spark::Node>("/t").children().back()).taken.size() == 1);
  scene += std::string(kHeader.size(), ' ') + "(node Nothing))";
  CHECK_FALSE(stage.import(scene));
  CHECK(stage.log == std::vector<std::string>{"error: s.rsg:40002: there is no class 'Nothing'"});
}

TEST_CASE("a file that imports itself is refused with one line") {
  Stage stage;
  CHECK_FALSE(stage.import(kHeader + "(node Probe\n(importScene s.rsg) (importScene s.rsg))"));
  CHECK(stage.log ==
        std::vector<std::string>{"error: s.rsg:3: scene files import each other more than 32 deep (s.rsg)"});
  // The depth is counted anew.
  CHECK(stage.import(kHeader + "(node Probe (setName p))"));
  CHECK(stage.has("/t/p"));
}

TEST_CASE("imports that double from file to file, or recur through Ruby, are stopped") {
  Stage stage;
  for (int i = 0; i < 20; ++i) {
    const std::string next = "(importScene f" + std::to_string(i + 1) + ".rsg)";
    stage.file("f" + std::to_string(i) + ".rsg", kHeader + "(" + next + next + ")");
  }
  stage.file("f20.rsg", kHeader);
  CHECK_FALSE(spark::import_scene(stage.target(), "f0.rsg", {}));
  REQUIRE(stage.log.size() == 1);
  CHECK_THAT(stage.log[0], Catch::Contains("one import loads more than 4096 scene files"));
  stage.log.clear();
  CHECK_FALSE(stage.import(kHeader + "((importScene (eval \"get('/t').importScene('s.rsg').to_s\")))"));
  CHECK_THAT(stage.log.at(0), Catch::Contains("more than 32 deep"));
}

TEST_CASE("damaged scene files are either imported or refused with a line") {
  Stage stage;
  const std::string scene = kHeader +
                            "((template $a $b)(define $c (eval $a + 1))(node Probe (setName $b)(setPlace 1 2 3)\n"
                            "(node Transform (setLocalPos $a 0 $c))(select x (pwd)))(importScene x.rsg 1))";
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = scene;
    for (int n = 0; n < 3; ++n) {
      const std::size_t at = random() % damaged.size();
      switch (random() % 3) {
        case 0:
          damaged.erase(at, 1 + random() % 5);
          break;
        case 1:
          damaged[at] = "()$;\"'\\ \n\xff"[random() % 10];
          break;
        default:
          damaged.insert(at, damaged.substr(random() % damaged.size(), 9));
      }
    }
    stage.log.clear();
    if (!stage.import(damaged, {1.5, std::string("n")}, std::to_string(i))) CHECK_FALSE(stage.log.empty());
  }
}
