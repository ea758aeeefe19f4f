// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/scene/drawing_nodes.h"
#include "tests/support/script_stage.h"

using namespace script_test;
using spark::Transform;
using spark::Value;
using spark::Values;
using spark::Vec3;

namespace {

using Calls = std::vector<Values>;
Value text(const char* t) {
  return std::string(t);
}

}  // namespace

TEST_CASE("a scene file creates nodes, names them and calls their methods") {
  Stage stage;
  REQUIRE(stage.import(kHeader + R"((node Probe (setName outer) ; a comment
    (setPlace 1 -2.5 3e1) (setCount 7) (setFlag true) (setWord "two words")
    (node Transform (setName inner) (setLocalPos 1 2 3)))
  )"));
  const auto& probe = stage.at<Probe>("/t/outer");
  CHECK(probe.place == Vec3{1, -2.5, 30});
  CHECK(probe.count == 7);
  CHECK(probe.flag);
  CHECK(probe.word == "two words");
  CHECK(stage.at<Transform>("/t/outer/inner").world_pose().position == Vec3{1, 2, 3});
  CHECK(stage.log.empty());
}

TEST_CASE("the body of a scene file may be a group of lists, an empty list or missing") {
  Stage stage;
  CHECK(stage.import(kHeader + "((node Probe (setName a))((node Probe (setName b)))())"));
  CHECK(stage.children("/t") == "a b");
  CHECK(stage.import(kHeader + "()"));
  CHECK(stage.import(kHeader));
  CHECK(stage.import(kHeader + "((setName u))(node Probe) what follows the body is ignored"));
  CHECK(stage.children("/u") == "a b");
  CHECK(stage.log.empty());
}

TEST_CASE("class names are looked up as given, then in oxygen and kerosin") {
  Stage stage;
  REQUIRE(stage.import(kHeader + "((node oxygen/Probe) (node Probe) (node Box (setName box)))"));
  CHECK(stage.has("/t/box"));
  CHECK_FALSE(stage.import(kHeader + "\n(node Probe (setName p)\n  (node Porbe) (setName q))"));
  CHECK(stage.log == std::vector<std::string>{"error: s.rsg:4: there is no class 'Porbe'"});
  CHECK(stage.has("/t/p"));  // what was built until then stays
  CHECK_FALSE(stage.import(kHeader + "(node zeitgeist/Leaf)"));
  CHECK(stage.log.back() == "error: s.rsg:2: zeitgeist/Leaf is not a scene node");
  CHECK_FALSE(stage.import(kHeader + "(node SceneImporter)"));
  CHECK(stage.log.back() == "error: s.rsg:2: class 'oxygen/SceneImporter' is abstract");
  CHECK_FALSE(stage.import(kHeader + "(node)"));
  CHECK(stage.log.back() == "error: s.rsg:2: (node Class ...) needs a class");
}

TEST_CASE("an exception of a node that enters the tree is reported with its line") {
  Stage stage;
  stage.target();
  REQUIRE(stage.run("new('oxygen/World', '/t/world')\nnew('oxygen/Space', '/t/space')\n").empty());
  CHECK_FALSE(stage.import(kHeader + "(node Transform (setLocalPos 1e7 0 0)\n(node Body (setName physics)))"));
  CHECK(stage.log == std::vector<std::string>{"error: s.rsg:3: /t/ has no pose that a body can take"});
}

TEST_CASE("parameters are declared by template and define") {
  Stage stage;
  const std::string scene = kHeader + R"((
    (template $name $x)
    (define $half (eval $x / 2.0))
    (define $copy $name)
    (define $word w)
    (node Probe (setName $copy) (take $name $x $half $word -$x))))";
  REQUIRE(stage.import(scene, {text("p"), 5.0, text("surplus")}));
  CHECK(stage.at<Probe>("/t/p").taken == Calls{{text("p"), 5.0, 2.5, text("w"), text("-$x")}});

  CHECK_FALSE(stage.import(scene, {text("p")}));
  CHECK(stage.log.back() == "error: s.rsg:4: the import passes no argument for $x");
  CHECK_FALSE(stage.import(kHeader + "(node Probe\n(take $nothing))"));
  CHECK(stage.log.back() == "error: s.rsg:3: there is no parameter $nothing");
  CHECK_FALSE(stage.import(kHeader + "((template $a\n$a))", {1.0, 2.0}));
  CHECK(stage.log.back() == "error: s.rsg:3: $a is declared twice");
  CHECK_FALSE(stage.import(kHeader + "(template a)", {1.0}));
  CHECK(stage.log.back() == "error: s.rsg:2: the parameters of a template begin with $");
  CHECK_FALSE(stage.import(kHeader + "(define $a)"));
  CHECK(stage.log.back() == "error: s.rsg:2: expected (define $name value)");
  CHECK(stage.import(kHeader + "((template $unused) (node Probe (setName fine)))"));
}

TEST_CASE("define can set a declared parameter that has no argument") {
  Stage stage;
  CHECK(stage.import(kHeader + "((template $a)(define $a 5)(node Probe (setName p) (take $a)))"));
  CHECK(stage.at<Probe>("/t/p").taken == Calls{{text("5")}});
}

TEST_CASE("eval gives the texts and numbers of Ruby expressions") {
  Stage stage;
  REQUIRE(stage
              .run("createVariable('Game.Length', 10.0)\ncreateVariable('Game.Count', 3)\n"
                   "def label(x)\n  \"label #{x}\"\nend\n")
              .empty());
  REQUIRE(stage.import(kHeader + R"((
    (template $third $whole)
    (node Probe (setName p)
      (take (eval Game.Length))
      (take (eval Game.Count))
      (take (eval -1 * (eval Game.Length + 2) / 2.0) 1)
      (take (eval label 4 ))
      (take (eval 1 + $third))
      (take (eval $whole / 2)))))",
                       {1.0 / 3.0, 5.0}));
  // A real argument keeps its digits and stays a real: 5.0 / 2 is not an integer division.
  CHECK(stage.at<Probe>("/t/p").taken ==
        Calls{{10.0}, {std::int64_t{3}}, {-6.0, text("1")}, {text("label 4")}, {1 + 1.0 / 3.0}, {2.5}});

  const auto fails = [&](const std::string& eval, const std::string& message) {
    CHECK_FALSE(stage.import(kHeader + "(node Probe\n\n(take " + eval + "))"));
    CHECK(stage.log.back() == "error: s.rsg:4: " + message);
  };
  fails("(eval nil)", "(eval nil) gives nil, which is neither a text nor a finite number");
  fails("(eval true)", "(eval true) gives true, which is neither a text nor a finite number");
  fails("(eval 0.0 / 0.0)", "(eval 0.0 / 0.0) gives nan, which is neither a text nor a finite number");
  fails("(eval 2 ** 64)", "(eval 2 ** 64): '2 ** 64' gives an integer of more than 64 bits");
  fails("(eval Game.Lenght)", "(eval Game.Lenght): undefined method `Lenght' for class Game (NoMethodError)");
  fails("(eval $stdout)", "there is no parameter $stdout");
  fails("(eval exit)", "(eval exit): exit (SystemExit)");
  fails("(eval 1 + (2))", "an argument is an atom, $name or (eval ...)");
  fails("(list 1 2)", "an argument is an atom, $name or (eval ...)");
  fails("()", "an argument is an atom, $name or (eval ...)");
}

TEST_CASE("numbers that are not finite are refused") {
  Stage stage;
  stage.core.create("oxygen/Probe", "/t");
  CHECK(stage.import(kHeader + "(\n(setPlace nan 0 0)\n(setLocalPos 0 inf 0))"));
  // The immediate method comes first.
  CHECK(stage.log == std::vector<std::string>{
                         "warning: s.rsg:4: /t: setLocalPos(\"0\", \"inf\", \"0\") refused, it takes (x, y, z (m))",
                         "warning: s.rsg:3: /t: setPlace(\"nan\", \"0\", \"0\") refused, it takes (x, y, z)"});
  CHECK(stage.at<Probe>("/t").place == Vec3{});
  CHECK(stage.at<Probe>("/t").local_pose().position == Vec3{});
  CHECK_FALSE(stage.import(kHeader + "((template $x)(take (eval 1 + $x)))", {std::nan("")}));
  CHECK(stage.log.back() == "error: s.rsg:2: $x is not finite");
}

TEST_CASE("select continues in a child, and pwd is accepted") {
  Stage stage;
  REQUIRE(stage.import(kHeader + "((node Probe (setName a)) (node Probe (setName b)))"));
  CHECK(stage.import(kHeader + "((select b (setCount 2) (node Probe (setName in) pwd (setCount 3) (pwd))) pwd)"));
  CHECK(stage.at<Probe>("/t/b").count == 2);
  CHECK(stage.at<Probe>("/t/b/in").count == 3);
  CHECK_FALSE(stage.import(kHeader + "\n(select c (setCount 2))"));
  CHECK(stage.log.back() == "error: s.rsg:3: /t has no child 'c'");
  CHECK_FALSE(stage.import(kHeader + "(node Probe\nstray)"));
  CHECK(stage.log.back() == "error: s.rsg:3: expected a node or a method call, not 'stray'");
}

TEST_CASE("queued methods run in file order after the file, immediate ones where they stand") {
  Stage stage;
  REQUIRE(stage.import(kHeader +
                       "(node Probe (setName p) (take 1) (takeNow 2) (node Probe (setName q) (take 3)) (take 4))"));
  CHECK(stage.at<Probe>("/t/p").taken == Calls{{text("2")}, {text("1")}, {text("4")}});

  // This also holds after a failed import.
  CHECK_FALSE(stage.import(kHeader + "((node Probe (setName r) (take 1)) (node Nothing) (node Probe (setName s)))"));
  CHECK(stage.at<Probe>("/t/r").taken == Calls{{text("1")}});
  CHECK_FALSE(stage.has("/t/s"));
}

TEST_CASE("an unknown method and refused arguments do not stop the import") {
  Stage stage;
  CHECK(stage.import(kHeader + "(node Probe (setName p)\n(setCuont 1)\n(setCount)\n(setPositive -1)\n(setFlag true))"));
  CHECK(stage.at<Probe>("/t/p").flag);
  CHECK(stage.log ==
        std::vector<std::string>{"error: s.rsg:3: /t/p (oxygen/Probe) has no method 'setCuont'",
                                 "warning: s.rsg:4: /t/p: setCount() refused, it takes (count)",
                                 "warning: s.rsg:5: /t/p: setPositive(\"-1\") refused, the value is out of range"});
  CHECK_FALSE(stage.import(kHeader + "(node Probe (setName x)\n(explode))"));
  CHECK(stage.log.back() == "error: s.rsg:3: the probe has exploded");
}

TEST_CASE("a node that is deleted during its import costs only error lines") {
  Stage stage;
  CHECK_FALSE(
      stage.import(kHeader + "(node Probe (setName p) (take 1)\n(take (eval \"delete('/t/p').to_s\"))\n(node Probe))"));
  CHECK(stage.log == std::vector<std::string>{"error: s.rsg:3: the node this belongs to has been deleted",
                                              "error: s.rsg:2: take: the node has been deleted"});
}

TEST_CASE("an imported file takes arguments, and does not see the parameters of the importing file") {
  Stage stage;
  stage.file("wheel.rsg", kHeader + "((template $x $r)(node Probe (setName wheel) (setLocalPos $x 0 0) (take $r)))");
  REQUIRE(stage.import(kHeader + "((template $r)(node Probe (setName car) (take before)\n"
                                 "(importScene wheel.rsg (eval 1 + 1) $r surplus)))",
                       {0.25}));
  CHECK(stage.at<Probe>("/t/car/wheel").taken == Calls{{0.25}});
  CHECK(stage.at<Probe>("/t/car/wheel").local_pose().position == Vec3{2, 0, 0});

  stage.file("curious.rsg", kHeader + "(node Probe (take $r))");
  CHECK_FALSE(stage.import(kHeader + "((template $r)\n(importScene curious.rsg))", {0.25}));
  CHECK(stage.log == std::vector<std::string>{"error: curious.rsg:2: there is no parameter $r"});
  CHECK_FALSE(stage.import(kHeader + "(\n(importScene nowhere.rsg))"));
  CHECK(stage.log.back() == "error: s.rsg:3: there is no scene file 'nowhere.rsg'");
  CHECK_FALSE(stage.import(kHeader + "(importScene)"));
  CHECK(stage.log.back() == "error: s.rsg:2: (importScene file ...) needs a file");
}

TEST_CASE("scripts can import scenes") {
  Stage stage;
  stage.target();
  stage.file("p.rsg", kHeader + "((template $name $n)(node Probe (setName $name) (setCount $n)))");
  CHECK(stage.run("get('/t').importScene('p.rsg', 'p', 5) or raise 'failed'").empty());
  CHECK(stage.at<Probe>("/t/p").count == 5);
  CHECK(stage.run("get('/t').importScene('none.rsg') and raise 'worked'").empty());
  CHECK(stage.log == std::vector<std::string>{"error: s.rb:1: there is no scene file 'none.rsg'"});
}

TEST_CASE("a Transform accepts a rotation and a whole matrix, and refuses invalid matrices") {
  Stage stage;
  REQUIRE(stage.import(kHeader +
                       "(node Transform (setName a) (setLocalRotation 0 0 90)\n"
                       "(node Transform (setName b) (setLocalTransform 0 1 0 0  -1 0 0 0  0 0 1 0  4 5 6 1)))"));
  const auto& b = stage.at<Transform>("/t/a/b");
  CHECK(b.local_pose().position == Vec3{4, 5, 6});
  CHECK(b.local_pose().rotation * Vec3{1, 0, 0} == Vec3{0, 1, 0});
  CHECK(b.world_pose().position.x == Approx(-5));
  CHECK(b.world_pose().position.y == Approx(4));
  int files = 0;
  for (const char* bad :
       {"0 1 0 0 -1 0 0 0 0 0 1 0 4 5 6", "2 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "1 0 0 0 0 1 0 0 0 0 -1 0 0 0 0 1", "1 0 0 0 0 1 0 0 0 0 1 0 nan 0 0 1"}) {
    INFO(bad);
    stage.log.clear();
    CHECK(stage.import(kHeader + "(select a (select b (setLocalTransform " + bad + ")))", {}, std::to_string(++files)));
    CHECK(stage.log.size() == 1);
    CHECK(b.local_pose().position == Vec3{4, 5, 6});
  }
}

TEST_CASE("drawing nodes are kept as data") {
  Stage stage;
  REQUIRE(stage.import(kHeader + R"((
    (node StaticMesh (setName mesh) (load chair.tri low) (setScale 1 2 3))
    (node Box (setName box) (setExtents 1 2 3) (setMaterial matRed))
    (node Sphere (setName sphere) (setRadius 0.5))
    (node CCylinder (setName cylinder) (setParams 0.1 2))
    (node Axis (setName axis) (setSize 3))
    (node Light (setName light) (setRadius 9) (setAmbient 0 0.25 0.5 1) (setDiffuse 1 1 1 1) (setSpecular 1 1 1 1))))"));
  CHECK(stage.log.empty());
  CHECK(stage.at<spark::StaticMesh>("/t/mesh").file() == "chair.tri");
  CHECK(stage.at<spark::BoxShape>("/t/box").extents() == Vec3{1, 2, 3});
  CHECK(stage.at<spark::BoxShape>("/t/box").material() == "matRed");
  CHECK(stage.at<spark::SphereShape>("/t/sphere").radius() == 0.5);
  CHECK(stage.at<spark::CCylinderShape>("/t/cylinder").length() == 2);
  CHECK(stage.at<spark::Axis>("/t/axis").size() == 3);
  CHECK(stage.at<spark::Light>("/t/light").ambient() == spark::Light::Colour{0, 0.25, 0.5, 1});
}

TEST_CASE("the scene server knows the active scene") {
  Stage stage;
  REQUIRE(stage.run("s = new('oxygen/SceneServer', '/sys/server/scene')\ns.createScene('/usr/scene/')\n").empty());
  auto& server = stage.at<spark::SceneServer>("/sys/server/scene");
  CHECK(server.active_scene() == stage.core.root().find("/usr/scene"));
  REQUIRE(stage
              .run("s = get('/sys/server/scene')\ns.createScene('/usr/other')\ns.setActiveScene('/usr/scene')\n"
                   "raise 'found' if s.setActiveScene('/usr/none')\nraise 'no' unless "
                   "s.initSceneImporter('RubySceneImporter')\n")
              .empty());
  CHECK(server.active_scene() == stage.core.root().find("/usr/scene"));
  REQUIRE(stage.run("delete('/usr/other')").empty());
  CHECK(server.active_scene() != nullptr);
  REQUIRE(stage.run("delete('/usr/scene')").empty());
  CHECK(server.active_scene() == nullptr);
}
