// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>

#include "spark/x3d/x3d_writer.h"
#include "tests/spark/x3d/shown.h"
#include "tests/spark/x3d/texts.h"

using namespace x3d;

namespace {

const Node& node_at(const Document& document, std::size_t index) {
  return std::get<Node>(document.statements.at(index).what);
}

Value vrml_value_of(std::string_view node, std::string_view field) {
  return first_node(read_body(node)).find(field)->value;
}

}  // namespace

TEST_CASE("files of many kinds are read, and written as the same document") {
  for (const auto& file : all_files()) {
    INFO(file);
    const Document document = read_vrml(content(file), file.string());
    const std::string text = to_vrml(document);
    const Document again = read_vrml(text, "again");
    CHECK(shown(again) == shown(document));
    CHECK(to_vrml(again) == text);
    CHECK(to_x3d(again) == to_x3d(document));
  }
}

TEST_CASE("values are read from the text") {
  const Document room = read_vrml(file_text("room.wrl"), "room.wrl");
  CHECK(node_at(room, 0).find("title")->value.strings() == Strings{"A \"room\" with C:\\windows, and \\n as it is"});
  CHECK(node_at(room, 0).find("info")->value.strings() == Strings{"one", "two"});
  CHECK(node_at(room, 1).find("avatarSize")->value.floats() == Floats{0.25f, 1.6f, 0.75f});
  CHECK(node_at(room, 2).find("skyColor")->value.floats() == Floats{0, 0, 0.5f, 0.25f, 0.5f, 1});
  CHECK(node_at(room, 2).find("groundColor")->value.floats().empty());
  CHECK(node_at(room, 2).find("groundColor")->value.has_value());
  CHECK(node_at(room, 4).find("description")->value.strings() == Strings{"入口 – entrance"});
  const Node& lamp = node_at(room, 5);
  CHECK(lamp.type == "PointLight");
  CHECK(lamp.name == "lamp");
  CHECK(lamp.find("location")->value.floats() == Floats{-0.1f, 2.5f, -3});
  CHECK_FALSE(lamp.find("on")->value.boolean());
  CHECK(lamp.find("color") == nullptr);

  const Node& table = node_at(room, 8);
  const Nodes& parts = table.find("children")->value.nodes();
  REQUIRE(parts.size() == 4);
  const Node& appearance = parts[0].find("appearance")->value.nodes().at(0);
  CHECK(appearance.find("texture")->value.nodes().at(0).find("image")->value.integers() ==
        Integers{2, 2, 3, 0xFF0000, 0x00FF00, 255, 0xFFFFFF});
  CHECK(parts[2].find("children")->value.nodes().at(0).is_use());
  CHECK(parts[2].find("children")->value.nodes().at(0).name == "leg");
  CHECK(parts[3].find("proxy")->value.nodes().empty());
  CHECK(parts[3].find("children")->value.nodes().empty());
}

TEST_CASE("numbers keep every bit, however they are written") {
  CHECK(vrml_value_of("Sphere{radius 0.1}", "radius").floats() == Floats{0.1f});
  CHECK(vrml_value_of("Sphere{radius +.5E+01}", "radius").floats() == Floats{5});
  CHECK(vrml_value_of("Sphere{radius 3.4028235e38}", "radius").floats() == Floats{std::numeric_limits<float>::max()});
  CHECK(vrml_value_of("Sphere{radius 1e-45}", "radius").floats() == Floats{std::numeric_limits<float>::denorm_min()});
  CHECK(vrml_value_of("Sphere{radius 1e-4000}", "radius").floats() == Floats{0});
  CHECK(vrml_value_of("Sphere{radius 0.000000000000000000000000000000000000000000000000001}", "radius").floats() ==
        Floats{0});
  CHECK(std::signbit(vrml_value_of("Sphere{radius -0}", "radius").floats().at(0)));
  // A little more than halfway between two floats: by way of a double it would be rounded down.
  CHECK(vrml_value_of("Sphere{radius 1.00000005960464477540}", "radius").floats() ==
        Floats{1.00000011920928955078125f});
  CHECK(vrml_value_of("TimeSensor{startTime 1234567890.123456}", "startTime").times() == Times{1234567890.123456});
  CHECK(vrml_value_of("Switch{whichChoice -2147483648}", "whichChoice").integers() ==
        Integers{std::numeric_limits<std::int32_t>::min()});
  CHECK(vrml_value_of("Switch{whichChoice 0xFFFFFFFF}", "whichChoice").integers() == Integers{-1});
  CHECK(vrml_value_of("Switch{whichChoice -0x10}", "whichChoice").integers() == Integers{-16});
  CHECK(vrml_value_of("Switch{whichChoice +7}", "whichChoice").integers() == Integers{7});
}

TEST_CASE("prototypes, scripts and routes are kept as written") {
  const Document document = read_vrml(file_text("behaviour.wrl"), "behaviour.wrl");
  const auto& valve = std::get<ExternProto>(document.statements.at(0).what);
  CHECK(valve.name == "Valve");
  CHECK(valve.urls == Strings{"urn:example:valve", "valves.wrl#Valve"});
  REQUIRE(valve.interface.size() == 4);
  CHECK(valve.interface[3].access == Access::event_out);
  CHECK(valve.interface[3].value.type == FieldType::MFVec2f);

  const auto& lever = std::get<Proto>(document.statements.at(3).what);
  REQUIRE(lever.interface.size() == 26);
  CHECK(lever.interface[4].value.integers() == Integers{-0x7fffffff});
  CHECK(lever.interface[8].value.times() == Times{1234567890.123456});
  CHECK_FALSE(lever.interface[20].value.has_value());
  REQUIRE(lever.body.size() == 4);
  CHECK(std::get<Proto>(lever.body[0].what).name == "Handle");
  const auto& script = std::get<Node>(lever.body[2].what);
  CHECK(script.name == "turn");
  CHECK(script.find("length")->is == "f");
  CHECK(script.find("length")->access == Access::field);
  CHECK(script.find("reset")->access == Access::event_in);
  CHECK(script.find("itself")->value.nodes().at(0).name == "turn");
  CHECK(script.find("url")->value.strings().at(0).find("// { [ not our brackets\n") != std::string::npos);
  const auto& route = std::get<Route>(lever.body[3].what);
  CHECK(route.from_node == "touch");
  CHECK(route.to_field == "pulled");

  const auto& moved = std::get<Node>(document.statements.at(document.statements.size() - 3).what);
  REQUIRE(moved.statements.size() == 3);
  CHECK(moved.statements[1].before == 0);
  CHECK(moved.statements[2].before == 1);
}

TEST_CASE("an instance of a prototype has the fields of its interface") {
  CHECK(problem_of("PROTO A [ field SFFloat x 1 ] { Group { } } A { x 2 }").empty());
  CHECK(problem_of("PROTO A [ field SFFloat x 1 ] { Group { } } A { y 2 }") == "test.wrl:2:49: A has no field 'y'");
  CHECK(problem_of("PROTO A [ eventIn SFFloat x ] { Group { } } A { x 2 }") ==
        "test.wrl:2:49: 'x' of A is an event; it has no value");
  // A prototype precedes a node type of VRML97 with the same name.
  CHECK(problem_of("PROTO Box [ field SFString label \"\" ] { Group { } } Box { label \"b\" }").empty());
  CHECK(problem_of("PROTO A [ ] { PROTO B [ ] { Group { } } B { } } B { }") ==
        "test.wrl:2:49: there is no node type 'B', and no PROTO declares it");
  CHECK(problem_of("PROTO B [ ] { Group { } } PROTO A [ ] { B { } } A { }").empty());
}

TEST_CASE("if a node has a field twice the last one counts, with a warning") {
  const auto read = [](std::string_view text, Warnings& warnings, Unknown unknown) {
    return read_vrml(std::string(kVrmlHeader).append("\n").append(text), "t.wrl", {}, warnings, unknown);
  };
  const Unknown unknown = GENERATE(Unknown::refused, Unknown::skipped);
  Warnings warnings;
  const Document document = read(
      "Group {\n"
      "  children DEF a Sphere { radius 1 radius 2 }\n"
      "  PROTO P [ ] { Group { } }\n"
      "  bboxSize 1 1 1\n"
      "  children [ P { } DEF b Sphere { radius 3 radius 4 radius 5 } ] }\n"
      "Shape { geometry USE b }",
      warnings, unknown);
  CHECK(shown(document) == shown(read_body("Group { PROTO P [ ] { Group { } } bboxSize 1 1 1 "
                                           "children [ P { } DEF b Sphere { radius 5 } ] } Shape { geometry USE b }")));
  CHECK(warnings.lines() ==
        std::vector<std::string>{"t.wrl:3:36: Sphere has 'radius' twice: the last one counts (3 times)",
                                 "t.wrl:6:3: Group has 'children' twice: the last one counts"});
  // Names in the dropped field are dropped as well; a name in both fields is that of the last one.
  Warnings again;
  CHECK(shown(read("Shape { geometry DEF g Sphere { } geometry USE g } Group { children USE g }", again, unknown)) ==
        shown(read_body("Shape { geometry NULL } Group { children [ ] }")));
  CHECK(shown(read("Shape { geometry DEF g Sphere { } geometry DEF g Cone { } } Shape { geometry USE g }", again,
                   unknown)) == shown(read_body("Shape { geometry DEF g Cone { } } Shape { geometry USE g }")));
  CHECK(shown(read("PROTO P [ field SFFloat r 1 ] { Sphere { radius 2 radius IS r } }", again, unknown)) ==
        shown(read_body("PROTO P [ field SFFloat r 1 ] { Sphere { radius IS r } }")));
}

TEST_CASE("a repeated field of an instance is refused if the first one is far back, and read if it is near") {
  std::string interface, given;
  for (int i = 0; i < 2000; ++i) {
    interface += "field SFBool b" + std::to_string(i) + " TRUE ";
    given += "b" + std::to_string(i) + " FALSE ";
  }
  CHECK(problem_of("PROTO P [ " + interface + "] { Group { } } P { " + given + "}").empty());
  CHECK_THAT(problem_of("PROTO P [ " + interface + "] { Group { } } P { " + given + "b0 TRUE }"),
             Catch::Contains("P has 'b0' twice"));
  CHECK(problem_of("PROTO P [ " + interface + "] { Group { } } P { " + given + "b1999 TRUE }").empty());
}
