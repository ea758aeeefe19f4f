// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/spark/x3d/texts.h"

using namespace x3d;

namespace {

bool stands(Place place, std::uint32_t line, std::uint32_t column) {
  return place.line == line && place.column == column;
}

}  // namespace

TEST_CASE("every node and field has its place") {
  const Document document = read_body(
      "Transform { # line 2\n"
      "\tchildren [\n"
      "    DEF größe Shape { geometry Sphere { } }\r\n"
      "    USE größe ] rotation\r"
      "0 0 1 0 }\n"
      "ROUTE größe.a TO größe.b PROTO P [\n"
      "  field SFBool b TRUE ] { Script { field SFBool c IS b } }\n");
  const Node& transform = first_node(document);
  CHECK(stands(transform.place, 2, 1));
  CHECK(stands(transform.find("children")->place, 3, 2));
  CHECK(stands(transform.find("rotation")->place, 5, 17));
  const Node& shape = transform.find("children")->value.nodes().at(0);
  CHECK(stands(shape.place, 4, 15));
  CHECK(stands(shape.find("geometry")->place, 4, 23));
  CHECK(stands(shape.find("geometry")->value.nodes().at(0).place, 4, 32));
  CHECK(stands(transform.find("children")->value.nodes().at(1).place, 5, 5));
  CHECK(stands(std::get<Route>(document.statements.at(1).what).place, 7, 1));
  const auto& proto = std::get<Proto>(document.statements.at(2).what);
  CHECK(stands(proto.place, 7, 26));
  CHECK(stands(proto.interface.at(0).place, 8, 3));
  CHECK(stands(std::get<Node>(proto.body.at(0).what).find("c")->place, 8, 36));
}

TEST_CASE("an error says where it is and what was expected") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"Sphere { radius }", "2:17: expected a number, not '}'"},
      {"Sphere { radius TRUE }", "2:17: expected a number, not 'TRUE'"},
      {"Sphere { radius 0x10 }", "2:17: expected a number, not '0x10'"},
      {"Sphere { radius 1.2.3 }", "2:17: expected a number, not '1.2.3'"},
      {"Sphere { radius 1e }", "2:17: expected a number, not '1e'"},
      {"Sphere { radius 1e999 }", "2:17: '1e999' is too large for a number of 32 bits"},
      {"Sphere { radius 3.5e38 }", "2:17: '3.5e38' is too large for a number of 32 bits"},
      {"Sphere { radius nan }", "2:17: expected a number, not 'nan'"},
      {"Sphere { radius -inf }", "2:17: expected a number, not '-inf'"},
      {"Sphere { size 1 }", "2:10: Sphere has no field 'size'"},
      {"Sphere { radius 1", "2:18: expected a field of Sphere or '}', not the end of the text"},
      {"Sphere", "2:7: expected '{', not the end of the text"},
      {"Sphere [ ]", "2:8: expected '{', not '['"},
      {"}", "2:1: expected a node, not '}'"},
      {"12", "2:1: expected a node, not '12'"},
      {"DEF Sphere { }", "2:12: expected a node, not '{'"},
      {"DEF IS Sphere { }", "2:5: expected a name, not 'IS'"},
      {"DEF 1 Sphere { }", "2:5: expected a name, not '1'"},
      {"NULL { }", "2:1: expected a node, not 'NULL'"},
      {"Group { } USE a", "2:11: USE of 'a': no earlier node in its scope has this name"},
      {"PROTO P [ ] { DEF a Group { } } USE a", "2:33: USE of 'a': no earlier node in its scope has this name"},
      {"DEF a Group { } PROTO P [ ] { USE a }", "2:31: USE of 'a': no earlier node in its scope has this name"},
      {"Spehre { }", "2:1: there is no node type 'Spehre', and no PROTO declares it"},
      {"Group { children [ Group { } ", "2:30: expected a node, not the end of the text"},
      {"Group { Group { } }", "2:9: Group has no field 'Group'"},
      {"Group { addChildren [ ] }", "2:9: 'addChildren' of Group is an event; it has no value"},
      {"Shape { geometry [ ] }", "2:18: expected a node, not '['"},
      {"Transform { translation 1 2 }", "2:29: expected 3 numbers for each value of SFVec3f, not '}'"},
      {"Coordinate { point [ 1 2 3, 4 5 ] }", "2:33: expected 3 numbers for each value of MFVec3f, not ']'"},
      {"Transform { translation [ 1 2 3 ] }", "2:25: expected a number, not '['"},
      {"Switch { whichChoice 1.0 }", "2:22: expected a whole number, not '1.0'"},
      {"Switch { whichChoice 2147483648 }", "2:22: '2147483648' has more than 32 bits"},
      {"Switch { whichChoice 0x100000000 }", "2:22: '0x100000000' has more than 32 bits"},
      {"Switch { whichChoice 0x }", "2:22: expected a whole number, not '0x'"},
      {"Switch { whichChoice --1 }", "2:22: expected a whole number, not '--1'"},
      {"Cone { side true }", "2:13: expected TRUE or FALSE, not 'true'"},
      {"WorldInfo { title x }", "2:19: expected a string in quotes, not 'x'"},
      {"WorldInfo { title \"x }\n\n", "2:19: this string does not end"},
      {"WorldInfo { title \"\\\" }", "2:19: this string does not end"},
      {"WorldInfo { title \"ä\xff\" }", "2:21: octet 0xff does not begin a valid character"},
      {"WorldInfo { title \"a\x01\" }", "2:21: control character 0x01"},
      {"DEF \xc3 Group { }", "2:5: octet 0xc3 does not begin a valid character"},
      {"Group { } \x02", "2:11: unexpected octet 0x02"},
      {"Group { } \\", "2:11: unexpected '\\'"},
      {"PixelTexture { image 1 1 }", "2:26: expected a whole number, not '}'"},
      {"PixelTexture { image 1 -1 1 }", "2:22: 1 by -1 pixels of 1 components are not a valid picture"},
      {"PixelTexture { image 1 1 5 0 }", "2:22: 1 by 1 pixels of 5 components are not a valid picture"},
      {"PixelTexture { image 1 1 1 }", "2:28: expected a whole number, not '}'"},
      {"ROUTE a.b c.d", "2:11: expected TO, not 'c'"},
      {"ROUTE a TO c.d", "2:9: expected '.', not 'TO'"},
      {"PROTO P [ field SFBoole b TRUE ] { }", "2:17: expected a field type, not 'SFBoole'"},
      {"PROTO P [ input SFBool b TRUE ] { }",
       "2:11: expected eventIn, eventOut, field, exposedField or ']', not 'input'"},
      {"PROTO P [ field SFBool b ] { }", "2:26: expected TRUE or FALSE, not ']'"},
      {"PROTO P [ field SFBool b TRUE eventIn SFBool b ] { }", "2:31: P has 'b' twice"},
      {"PROTO P [ ] { Sphere { radius IS r } }", "2:34: PROTO P has no field 'r'"},
      {"PROTO P [ field SFInt32 r 1 ] { Sphere { radius IS r } }", "2:52: 'r' of PROTO P is SFInt32, not SFFloat"},
      {"Sphere { radius IS r }", "2:17: IS is only for nodes in the body of a PROTO"},
      {"PROTO P [ ] { P { } }", "2:15: PROTO P contains itself"},
      {"EXTERNPROTO P [ field SFBool b TRUE ] \"\"",
       "2:32: expected eventIn, eventOut, field, exposedField or ']', not 'TRUE'"},
      {"EXTERNPROTO P [ ] { }", "2:19: expected a string in quotes, not '{'"},
      {"Script { field MFString url \"\" }", "2:10: every Script has 'url'"},
      {"Script { field SFBool a TRUE eventIn SFBool a }", "2:30: Script has 'a' twice"},
  };
  for (const auto& [text, problem] : cases) CHECK(problem_of(text) == "test.wrl:" + problem);
}

TEST_CASE("a long token is shown by its beginning") {
  const std::string name = std::string(39, 'a') + "ääääää";
  CHECK(problem_of(name + " { }") ==
        "test.wrl:2:1: there is no node type '" + std::string(39, 'a') + "…', and no PROTO declares it");
}

TEST_CASE("the first line tells the kind of file") {
  const auto problem = [](std::string_view text) -> std::string {
    try {
      read_vrml(text, "f");
      return {};
    } catch (const ReadError& error) {
      CHECK(stands(error.place(), 1, 1));
      return error.what();
    }
  };
  CHECK(problem("#VRML V2.0 utf8").empty());
  CHECK(problem("#VRML V2.0 utf8\r\nGroup { }").empty());
  CHECK(problem("#VRML V2.0 utf8 Exporter 3").empty());
  CHECK(problem("\xEF\xBB\xBF#VRML V2.0 utf8\n").empty());
  CHECK(problem("") == "f:1:1: expected '#VRML V2.0 utf8' as the first line");
  CHECK(problem("Group { }") == "f:1:1: expected '#VRML V2.0 utf8' as the first line");
  CHECK(problem("#VRML V2.0 utf-8\n") == "f:1:1: expected '#VRML V2.0 utf8' as the first line");
  CHECK(problem("#VRML V2.0 utf88\n") == "f:1:1: expected '#VRML V2.0 utf8' as the first line");
  CHECK(problem("#VRML V1.0 ascii\n") == "f:1:1: this is VRML 1.0, which is another language");
  CHECK(problem("\x1f\x8b\x08") == "f:1:1: this is compressed with gzip; unpack it with gunzip first");
}
