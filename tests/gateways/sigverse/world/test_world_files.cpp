// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>

#include "gateways/sigverse/world/world_reader.h"
#include "tests/gateways/sigverse/world/shelf.h"
#include "tests/gateways/sigverse/world/world_stage.h"

using namespace sigverse;

TEST_CASE("everything in a world file is read") {
  Shelf shelf;
  const WorldPlan plan = shelf.world(R"(<?xml version="1.0" encoding="utf8"?>
<!-- a world -->
<world name="myworld1">
  <gravity x="1" y="-980.7" z="2"/>
  <worldparam erp="0.3" cfm="0.0002" autostep="false" quickstep="true" stepsize="0.02"/>
  <collisionparam mu="0.5" mu2="0.25" slip1="0.02" slip2="0.03" soft_erp="0.4" soft_cfm="0.0005" bounce="0.6" bounce_vel="7"/>
  <instanciate class="Ball.xml" type="Robot"><set-attr-value name="name" value="ball_0"/>
    <set-attr-value name="dynamics" value="false"/><set-attr-value name="own" value="a text"/></instanciate>
</world>)");
  CHECK(plan.name == "myworld1");
  CHECK(plan.gravity == SigVector{1, -980.7, 2});
  CHECK(plan.erp == 0.3);
  CHECK(plan.cfm == 0.0002);
  CHECK_FALSE(plan.is_autostep);
  CHECK(plan.is_quick);
  CHECK(plan.step_seconds == 0.02);
  CHECK(plan.contact.mu == 0.5);
  CHECK(plan.contact.mu2 == 0.25);
  CHECK(plan.contact.slip1 == 0.02);
  CHECK(plan.contact.slip2 == 0.03);
  CHECK(plan.contact.soft_erp == 0.4);
  CHECK(plan.contact.soft_cfm == 0.0005);
  CHECK(plan.contact.bounce == 0.6);
  CHECK(plan.contact.bounce_velocity == 7);
  REQUIRE(plan.objects.size() == 1);
  const ObjectPlan& ball = plan.objects[0];
  CHECK(ball.where == "w.xml:7");
  CHECK(ball.is_wheeled);
  CHECK(ball.attributes.text("name") == "ball_0");
  CHECK(ball.attributes.text("class") == "Ball");
  CHECK(ball.attributes.text("superclass") == "Entity");
  CHECK_FALSE(ball.attributes.is_on("dynamics"));
  CHECK(ball.attributes.text("own") == "a text");
  REQUIRE(ball.body.parts.size() == 1);
  CHECK(ball.body.parts[0].shape->size == SigVector{10, 10, 10});
  CHECK(plan.warnings.empty());
}

TEST_CASE("an empty world file has the default values") {
  Shelf shelf;
  const WorldPlan plan = shelf.world("<world/>");
  CHECK(plan.gravity == SigVector{0, -980, 0});
  CHECK(plan.erp == 0.2);
  CHECK(plan.cfm == 1e-4);
  CHECK(plan.is_autostep);
  CHECK_FALSE(plan.is_quick);
  CHECK(plan.step_seconds == 0.01);
  CHECK(plan.contact.mu == -1);
  CHECK(plan.contact.slip1 == 0.01);
  CHECK(plan.contact.bounce == 0.1);
  CHECK(plan.objects.empty());
}

TEST_CASE("worlds inherit from worlds, and classes from classes") {
  Shelf shelf;
  shelf.files["base.xml"] =
      R"(<world name="base"><gravity x="0" y="-5" z="0"/>)" + object("Ball.xml", "first") + "</world>";
  shelf.files["Tall.xml"] = R"(<define-class name="Tall" inherit="Ball.xml"><set-attr-value name="mass" value="3"/>
<attr name="colour" type="string" group="look" value="red"/><simpleShape type="sphere"><size r="4"/></simpleShape></define-class>)";
  shelf.files["Taller.xml"] = R"(<define-class name="Taller" inherit="Tall.xml"/>)";
  const WorldPlan plan =
      shelf.world("<world name=\"w\" inherit=\"base.xml\">" + object("Taller.xml", "second", "mass=9") + "</world>");
  CHECK(plan.name == "w");
  CHECK(plan.gravity[1] == -5);
  REQUIRE(plan.objects.size() == 2);
  CHECK(plan.objects[0].attributes.text("name") == "first");
  const ObjectPlan& second = plan.objects[1];
  CHECK(second.attributes.text("superclass") == "Tall");
  CHECK(second.attributes.number("mass") == 9);
  CHECK(second.attributes.find("colour")->group == "look");
  CHECK(second.body.parts[0].shape->kind == ShapeKind::sphere);
  CHECK(second.body.parts[0].shape->size[0] == 4);
}

TEST_CASE("a random number is drawn for each object, for a seed the same whatever other objects there are") {
  Shelf shelf;
  const auto x_of = [&shelf](const std::string& others) {
    const WorldPlan plan = shelf.world(in_world(others + object("Ball.xml", "ball", "x=[-30,30]")));
    return plan.objects.back().attributes.number("x");
  };
  const double x = x_of("");
  CHECK(x >= -30);
  CHECK(x < 30);
  CHECK(x_of("") == x);
  CHECK(x_of(object("Ball.xml", "other", "x=[-30,30] y=[0,1]")) == x);
  shelf.seed = 2;
  CHECK(x_of("") != x);
  // For a number in a class file each object draws its own.
  shelf.files["Any.xml"] =
      R"(<define-class name="Any" inherit="Entity.xml"><attr name="w" type="double" value=" [ 1.5 , 2 ] "/></define-class>)";
  const WorldPlan plan =
      shelf.world(in_world(object("Any.xml", "a") + object("Any.xml", "b") + object("Any.xml", "c", "w=7")));
  CHECK(plan.objects[0].attributes.number("w") >= 1.5);
  CHECK(plan.objects[0].attributes.number("w") != plan.objects[1].attributes.number("w"));
  CHECK(plan.objects[2].attributes.number("w") == 7);
}

TEST_CASE("simple shapes are of all kinds, and may be in a separate file") {
  Shelf shelf;
  shelf.files["shapes.xml"] =
      R"(<shapes><simpleShape type="cylinder"><position y="3"/><size r="4" h="9"/></simpleShape><simpleShape type="sphere"><size radius="2"/></simpleShape></shapes>)";
  shelf.files["Ball.xml"] = R"(<define-class name="Ball" inherit="Entity.xml"><simpleShape type="box">
<position x="1" y="2" z="3"/><size sx="40" sy="30" sz="10"/></simpleShape><simpleShapeFile filename="shapes.xml"/></define-class>)";
  const WorldPlan plan = shelf.world(in_world(object("Ball.xml", "a")));
  const auto& parts = plan.objects[0].body.parts;
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].place == SigVector{1, 2, 3});
  CHECK(parts[0].shape->size == SigVector{40, 30, 10});
  CHECK(parts[1].shape->kind == ShapeKind::cylinder);
  CHECK(parts[1].shape->size == SigVector{4, 9, 0});
  CHECK(parts[2].shape->size[0] == 2);
}

TEST_CASE("names in old encodings are passed on octet by octet") {
  Shelf shelf;
  const std::string sjis = "\x83\x5c\x83\x7d", euc = "\xa5\xbd";
  const WorldPlan plan =
      shelf.world("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?>\n<!-- \x95\x5c \xff -->\n<world name=\"" + sjis +
                  "\">" + object("Ball.xml", sjis) + object("Ball.xml", euc) + "</world>");
  CHECK(plan.name == sjis);
  CHECK(plan.objects[0].attributes.text("name") == sjis);
  CHECK(plan.objects[1].attributes.text("name") == euc);
  CHECK(shelf.error("<?xml version=\"1.0\" encoding=\"EUC-JP\"?><world/>").empty());
  CHECK(shelf.error("\xef\xbb\xbf<world/>").empty());
  CHECK(shelf.error(std::string("\xff\xfe<\0w\0", 6)) ==
        "w.xml:1: not a text in UTF-8, Shift_JIS or EUC-JP: it holds a zero octet");
}

TEST_CASE("errors name file and line") {
  Shelf shelf;
  const std::string ball = object("Ball.xml", "ball");
  const std::pair<std::string, std::string> rows[] = {
      {"", "w.xml:1: No document element found"},
      {"<world", "w.xml:1: Error parsing start element tag"},
      {"<world>\n<gravity x=\"1\"\n", "w.xml:2: Error parsing start element tag"},
      {"<universe/>", "w.xml:1: not a world file: its outermost element is <universe>, not <world>"},
      {in_world("<gravty x=\"1\"/>"), "w.xml:2: <gravty> cannot be in <world>; did you mean gravity?"},
      {in_world("<gravity/>\nword"), "w.xml:2: text is not allowed here: 'word'"},
      {in_world("<entity/>"), "w.xml:2: <entity> is not supported; write <instanciate class=\"…\">"},
      {in_world("<gravity x=\"nan\"/>"), "w.xml:2: x=\"nan\" of <gravity> has to be a number from -1000000 to 1000000"},
      {in_world("<gravity x=\"1e7\"/>"), "w.xml:2: x=\"1e7\" of <gravity> has to be a number from -1000000 to 1000000"},
      {in_world("<worldparam erp=\"2\"/>"), "w.xml:2: erp=\"2\" of <worldparam> has to be a number from 0 to 1"},
      {in_world("<worldParam stepsize=\"1\"/>"),
       "w.xml:2: stepsize=\"1\" of <worldParam> has to be a number from 0.0005 to 0.1"},
      {in_world("<gravity y=\"down\"/>"),
       "w.xml:2: y=\"down\" of <gravity> has to be a number from -1000000 to 1000000"},
      {in_world("<gravity y=\"\"/>"), "w.xml:2: y=\"\" of <gravity> has to be a number from -1000000 to 1000000"},
      {in_world("<worldparam stepsize=\"0.2s\"/>"),
       "w.xml:2: stepsize=\"0.2s\" of <worldparam> has to be a number from 0.0005 to 0.1"},
      {in_world("<collisionParam mu=\"-2\"/>"),
       "w.xml:2: mu=\"-2\" of <collisionParam> has to be a number from -1 to 1000000"},
      {in_world("<instanciate/>"), "w.xml:2: <instanciate> needs class=\"…\""},
      {in_world("<instanciate class=\"Ball.xml\"/>"),
       "w.xml:2: the object has no name: <set-attr-value name=\"name\" value=\"…\"/>"},
      {in_world("<instanciate class=\"Ball.xml\"><foo/></instanciate>"), "w.xml:2: <foo> cannot be in <instanciate>"},
      {in_world(ball + "\n" + ball), "w.xml:5: the name 'ball' is taken, by w.xml:2"},
      {in_world(object("Ball.xml", "a,b")),
       "w.xml:2: an object cannot be called 'a,b': at most 255 octets, no comma, no colon"},
      {in_world(object("Ball.xml", "a:b")),
       "w.xml:2: an object cannot be called 'a:b': at most 255 octets, no comma, no colon"},
      {in_world(object("Ball.xml", "a", "mass=heavy")), "w.xml:3: 'heavy' is not a value of the attribute 'mass'"},
      {in_world(object("Ball.xml", "a", "mass=0")), "w.xml:3: '0' is not a value of the attribute 'mass'"},
      {in_world(object("Ball.xml", "a", "mass=0kg")), "w.xml:3: '0kg' is not a value of the attribute 'mass'"},
      {in_world(object("Ball.xml", "a", "mass=")), "w.xml:3: '' is not a value of the attribute 'mass'"},
      {in_world(object("Ball.xml", "a", "x=nano")), "w.xml:3: 'nano' is not a value of the attribute 'x'"},
      {in_world(object("Ball.xml", "a", "x=infinity")), "w.xml:3: 'infinity' is not a value of the attribute 'x'"},
      {in_world(object("Ball.xml", "a", "x=[a,2]")), "w.xml:3: '[a,2]' is not a value of the attribute 'x'"},
      {in_world(object("Ball.xml", "a", "mass=[-1,2]")), "w.xml:3: '[-1,2]' is not a value of the attribute 'mass'"},
      {in_world(object("Ball.xml", "a", "x=[2,1]")), "w.xml:3: '[2,1]' is not a value of the attribute 'x'"},
      {in_world(object("Ball.xml", "a", "x=[0,inf]")), "w.xml:3: '[0,inf]' is not a value of the attribute 'x'"},
      {in_world(object("Ball.xml", "a", "x=1e400")), "w.xml:3: '1e400' is not a value of the attribute 'x'"},
      {in_world(object("None.xml", "a")), "w.xml:2: there is no file 'None.xml'"},
      {in_world(object("Ball.xml", "a", "", "<camera id=\"0\"/>")),
       "w.xml:3: id=\"0\" of <camera> has to be a number from 1 to 9"},
      {in_world(object("Ball.xml", "a", "", "<camera id=\"1.5\"/>")),
       "w.xml:3: the id of a camera has to be a whole number"},
      {in_world(object("Ball.xml", "a", "", "<camera id=\"2\"/><camera id=\"2\"/>")),
       "w.xml:3: the object already has a camera 2"},
      {in_world(object("Ball.xml", "a", "", "<camera position=\"1 2\"/>")),
       "w.xml:3: position=\"1 2\" of <camera> has to be 3 numbers up to 1000000 with blanks between"},
      {in_world(object("Ball.xml", "a", "", "<camera direction=\"0 0 0\"/>")),
       "w.xml:3: the direction of a camera has to have a length"},
      {in_world(object("Ball.xml", "a", "", "<camera fov=\"180\"/>")),
       "w.xml:3: fov=\"180\" of <camera> has to be a number from 0.001 to 179.999"},
      {"<!DOCTYPE world [<!ENTITY a \"b\">]><world name=\"&a;\"/>",
       "w.xml:1: it defines entities, which are not expanded here"},
      {"<world inherit=\"none.xml\"/>", "w.xml:1: there is no file 'none.xml'"},
      {"<world inherit=\"w.xml\"/>", "w.xml:1: a world inherits itself: w.xml → w.xml"},
  };
  for (const auto& [content, expected] : rows) {
    CAPTURE(content);
    CHECK(shelf.error(content) == expected);
  }
  CHECK(shelf.error(in_world(object("Ball.xml", std::string(256, 'n')))).find("cannot be called 'nnn") !=
        std::string::npos);
  CHECK(shelf.error(in_world(object("Ball.xml", std::string(255, 'n')))).empty());
}

TEST_CASE("an error in a class file is reported with the file and the line") {
  Shelf shelf;
  const std::pair<std::string, std::string> rows[] = {
      {"<define-class/>", "Bad.xml:1: <define-class> needs name=\"…\""},
      {"<class name=\"a\"/>", "Bad.xml:1: not a class file: its outermost element is <class>, not <define-class>"},
      {"<define-class name=\"a:b\"/>",
       "Bad.xml:1: a class cannot be called 'a:b': at most 255 octets, no comma, no colon"},
      {"<define-class name=\"a\">\n\n<atr/></define-class>",
       "Bad.xml:3: <atr> cannot be in <define-class>; did you mean attr?"},
      {"<define-class name=\"a\"><attr name=\"b\" type=\"int\"/></define-class>",
       "Bad.xml:1: type=\"int\" of <attr> has to be string, double or bool"},
      {"<define-class name=\"a\"><attr name=\"b\" type=\"double\" value=\"two\"/></define-class>",
       "Bad.xml:1: 'two' is not a value of type double"},
      {"<define-class name=\"a\" inherit=\"Entity.xml\"><set-attr-value name=\"mass\" value=\"x\"/></define-class>",
       "Bad.xml:1: 'x' is not a value of the attribute 'mass'"},
      {"<define-class name=\"a\"><x3d/></define-class>", "Bad.xml:1: <x3d> needs a <filename>"},
      {"<define-class name=\"a\"><body/></define-class>", "Bad.xml:1: <body> needs filename=\"…\""},
      {"<define-class name=\"a\"><simpleShape/></define-class>", "Bad.xml:1: <simpleShape> needs type=\"…\""},
      {"<define-class name=\"a\"><simpleShape type=\"cone\"/></define-class>",
       "Bad.xml:1: type=\"cone\" of <simpleShape> has to be box, cylinder or sphere"},
      {"<define-class name=\"a\"><simpleShape type=\"box\"/></define-class>",
       "Bad.xml:1: a simple shape needs a <size>"},
      {"<define-class name=\"a\"><simpleShape type=\"box\"><size sx=\"1\" sy=\"1\"/></simpleShape></define-class>",
       "Bad.xml:1: <size> needs sz=\"…\""},
      {"<define-class name=\"a\"><simpleShape type=\"sphere\"><size r=\"0\"/></simpleShape></define-class>",
       "Bad.xml:1: r=\"0\" of <size> has to be a number from 0.001 to 100000"},
      {"<define-class name=\"a\"><simpleShapeFile filename=\"no.xml\"/></define-class>",
       "Bad.xml:1: there is no file 'no.xml'"},
      {"<define-class name=\"a\" inherit=\"no.xml\"/>", "Bad.xml:1: there is no file 'no.xml'"},
      {"<define-class name=\"a\" inherit=\"Bad.xml\"/>", "Bad.xml:1: a class inherits itself: Bad.xml → Bad.xml"},
  };
  for (const auto& [content, expected] : rows) {
    CAPTURE(content);
    shelf.files["Bad.xml"] = content;
    CHECK(shelf.error(in_world(object("Bad.xml", "a"))) == expected);
  }
  shelf.files["A.xml"] = R"(<define-class name="A" inherit="B.xml"/>)";
  shelf.files["B.xml"] = R"(<define-class name="B" inherit="C.xml"/>)";
  shelf.files["C.xml"] = R"(<define-class name="C" inherit="A.xml"/>)";
  CHECK(shelf.error(in_world(object("A.xml", "a"))) ==
        "C.xml:1: a class inherits itself: A.xml → B.xml → C.xml → A.xml");
}

TEST_CASE("classes and worlds inherit at most sixteen levels deep") {
  Shelf shelf;
  for (int i = 1; i <= 17; ++i)
    shelf.files["K" + std::to_string(i) + ".xml"] =
        "<define-class name=\"K\" inherit=\"K" + std::to_string(i + 1) + ".xml\"/>";
  shelf.files["K16.xml"] = "<define-class name=\"K\"/>";
  CHECK(shelf.error(in_world(object("K1.xml", "a"))).empty());
  shelf.files["K16.xml"] = "<define-class name=\"K\" inherit=\"K17.xml\"/>";
  shelf.files["K17.xml"] = "<define-class name=\"K\"/>";
  CHECK(shelf.error(in_world(object("K1.xml", "a"))) == "K16.xml:1: classes inherit one another more than 16 deep");
  for (int i = 1; i <= 17; ++i)
    shelf.files["W" + std::to_string(i) + ".xml"] = "<world inherit=\"W" + std::to_string(i + 1) + ".xml\"/>";
  CHECK(shelf.error("<world inherit=\"W1.xml\"/>") == "W15.xml:1: worlds inherit one another more than 16 deep");
}

TEST_CASE("the size of a world is limited") {
  Shelf shelf;
  std::string many;
  for (std::size_t i = 0; i <= kMaxObjects; ++i) many += object("Ball.xml", "b" + std::to_string(i));
  const std::string all = in_world(many);
  CHECK(shelf.error(all) == "w.xml:" + std::to_string(2 + 2 * kMaxObjects) + ": more than 10000 objects");
  CHECK(shelf.reads["Ball.xml"] == 1);
  CHECK(shelf.reads["Entity.xml"] == 1);
  CHECK(shelf.error("<world/>" + std::string(kMaxWorldBytes, ' ')) ==
        "w.xml: the files of this world have more than 64 MB");
  // Deeply nested elements need no stack.
  std::string deep;
  for (int i = 0; i < 300000; ++i) deep += "<gravity>";
  CHECK(shelf.error("<world>" + deep).find("w.xml:1: ") == 0);
}

TEST_CASE("a missing class ends the start, or becomes a grey box") {
  Shelf shelf;
  shelf.files["Agent.xml"] =
      R"(<define-class name="Agent" inherit="Entity.xml"><attr name="agent" type="bool" value="true"/></define-class>)";
  const std::string content =
      in_world(object("No.xml", "thing", "x=3") + object("shape/None.xml", "robot", "implementation=a.so"));
  CHECK(shelf.error(content) == "w.xml:2: there is no file 'No.xml'");
  shelf.missing = MissingClass::box;
  const WorldPlan plan = shelf.world(content);
  REQUIRE(plan.objects.size() == 2);
  CHECK(plan.objects[0].attributes.text("class") == "No");
  CHECK(plan.objects[0].attributes.number("x") == 3);
  CHECK_FALSE(plan.objects[0].attributes.is_on("agent"));
  CHECK(plan.objects[1].attributes.is_on("agent"));
  CHECK(plan.objects[1].attributes.text("class") == "None");
  CHECK(plan.objects[0].body.parts[0].shape->size == SigVector{10, 10, 10});
  CHECK(plan.warnings[0] == "w.xml:2: there is no file 'No.xml'; the object is a grey box");
  // An existing but wrong file is still an error.
  shelf.files["Bad.xml"] = "<define-class";
  CHECK_FALSE(shelf.error(in_world(object("Bad.xml", "a"))).empty());
}

TEST_CASE("unknown attributes cause warnings") {
  Shelf shelf;
  const WorldPlan plan = shelf.world(in_world("<gravity x=\"1\" why=\"-9\"/><collisionparam bouncs=\"1\"/>"));
  REQUIRE(plan.warnings.size() == 2);
  CHECK(plan.warnings[0] == "w.xml:2: why=\"…\" of <gravity> is not known and has no effect");
  CHECK(plan.warnings[1] ==
        "w.xml:2: bouncs=\"…\" of <collisionparam> is not known and has no effect; did you mean bounce?");
}

TEST_CASE("numbers are read up to the first invalid character, with one line for each file") {
  Shelf shelf;
  shelf.files["Tall.xml"] = R"(<define-class name="Tall" inherit="Entity.xml">
<set-attr-value name="mass" value="2,5"/>
<attr name="w" type="double" value="[1.5.0, 2m]"/>
<simpleShape type="box"><position y="50.0.0"/><size sx="1cm" sy="0x10" sz=" 3. "/></simpleShape></define-class>)";
  const std::string objects = object("Tall.xml", "a", "x=30cm y=52.5.0") + object("Tall.xml", "b", "x=-1e2e3 y=+7") +
                              object("Ball.xml", "c", "", "<camera id=\"2nd\" position=\"1 2cm 3 4\" fov=\"50deg\"/>");
  const WorldPlan plan =
      shelf.world(in_world("<gravity y=\"-980.7.\"/>\n<worldparam stepsize=\"0.02s\"/>\n" + objects));
  CHECK(plan.gravity[1] == -980.7);
  CHECK(plan.step_seconds == 0.02);
  const auto number = [&plan](std::size_t object, const char* name) {
    return plan.objects[object].attributes.number(name);
  };
  CHECK(number(0, "x") == 30);
  CHECK(number(0, "y") == 52.5);
  CHECK(number(0, "mass") == 2);
  CHECK(number(0, "w") >= 1.5);
  CHECK(number(0, "w") < 2);
  CHECK(number(1, "x") == -100);
  CHECK(number(1, "y") == 7);
  CHECK(plan.objects[0].body.parts[0].place[1] == 50);
  CHECK(plan.objects[0].body.parts[0].shape->size == SigVector{1, 16, 3});
  CHECK(plan.objects[2].cameras == std::vector<int>{2});
  CHECK(number(2, "epy2") == 2);
  CHECK(number(2, "epz2") == 3);
  CHECK(number(2, "FOV2") == 50);
  REQUIRE(plan.warnings.size() == 2);
  CHECK(plan.warnings[0] ==
        "w.xml:2: y=\"-980.7.\" is read as -980.7, stepsize=\"0.02s\" in line 3 as 0.02, x=\"30cm\" in line 5 as 30, "
        "y=\"52.5.0\" in line 5 as 52.5, x=\"-1e2e3\" in line 7 as -100, id=\"2nd\" in line 9 as 2, "
        "position=\"1 2cm 3 4\" in line 9 as 1 2 3, fov=\"50deg\" in line 9 as 50");
  CHECK(plan.warnings[1] ==
        "Tall.xml:2: mass=\"2,5\" is read as 2, w=\"[1.5.0, 2m]\" in line 3 as [1.5, 2], y=\"50.0.0\" in line 4 as 50, "
        "sx=\"1cm\" in line 4 as 1");
}

TEST_CASE("a bool is false for 0 and false in any case, else true") {
  Shelf shelf;
  const auto dynamics = [&shelf](const std::string& word) {
    const WorldPlan plan = shelf.world(in_world(object("Ball.xml", "a", "dynamics=" + word)));
    return std::pair(plan.objects[0].attributes.is_on("dynamics"), plan.warnings);
  };
  const std::vector<std::string> none;
  for (const char* word : {"false", "FALSE", "False", "0"}) CHECK(dynamics(word) == std::pair(false, none));
  for (const char* word : {"true", "TRUE", "True", "1"}) CHECK(dynamics(word) == std::pair(true, none));
  for (const std::string word : {"yes", "2", "0.0", "falsely", "fals"})
    CHECK(dynamics(word) == std::pair(true, std::vector{"w.xml:3: dynamics=\"" + word + "\" is read as true"}));
  const WorldPlan plan = shelf.world(in_world("<worldparam autostep=\"False\" quickstep=\"maybe\"/>"));
  CHECK_FALSE(plan.is_autostep);
  CHECK(plan.is_quick);
  CHECK(plan.warnings == std::vector<std::string>{"w.xml:2: quickstep=\"maybe\" is read as true"});
}

TEST_CASE("the line about numbers stays short, however many it is about") {
  Shelf shelf;
  std::string objects;
  for (int i = 0; i < 500; ++i) objects += object("Ball.xml", "b" + std::to_string(i), "x=1cm");
  const WorldPlan plan = shelf.world(in_world(objects));
  REQUIRE(plan.warnings.size() == 1);
  CHECK(plan.warnings[0].starts_with("w.xml:3: x=\"1cm\" is read as 1, x=\"1cm\" in line "));
  CHECK(plan.warnings[0].ends_with(" as 1, and others like them"));
  CHECK(plan.warnings[0].size() < 400);
}

TEST_CASE("files are searched for beside the naming file, then beside the world, then in the user's folders") {
  WorldStage stage;
  std::filesystem::create_directories(stage.folder / "sub");
  std::filesystem::create_directories(stage.folder / "data");
  std::filesystem::create_directories(stage.folder / "env/xml");
  const auto named = [](const char* name, const std::string& base = "Entity.xml") {
    return "<define-class name=\"" + std::string(name) + "\" inherit=\"" + base + "\"/>";
  };
  stage.file("sub/First.xml", named("First", "Base.xml"));
  stage.file("sub/Base.xml", named("BesideIt"));
  stage.file("Base.xml", named("BesideWorld"));
  stage.file("data/Base.xml", named("Data"));
  stage.file("data/Second.xml", named("Second", "Own.xml"));
  stage.file("data/Own.xml", named("OwnOfData"));
  stage.file("env/xml/Third.xml", named("Third"));
  stage.core.variables.create("Sig.DataPath", "nowhere:" + (stage.folder / "data").string());
  ::setenv("SIGVERSE_DATADIR", (stage.folder / "env").c_str(), 1);
  stage.load(object("sub/First.xml", "a") + object("Base.xml", "b", "x=50") + object("Second.xml", "c", "x=100") +
             object("Third.xml", "d", "x=150"));
  ::unsetenv("SIGVERSE_DATADIR");
  CHECK(stage.at("a").attributes().text("superclass") == "BesideIt");
  CHECK(stage.at("b").attributes().text("class") == "BesideWorld");
  CHECK(stage.at("c").attributes().text("superclass") == "OwnOfData");
  CHECK(stage.at("d").attributes().text("superclass") == "Entity");
  CHECK(stage.sim->folder() == stage.folder.path().string());
  CHECK(stage.sim->world_name() == "w");
  // All of them are in the list of the world's files.
  CHECK(stage.core.files.first("world") == stage.folder / "world.xml");
  CHECK(stage.core.files.all().size() == 8);
}

TEST_CASE("folders relative to the current one count only if files are searched for there") {
  for (const bool searches_here : {true, false}) {
    WorldStage stage;
    stage.core.searches_here = searches_here;
    std::filesystem::create_directories(stage.folder / "data");
    stage.file("data/First.xml", R"(<define-class name="First" inherit="Mine.xml"/>)");
    stage.file("data/Mine.xml", R"(<define-class name="Mine" inherit="Entity.xml"/>)");
    stage.core.variables.create("Sig.DataPath", std::filesystem::relative(stage.folder / "data").string());
    stage.core.variables.create("Sig.MissingClass", std::string("box"));
    stage.load(object("First.xml", "a"));
    CHECK(stage.at("a").attributes().text("superclass") == (searches_here ? "Mine" : "Entity"));
  }
}

TEST_CASE("a world is loaded once, from an existing file") {
  WorldStage stage;
  CHECK(stage.error_of("no_such_world.xml") == "no_such_world.xml: there is no such world file");
  stage.core.variables.create("Sig.MissingClass", std::string("sphere"));
  CHECK(stage.error_of("any") == "Sig.MissingClass is 'sphere'; it has to be error, box or shape");
  stage.core.variables.set("Sig.MissingClass", std::string("box"));
  stage.load(object("No.xml", "box"));
  CHECK(stage.at("box").attributes().number("mass") == 1);
  CHECK(stage.log.size() == 1);
  CHECK(stage.error_of((stage.folder / "world.xml").string()) == "this SimWorld has already loaded a world file");
}

TEST_CASE("objects that the scene or the physics refuse end the start") {
  const std::pair<std::string, std::string> rows[] = {
      {object("Ball.xml", ".space"),
       "world.xml:2: the object cannot be called '.space': the scene has a node with that name"},
      {object("Ball.xml", "a", "x=2e6"), "world.xml:2: a: a coordinate has to be a number from -1e6 to 1e6 cm"},
      {object("Ball.xml", "a", "qw=0 qx=1e-9"), "world.xml:2: a: a quaternion has to have a length from 0.001 to 1000"},
      {object("Ball.xml", "a", "vx=1e7"), "world.xml:2: a: a velocity has to be a number up to 1e6 cm/s"},
  };
  for (const auto& [content, expected] : rows) {
    WorldStage stage;
    CHECK(stage.error_of(stage.file("world.xml", "<world>\n" + content + "</world>")) == expected);
  }
}

TEST_CASE("the body file of a class is read once, and scaled for each object") {
  Shelf shelf;
  shelf.files["b.xml"] = R"(<body><joint name="J"><type>hinge</type><translation>0 10 0</translation>
<segment name="S"><shape><geometry type="sphere"><radius>2</radius></geometry></shape></segment></joint></body>)";
  for (const char* name : {"A", "B"})
    shelf.files[std::string(name) + ".xml"] = "<define-class name=\"" + std::string(name) +
                                              "\" inherit=\"Entity.xml\">\n<body filename=\"b.xml\"/></define-class>";
  const WorldPlan plan =
      shelf.world(in_world(object("A.xml", "a") + object("B.xml", "b", "scaley=3") + object("A.xml", "c")));
  CHECK(shelf.reads["b.xml"] == 1);
  CHECK(plan.warnings.empty());
  REQUIRE(plan.objects[1].body.parts.size() == 2);
  CHECK(plan.objects[0].body.parts[1].place == SigVector{0, 10, 0});
  CHECK(plan.objects[1].body.parts[1].place == SigVector{0, 30, 0});
  CHECK(plan.objects[1].body.parts[1].shape->size[0] == 6);
  CHECK(plan.objects[1].body.joints[0].type == JointPlan::Type::hinge);
}

TEST_CASE("a missing or wrong body file causes a grey box, a warning or an error") {
  Shelf shelf;
  const auto class_with = [&shelf](const std::string& content) {
    shelf.files["A.xml"] = "<define-class name=\"A\" inherit=\"Entity.xml\">\n" + content + "</define-class>";
    return in_world(object("A.xml", "a") + object("A.xml", "b"));
  };
  const std::string body = "<body filename=\"b.xml\"/>";
  const std::string simple = "<simpleShape type=\"sphere\"><size r=\"3\"/></simpleShape>";
  CHECK(shelf.world(class_with(body)).warnings ==
        std::vector<std::string>{"A.xml:2: there is no file 'b.xml'; the object is a grey box"});
  CHECK(shelf.world(class_with(body + simple)).warnings ==
        std::vector<std::string>{"A.xml:2: there is no file 'b.xml'; the class has another shape, which counts"});
  shelf.files["b.xml"] = "<body>\n<joint><axis>0 0 0</axis></joint></body>";
  CHECK(shelf.error(class_with(body)) == "b.xml:2: <axis> has to have a length");
  shelf.missing = MissingClass::box;
  const WorldPlan plan = shelf.world(class_with(body));
  CHECK(plan.warnings == std::vector<std::string>{"b.xml:2: <axis> has to have a length; the object is a grey box"});
  CHECK(plan.objects[1].body.parts.size() == 1);
  CHECK(plan.objects[1].body.parts[0].shape->size == SigVector{10, 10, 10});
  shelf.files["b.xml"] = "<body/>";
  CHECK(shelf.world(class_with(body)).warnings ==
        std::vector<std::string>{"A.xml:2: there is no shape in 'b.xml'; the object is a grey box"});
}

TEST_CASE("the number of parts of a world is limited") {
  Shelf shelf;
  std::string joints, objects;
  for (int i = 0; i < 999; ++i) joints += "<joint name=\"j" + std::to_string(i) + "\"><type>hinge</type></joint>";
  shelf.files["b.xml"] = "<body>" + joints + "</body>";
  shelf.files["A.xml"] = R"(<define-class name="A" inherit="Entity.xml"><body filename="b.xml"/></define-class>)";
  for (int i = 0; i < 100; ++i) objects += object("A.xml", "a" + std::to_string(i));
  CHECK(shelf.error(in_world(objects)).empty());
  CHECK(shelf.error(in_world(objects + object("Ball.xml", "b"))) ==
        "w.xml:202: the objects have more than 100000 parts together");
}
