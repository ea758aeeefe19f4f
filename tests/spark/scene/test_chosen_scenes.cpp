// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/scene/scene.h"
#include "tests/support/script_stage.h"

using namespace script_test;
using spark::import_chosen_scene;
using spark::Values;

namespace {

struct ChosenStage : Stage {
  ChosenStage() { target(); }
  bool import_with(const std::string& body, const Values& arguments) {
    file("chosen.rsg", kHeader + body);
    return import_chosen_scene(target(), "chosen.rsg", arguments);
  }
};

}  // namespace

TEST_CASE("the arguments of a chosen scene fill its template, numbers also in expressions") {
  ChosenStage stage;
  CHECK(stage.import_with("((template $name $x)\n(node Probe (setName $name) (setLocalPos $x (eval $x * 2) 0)))",
                          {std::string("fixed"), 1.5}));
  REQUIRE(stage.has("/t/fixed"));
  CHECK(stage.at<Probe>("/t/fixed").local_pose().position == spark::Vec3{1.5, 3, 0});
}

TEST_CASE("with a wrong number of arguments nothing is built") {
  ChosenStage stage;
  const std::string body = "(\n(template $a $b)\n(node Probe (setName made)))";
  for (const Values& arguments : {Values{}, Values{1.0}, Values{1.0, 2.0, 3.0}}) {
    stage.log.clear();
    CHECK_FALSE(stage.import_with(body, arguments));
    CHECK(stage.children("/t") == "");
  }
  CHECK(stage.import_with(body, {1.0, 2.0}));
  CHECK(stage.children("/t") == "made");
}

TEST_CASE("the error line says how many arguments a scene takes") {
  ChosenStage stage;
  stage.log.clear();
  CHECK_FALSE(stage.import_with("(\n(template $height $kind)\n(node Probe))", {1.0}));
  REQUIRE(stage.log.size() == 1);
  CHECK(stage.log[0].ends_with("chosen.rsg:3: the scene takes 2 arguments ($height $kind), not 1"));
  CHECK_FALSE(stage.import_with("(node Probe)", {1.0}));
  REQUIRE(stage.log.size() == 2);
  CHECK(stage.log[1].ends_with("chosen.rsg:1: the scene takes 0 arguments, not 1"));
  CHECK_FALSE(stage.import_with("((template $a) (node Probe (template $b)))", {}));
  REQUIRE(stage.log.size() == 3);
  CHECK(stage.log[2].ends_with("chosen.rsg:2: the scene takes 2 arguments ($a $b), not 0"));
  CHECK(stage.children("/t") == "");
}

TEST_CASE("a text argument is never evaluated or imported, however often it is passed on") {
  ChosenStage stage;
  stage.file("inner.rsg", kHeader + "((template $b)\n(node Probe (setName (eval $b))))");
  stage.file("secret.rsg", kHeader + "(node Probe (setName secret))");
  const Values text{std::string("$touched=1")};
  for (const std::string body :
       {"((template $a)\n(node Probe (setName (eval $a))))", "((template $a)\n(define $b $a)\n(node (eval $b)))",
        "((template $a)\n(importScene inner.rsg $a))", "((template $a)\n(importScene $a))"}) {
    CAPTURE(body);
    stage.log.clear();
    CHECK_FALSE(
        stage.import_with(body, body.find("importScene $a") == body.npos ? text : Values{std::string("secret.rsg")}));
    REQUIRE(stage.log.size() == 1);
    CHECK(stage.log[0].find("outside") != std::string::npos);
    CHECK_FALSE(stage.has("/t/secret"));
  }
  CHECK(stage.run("raise 'touched' if $touched") == "");
  // A number may be passed on, and so may values that the file itself contains.
  stage.file("numbers.rsg", kHeader + "((template $x $y)\n(node Probe (setName n) (setLocalPos (eval $x + $y) 0 0)))");
  CHECK(stage.import_with("((template $a)\n(importScene numbers.rsg $a 0.5))", {2.0}));
  CHECK(stage.at<Probe>("/t/n").local_pose().position.x == 2.5);
}
