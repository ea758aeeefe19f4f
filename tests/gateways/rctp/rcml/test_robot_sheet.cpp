// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rctp/rcml/world_file.h"
#include "spark/x3d/read_error.h"
#include "spark/x3d/vrml_reader.h"
#include "spark/x3d/vrml_writer.h"
#include "tests/gateways/rctp/rcml/robots.h"

using namespace rctp;
using namespace rcml;

namespace {

/// What a file says of its robot; what is wrong, if it cannot be read.
std::string read(std::string_view text) {
  try {
    const x3d::Document document = x3d::read_vrml(std::string("#VRML V2.0 utf8\n").append(text), "f");
    const x3d::Node* robot = find_robot(document);
    return robot ? shown(read_robot(*robot, "f")) : "no robot";
  } catch (const x3d::ReadError& error) {
    return error.what();
  }
}

std::string problem(std::string_view parts) {
  return read(std::string("RCML_Robot {\n").append(parts).append("\n}"));
}

}  // namespace

TEST_CASE("a robot that is written and read is the same robot") {
  const RobotSheet robot = any_robot();
  CHECK(shown(read_robot(robot_node(robot), "f")) == shown(robot));
  const std::string text = x3d::to_vrml(world_file({}, {}, &robot));
  const x3d::Document document = x3d::read_vrml(text, "f");
  REQUIRE(find_robot(document));
  CHECK(shown(read_robot(*find_robot(document), "f")) == shown(robot));
}

TEST_CASE("objects are sorted by kind, and keep their order within a kind") {
  RobotSheet robot;
  for (const auto& [name, kind] : std::vector<std::pair<std::string, Object::Kind>>{{"a", Object::Kind::text_input},
                                                                                    {"b", Object::Kind::control_input},
                                                                                    {"c", Object::Kind::control_output},
                                                                                    {"d", Object::Kind::text_output},
                                                                                    {"e", Object::Kind::control_output},
                                                                                    {"f", Object::Kind::text_input}}) {
    robot.objects.emplace_back().name = name;
    robot.objects.back().kind = kind;
  }
  const x3d::Node node = robot_node(robot);
  std::string types, names;
  for (const x3d::Node& part : node.find("children")->value.nodes()) types += part.type + " ";
  CHECK(types ==
        "RCML_Server RCML_Client RCML_ControlOutput RCML_TextOutput RCML_ControlInput RCML_TextInput RCML_TextInput ");
  for (const Object& object : read_robot(node, "f").objects) names += object.name;
  CHECK(names == "cedbaf");
}

TEST_CASE("a robot is written in RCML") {
  RobotSheet robot = any_robot();
  robot.objects.resize(1);
  robot.objects[0].translators.clear();
  CHECK(x3d::to_vrml(x3d::Document().add(robot_node(robot))) == R"(#VRML V2.0 utf8

RCML_Robot {
  name "rover"
  children [
    RCML_Server {
      language "RCML/1.0"
      os "Linux"
      serversoft "rcssserver3D \"0.1.0\""
      url "rctp://127.0.0.1:3300/rover"
    }
    RCML_Client { }
    RCML_ControlOutput {
      children [
        RCML_ControlOutputData {
          name "drive"
          parameters 2
          parameterName [ "forward" "turn" ]
          dataType "float32"
          unit [ "m/s" "rad/s" ]
          minValue [ -0.8 -2 ]
          maxValue [ 0.8 2 ]
          neutralValue [ 0 0 ]
          timeStamp TRUE
          dataMask TRUE
          trigger FALSE
          rate 100
          standard "forward-turn"
        }
      ]
    }
  ]
}
)");
}

TEST_CASE("robots as papers print them are read: bare nodes, few fields, Rcm1") {
  const std::string robot = read(R"(
RCML_Robot {
  RCML_Server { os "Solaris" url "rctp://robot.example:80/arm" }
  RCML_Client { }
  Rcm1_ControlInput { RCML_ControlInputData { name "place" parameters 3 } }
  Rcm1_ControlOutput {
    RCML_ControlOutputData { name "arm" parameters 2 dataType [ "int32", "uint8" ] minValue [ 0 1 ] maxValue [ 1 2 ] }
  }
  RCML_VideoInput { url "http://robot.example:80/arm/eye.mjpg" }
})");
  RobotSheet expected;
  expected.address = "rctp://robot.example:80/arm";
  expected.os = "Solaris";
  expected.objects.resize(3);
  expected.objects[0].name = "place";
  expected.objects[0].kind = Object::Kind::control_input;
  expected.objects[0].parameters.resize(3);
  expected.objects[1].name = "arm";
  expected.objects[1].parameters = {{"", "", 0, 1, 0, Object::DataType::int32},
                                    {"", "", 1, 2, 0, Object::DataType::uint8}};
  expected.objects[2].kind = Object::Kind::video_input;
  expected.objects[2].encoding = "image/jpeg";
  expected.objects[2].address = "eye.mjpg";
  CHECK(robot == shown(expected));
}

TEST_CASE("a mistake in a robot is reported with its place") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"RCML_Server { language \"RCML/2.0\" }", "f:3:15: RCML_Server: the language is 'RCML/2.0', not 'RCML/1.0'"},
      {"RCML_TextInput { name \"a\" } RCML_TextOutput { name \"a\" }",
       "f:3:47: RCML_TextOutput: there are two objects called 'a'"},
      {"RCML_ControlInput { byteOrder \"LITTLE_ENDIAN\" }",
       "f:3:21: RCML_ControlInput: byteOrder has to be \"BIG_ENDIAN\""},
      {"RCML_ControlInput { RCML_ControlOutputData { } }",
       "f:3:21: RCML_ControlOutputData does not belong in RCML_ControlInput"},
      {"RCML_ControlOutputData { }", "f:3:1: RCML_ControlOutputData belongs in RCML_ControlOutput"},
      {"RCML_Robot { }", "f:3:1: a robot cannot contain another robot"},
      {"DEF a RCML_TextInput { } USE a", "f:3:26: USE cannot stand for a part of a robot"},
      {"RCML_TextInput { maxLength 65536 }",
       "f:3:18: RCML_TextInput: maxLength is 65536; it has to be from 0 to 65535"},
      {"RCML_BinaryInput { bits -1 }", "f:3:20: RCML_BinaryInput: bits is -1; it has to be from 0 to 524280"},
      {"RCML_VideoInput { frameRate 0 }", "f:3:19: RCML_VideoInput: frameRate is 0; it has to be above 0"},
      {"RCML_VideoInput { fieldOfView 37.58 }",
       "f:3:19: RCML_VideoInput: fieldOfView is 37.58; it is in radians, below pi"},
      {"RCML_AudioInput { channels 0 }", "f:3:19: RCML_AudioInput: channels is 0; it has to be from 1 to 2147483647"},
  };
  for (const auto& [text, what] : cases) CHECK(problem(text) == what);

  const auto control = [](std::string_view fields) {
    return problem(std::string("RCML_ControlInput { RCML_ControlInputData {\n").append(fields).append("} }"));
  };
  CHECK(control("parameters 65") == "f:4:1: RCML_ControlInputData: parameters is 65; it has to be from 0 to 64");
  for (const std::string field : {"parameterName \"a\"", "unit \"m\"", "minValue 0", "maxValue 1", "neutralValue 0"})
    CHECK(control("parameters 2 " + field) ==
          "f:4:14: RCML_ControlInputData: " + field.substr(0, field.find(' ')) + " has 1 entries for 2 parameters");
  CHECK(control("parameters 3 dataType [ \"int32\" \"int32\" ]") ==
        "f:4:14: RCML_ControlInputData: dataType has 2 entries for 3 parameters");
  CHECK(control("parameters 1 dataType \"float16\"") ==
        "f:4:14: RCML_ControlInputData: there is no data type 'float16'");
  CHECK(control("parameters 1 minValue 2 maxValue 1") == "f:4:14: RCML_ControlInputData: parameter 1 is from 2 to 1");
  CHECK(control("rate 0") == "f:4:1: RCML_ControlInputData: rate is 0; it has to be above 0");

  std::string many;
  for (std::size_t i = 0; i < kMaxObjects; ++i) many += "RCML_TextInput { } ";
  CHECK(problem(many).find("f:") != 0);
  CHECK(problem(many + "\nRCML_TextInput { }") == "f:4:1: RCML_TextInput: there are more than 255 objects");
}

TEST_CASE("a robot is found at any depth of a document") {
  CHECK(read("Group { }") == "no robot");
  CHECK(read("Group { children Group { children [ Group { } RCML_Robot { name \"deep\" } ] } }").find("deep\n") == 0);
}

TEST_CASE("addresses of sessions and files") {
  CHECK(rctp_address("127.0.0.1:3300", "rover") == "rctp://127.0.0.1:3300/rover");
  CHECK(file_address("rctp://[::1]:3300/rover") == "http://[::1]:3300/rover/");
  CHECK(file_address("http://127.0.0.1/") == "");
  CHECK(file_address("") == "");
}
