// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/x3d/rcml_nodes.h"
#include "tests/spark/x3d/shown.h"
#include "tests/spark/x3d/texts.h"

using namespace x3d;

namespace {

std::string types_of(const Nodes& nodes) {
  std::string types;
  for (const Node& node : nodes) types += (node.is_use() ? "USE:" + node.name : node.type) + " ";
  return types;
}

}  // namespace

TEST_CASE("there are fifteen node types of RCML") {
  std::string names;
  for (const NodeType* type : rcml_types()) {
    names += type->name() + " ";
    CHECK(find_rcml_type(type->name()) == type);
    CHECK(find_node_type(type->name()) == type);
    CHECK(find_standard_type(type->name()) == nullptr);
  }
  CHECK(names ==
        "RCML_Robot RCML_Server RCML_Client RCML_VideoInput RCML_AudioInput RCML_ControlInput RCML_TextInput "
        "RCML_BinaryInput RCML_VideoOutput RCML_AudioOutput RCML_ControlOutput RCML_TextOutput RCML_BinaryOutput "
        "RCML_ControlInputData RCML_ControlOutputData ");
  CHECK(find_rcml_type("RCML_Arm") == nullptr);
  CHECK(find_rcml_type("Transform") == nullptr);
}

TEST_CASE("fields that are not given have their defaults") {
  const Node video("RCML_VideoInput");
  CHECK(rcml_value(video, "width").integers() == Integers{320});
  CHECK(rcml_value(video, "fieldOfView").floats() == Floats{0.785398f});
  CHECK(rcml_value(video, "encoding").strings() == Strings{"image/jpeg"});
  CHECK(rcml_value(video, "url").strings().empty());
  CHECK(rcml_value(Node("RCML_Server"), "language").strings() == Strings{std::string(kRcmlLanguage)});
  CHECK(rcml_value(Node("RCML_ControlOutput"), "children").nodes().empty());
  CHECK(rcml_value(Node("RCML_BinaryOutput"), "timeStamp").boolean());
  CHECK(rcml_value(Node("RCML_ControlInputData").set("rate", 5), "rate").floats() == Floats{5});
  for (const NodeType* type : rcml_types())
    for (const FieldRow& row : type->rows()) {
      INFO(type->name() << "." << row.name);
      CHECK(rcml_value(Node(type->name()), row.name).has_value());
    }
}

TEST_CASE("a prototype binds every field, and url to a field that no browser runs") {
  Document document;
  document.add(rcml_prototype(*find_rcml_type("RCML_Server")));
  document.add(rcml_prototype(*find_rcml_type("RCML_ControlOutput")));
  CHECK(to_vrml(document) == R"(#VRML V2.0 utf8

PROTO RCML_Server [
  field SFString language "RCML/1.0"
  field SFString os ""
  field SFString serversoft ""
  field MFString url [ ]
] {
  Script {
    field SFString language IS language
    field SFString os IS os
    field SFString serversoft IS serversoft
    field MFString address IS url
    url ""
  }
}
PROTO RCML_ControlOutput [
  field SFString byteOrder "BIG_ENDIAN"
  exposedField MFNode children [ ]
] {
  Group {
    children IS children
  }
  Script {
    field SFString byteOrder IS byteOrder
    url ""
  }
}
)");
}

TEST_CASE("the notation of papers is read as valid RCML") {
  const Document paper = read_vrml(file_text("paper.wrl"), "paper.wrl");
  const auto& robot = std::get<Node>(paper.statements.at(1).what);
  REQUIRE(robot.fields.size() == 2);
  CHECK(robot.find("name")->value.strings() == Strings{"evi"});
  const Nodes& parts = robot.find("children")->value.nodes();
  CHECK(types_of(parts) ==
        "RCML_Server RCML_Client RCML_ControlInput RCML_ControlOutput RCML_TextInput RCML_VideoInput ");
  CHECK(types_of(parts[3].find("children")->value.nodes()) == "RCML_ControlOutputData RCML_ControlOutputData ");
  CHECK(robot.find("children")->place.line == 6);

  CHECK(problem_of("RCML_Server { RCML_Client { } }") == "test.wrl:2:15: RCML_Server has no field 'RCML_Client'");
  CHECK(problem_of("Group { RCML_Client { } }") == "test.wrl:2:9: Group has no field 'RCML_Client'");
  CHECK(problem_of("RCML_Robot { RCML_Arm { } }") ==
        "test.wrl:2:14: there is no node type 'RCML_Arm', and no PROTO declares it");
  CHECK(problem_of("RCML_Robot { Group { } }").empty());
  const Document used = read_body("RCML_Robot { DEF a Group { } USE a DEF b RCML_Client { } }");
  CHECK(types_of(first_node(used).find("children")->value.nodes()) == "Group USE:a RCML_Client ");
  CHECK(problem_of("RCML_Robot { children [ ] Group { } children [ ] }") ==
        "test.wrl:2:37: RCML_Robot has 'children' twice");
  CHECK(problem_of("RCML_Robot { Group { } children [ ] Group { } children [ ] }") ==
        "test.wrl:2:47: RCML_Robot has 'children' twice");
  CHECK(problem_of("RCML_Robot { Group { } PROTO P [ ] { Group { } } P { } }") ==
        "test.wrl:2:50: children in two places with other nodes or statements between them");
  CHECK(problem_of("PROTO RCML_Robot [ field SFNode n NULL exposedField MFNode children [ ] ] { Group { } }\n"
                   "RCML_Robot { Group { } n DEF g Group { } USE g }") ==
        "test.wrl:3:42: children in two places with other nodes or statements between them");
  CHECK(problem_of("PROTO P [ exposedField MFNode c [ ] ] { RCML_Robot { Group { } children IS c } }") ==
        "test.wrl:2:64: these children are bound by IS");
  CHECK(
      problem_of("PROTO P [ eventIn MFNode a exposedField MFNode c [ ] ] { RCML_Robot { children IS c Group { } } }") ==
      "test.wrl:2:85: these children are bound by IS");
}

TEST_CASE("misspelled names in papers are corrected") {
  CHECK(rcml_spelling("Rcm1_ControlInput") == "RCML_ControlInput");
  CHECK(rcml_spelling("Rcml_Robot") == "RCML_Robot");
  CHECK(rcml_spelling("RCML_Robot") == "RCML_Robot");
  CHECK(rcml_spelling("Rcm1_Arm") == "Rcm1_Arm");
  CHECK(rcml_spelling("Rcm1_") == "Rcm1_");
  CHECK(rcml_spelling("Transform") == "Transform");
}

TEST_CASE("a file may declare the types of RCML itself, with other fields") {
  const std::string proto =
      "PROTO RCML_Server [ field SFString os \"\" ] { Script { field SFString os IS os url \"\" } }\n";
  CHECK(problem_of(proto + "RCML_Server { os \"a\" url \"rctp://b/c\" }").empty());
  CHECK(problem_of(proto + "RCML_Server { so \"a\" }") == "test.wrl:3:15: RCML_Server has no field 'so'");
  CHECK(problem_of(
            "PROTO RCML_Robot [ field SFString motto \"\" ] { Group { } } RCML_Robot { motto \"x\" RCML_Client { } }")
            .empty());
  CHECK(problem_of("PROTO Rcm1_Client [ field SFInt32 os 0 ] { Group { } } RCML_Client { os 1 }").empty());
}

TEST_CASE("missing prototypes are added") {
  const auto protos = [](std::string_view text) {
    Document document = read_body(text);
    add_rcml_prototypes(document);
    std::string names;
    for (const Statement& statement : document.statements)
      if (const auto* proto = std::get_if<Proto>(&statement.what)) names += proto->name + " ";
    return names;
  };
  CHECK(protos("Group { }") == "");
  CHECK(protos("RCML_Robot { RCML_TextInput { } RCML_Server { } }") == "RCML_Robot RCML_Server RCML_TextInput ");
  CHECK(protos("PROTO RCML_Server [ ] { Group { } } RCML_Robot { RCML_Server { } }") == "RCML_Robot RCML_Server ");
  CHECK(protos("PROTO P [ field SFNode n RCML_Client { } ] { Transform { children RCML_TextInput { } } }") ==
        "RCML_Client RCML_TextInput P ");
  CHECK(protos("EXTERNPROTO RCML_Client [ ] \"\" RCML_Client { }") == "");
}
