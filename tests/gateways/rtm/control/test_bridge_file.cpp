// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <map>
#include <stdexcept>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/control/bridge_file.h"

namespace rtm {
namespace {

std::optional<std::string> test_variable(const std::string& name) {
  static const std::map<std::string, std::string> variables = {{"HOST", "robot.lab"},
                                                               {"PORT", "angle"},
                                                               {"LOOP", "$LOOP"},
                                                               {"LONG", std::string(BridgeFile::kMaxLineBytes, 'x')}};
  const auto found = variables.find(name);
  return found == variables.end() ? std::nullopt : std::optional(found->second);
}

BridgeFile read_bridge(std::string_view text) {
  return read_bridge_file(text, "b.conf", test_variable);
}

std::string refusal_of(std::string_view text) {
  try {
    read_bridge(text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "taken";
}

using Owners = std::vector<std::string>;

}  // namespace

TEST_CASE("a bridge file in the published style is read with its ports and connections") {
  const BridgeFile file = read_bridge(
      "# the arm\n"
      "server-name = ArmController   # a name\n"
      "\n"
      "out-port = angle:JOINT_VALUE\n"
      "connection = angle:angle\n"
      "in-port = torque:J1,J2:JOINT_TORQUE\n"
      "connection = torque:ArmPD0:torque\n"
      "out-port = wrist:wrist:FORCE_SENSOR:0.01\n");
  CHECK(file.name == "b.conf");
  CHECK(file.server_name == "ArmController");
  CHECK_FALSE(file.robot_name);
  CHECK_FALSE(file.name_server);
  REQUIRE(file.ports.size() == 3);
  CHECK(file.ports[0].place == "b.conf:4");
  CHECK(file.ports[0].is_out);
  CHECK(file.ports[0].name == "angle");
  CHECK(file.ports[0].owners.empty());
  CHECK(file.ports[0].property == Property::joint_value);
  CHECK_FALSE(file.ports[0].seconds);
  CHECK_FALSE(file.ports[1].is_out);
  CHECK(file.ports[1].owners == Owners{"J1", "J2"});
  CHECK(file.ports[1].property == Property::joint_torque);
  CHECK(file.ports[2].owners == Owners{"wrist"});
  CHECK(file.ports[2].seconds == 0.01);
  REQUIRE(file.connections.size() == 2);
  CHECK(file.connections[0].place == "b.conf:5");
  CHECK(file.connections[0].robot_port == "angle");
  CHECK(file.connections[0].instance.empty());
  CHECK(file.connections[0].port == "angle");
  CHECK(file.connections[1].instance == "ArmPD0");
}

TEST_CASE("bridge files of Windows are read, with their byte order mark and line ends") {
  const BridgeFile file = read_bridge(
      "\xEF\xBB\xBFout-port= angle_out:JOINT_VALUE\r\n"
      "in-port= torque:WAIST_P,WAIST_R , CHEST:JOINT_TORQUE\r\n"
      "connection= angle_out:angle_in\r\n"
      "server-name= HighGain\r\n"
      "\r\n");
  REQUIRE(file.ports.size() == 2);
  CHECK(file.ports[0].name == "angle_out");
  CHECK(file.ports[0].property == Property::joint_value);
  CHECK(file.ports[1].owners == Owners{"WAIST_P", "WAIST_R", "CHEST"});
  CHECK(file.connections[0].port == "angle_in");
  CHECK(file.server_name == "HighGain");
}

TEST_CASE("a bridge file may name modules, periodic rates and tick modes") {
  const BridgeFile file = read_bridge(
      "robot-name=Arm\nname-server=localhost:2810\n"
      "module = ArmPD\nmodule = lib/other.so:OtherInit\n"
      "periodic-rate = ArmPD0:0.5\nperiodic-rate=lab.host_cxt/Slow0.rtc:1\n"
      "tick-mode = wait\ntick-mode = ArmPD0:return");
  CHECK(file.robot_name == "Arm");
  CHECK(file.name_server == "localhost:2810");
  REQUIRE(file.modules.size() == 2);
  CHECK(file.modules[0].path == "ArmPD");
  CHECK(file.modules[0].init_function.empty());
  CHECK(file.modules[1].path == "lib/other.so");
  CHECK(file.modules[1].init_function == "OtherInit");
  REQUIRE(file.rates.size() == 2);
  CHECK(file.rates[0].instance == "ArmPD0");
  CHECK(file.rates[0].rate == 0.5);
  CHECK(file.rates[1].instance == "lab.host_cxt/Slow0.rtc");
  REQUIRE(file.tick_modes.size() == 2);
  CHECK(file.tick_modes[0].instance.empty());
  CHECK_FALSE(file.tick_modes[0].returns_early);
  CHECK(file.tick_modes[1].instance == "ArmPD0");
  CHECK(file.tick_modes[1].returns_early);
}

TEST_CASE("environment variables in a bridge file are replaced by their values") {
  const BridgeFile file = read_bridge(
      "name-server = $HOST:2809\n"
      "out-port = $PORT:JOINT_VALUE\n"
      "server-name = $UNKNOWN-$HOST$LOOP$\n");
  CHECK(file.name_server == "robot.lab:2809");
  CHECK(file.ports[0].name == "angle");
  CHECK(file.server_name == "$UNKNOWN-robot.lab$LOOP$");
}

TEST_CASE("each property is accepted for ports of its directions and refused for others") {
  for (const PropertyTraits& one : property_table()) {
    INFO(one.word);
    CHECK(&traits(one.property) == &one);
    CHECK(find_property(one.word) == &one);
    const std::string port = "p:owner:" + std::string(one.word) + "\n";
    if (one.has_out)
      CHECK(read_bridge("out-port = " + port).ports.at(0).property == one.property);
    else
      CHECK(refusal_of("out-port = " + port) == "b.conf:1: out-port: no such port has the property '" +
                                                    std::string(one.word) + "' (known: " + property_words(true) + ")");
    if (one.has_in)
      CHECK(read_bridge("in-port = " + port).ports.at(0).property == one.property);
    else
      CHECK(refusal_of("in-port = " + port) == "b.conf:1: in-port: no such port has the property '" +
                                                   std::string(one.word) + "' (known: " + property_words(false) + ")");
  }
}

TEST_CASE("the type of a port follows from its property") {
  const auto type_of = [](std::string_view port) {
    return port_type(read_bridge("out-port = " + std::string(port)).ports.at(0));
  };
  CHECK(type_of("p:JOINT_VALUE") == ValueType::doubles);
  CHECK(type_of("p:BODY:ABS_TRANSFORM2") == ValueType::pose3d);
  CHECK(type_of("p:g:RATE_GYRO_SENSOR2") == ValueType::angular_velocity3d);
  CHECK(type_of("p:a:ACCELERATION_SENSOR2") == ValueType::acceleration3d);
  CHECK(type_of("p:0:COLOR_IMAGE") == ValueType::longs);
  CHECK(type_of("p:0:GRAYSCALE_IMAGE") == ValueType::octets);
  CHECK(type_of("p:0:DEPTH_IMAGE") == ValueType::floats);
  CHECK(type_of("p:Vision:PERCEPT") == ValueType::string);
  CHECK(type_of("p:JS/J1/pos:PERCEPT") == ValueType::doubles);
}

TEST_CASE("mistakes in a bridge file are one line with its place") {
  const std::string outs = property_words(true), ins = property_words(false);
  const std::string name_rule = "expected 1 to 64 printable characters, none of them a blank, '/', '.' or '\\'";
  const std::pair<std::string, std::string> mistakes[] = {
      {"out-port", "b.conf:1: expected KEY = VALUE, not 'out-port'"},
      {"\r\n#\n  out_port = a:JOINT_VALUE",
       "b.conf:3: unknown key 'out_port' (known: server-name, robot-name, name-server, out-port, in-port, connection, "
       "module, periodic-rate, tick-mode)"},
      {"= 3",
       "b.conf:1: unknown key '' (known: server-name, robot-name, name-server, out-port, in-port, connection, "
       "module, periodic-rate, tick-mode)"},
      {"out-port = # none", "b.conf:1: out-port: there is no value"},
      {"server-name = A\nserver-name = B", "b.conf:2: server-name is given twice"},
      {"robot-name = A\nrobot-name = A", "b.conf:2: robot-name is given twice"},
      {"name-server = A\n\nname-server = A", "b.conf:3: name-server is given twice"},
      {"server-name = two words", "b.conf:1: server-name 'two words': expected printable characters without blanks"},
      {"robot-name = a/b", "b.conf:1: robot-name: 'a/b' is not a name for a robot: " + name_rule},
      {"out-port = angle", "b.conf:1: out-port: expected PORT[:OWNER,OWNER...]:PROPERTY[:SECONDS], not 'angle'"},
      {"in-port = angle", "b.conf:1: in-port: expected PORT[:OWNER,OWNER...]:PROPERTY, not 'angle'"},
      {"in-port = t:J1:JOINT_TORQUE:0.1",
       "b.conf:1: in-port: expected PORT[:OWNER,OWNER...]:PROPERTY, not 't:J1:JOINT_TORQUE:0.1'"},
      {"out-port = a:JOINT_VALU", "b.conf:1: out-port: unknown property 'JOINT_VALU' (known: " + outs + ")"},
      {"in-port = a:J1:joint_torque", "b.conf:1: in-port: unknown property 'joint_torque' (known: " + ins + ")"},
      {"out-port = a b:JOINT_VALUE", "b.conf:1: out-port: 'a b' is not a name for a port: " + name_rule},
      {"out-port = :JOINT_VALUE", "b.conf:1: out-port: '' is not a name for a port: " + name_rule},
      {"out-port = a:J1,,J2:JOINT_VALUE", "b.conf:1: owner '': expected printable characters without blanks"},
      {"out-port = a:J 1:JOINT_VALUE", "b.conf:1: owner 'J 1': expected printable characters without blanks"},
      {"out-port = a:JOINT_VALUE:0", "b.conf:1: out-port: '0' is not an interval in seconds"},
      {"out-port = a:JOINT_VALUE:-1", "b.conf:1: out-port: '-1' is not an interval in seconds"},
      {"out-port = a:JOINT_VALUE:nan", "b.conf:1: out-port: 'nan' is not an interval in seconds"},
      {"out-port = a:JOINT_VALUE:1e999", "b.conf:1: out-port: '1e999' is not an interval in seconds"},
      {"out-port = a:J1:JOINT_VALUE:0.1s", "b.conf:1: out-port: '0.1s' is not an interval in seconds"},
      {"out-port = a:A,B:ABS_TRANSFORM2", "b.conf:1: out-port: ABS_TRANSFORM2 takes one owner"},
      {"out-port = a:A,B:CONSTRAINT_FORCE", "b.conf:1: out-port: CONSTRAINT_FORCE takes one owner"},
      {"out-port = a:PERCEPT", "b.conf:1: out-port: PERCEPT needs an owner"},
      {"in-port = a:EFFECTOR", "b.conf:1: in-port: EFFECTOR needs an owner"},
      {"out-port = a:JOINT_VALUE\nin-port = a:JOINT_TORQUE",
       "b.conf:2: in-port: there already is a port 'a', at b.conf:1"},
      {"in-port = a:J1,J2,J1:JOINT_TORQUE", "b.conf:1: in-port: the owner J1 is named twice"},
      {"out-port = a:$JOINT:JOINT_VALUE", "b.conf:1: out-port: the environment variable JOINT is not set"},
      {"out-port = a:J1,$NONE_:JOINT_VALUE", "b.conf:1: out-port: the environment variable NONE_ is not set"},
      {"out-port = a:JOINT_VALUE\nconnection = a:b\nconnection = a : b",
       "b.conf:3: connection: the same one is already at b.conf:2"},
      {"out-port = a:JOINT_VALUE\nconnection = a:A0:b\nconnection = a:B0:b\nconnection = a:A0:b",
       "b.conf:4: connection: the same one is already at b.conf:2"},
      {"connection = a", "b.conf:1: connection: expected ROBOTPORT:[INSTANCE:]PORT, not 'a'"},
      {"connection = a:b:c:d", "b.conf:1: connection: expected ROBOTPORT:[INSTANCE:]PORT, not 'a:b:c:d'"},
      {"connection = a::c", "b.conf:1: instance '': expected printable characters without blanks"},
      {"connection = a:", "b.conf:1: port '': expected printable characters without blanks"},
      {"connection = a:b", "b.conf:1: connection: the robot has no port 'a' (known: none)"},
      {"connection = x:b\nout-port = a:JOINT_VALUE\nin-port=b:JOINT_TORQUE",
       "b.conf:1: connection: the robot has no port 'x' (known: a, b)"},
      {"module = a:b:c", "b.conf:1: module: expected PATH[:INITFUNCTION], not 'a:b:c'"},
      {"module = a:", "b.conf:1: module: expected PATH[:INITFUNCTION], not 'a:'"},
      {"periodic-rate = 0.5", "b.conf:1: periodic-rate: expected INSTANCE:RATE, not '0.5'"},
      {"periodic-rate = A0:0", "b.conf:1: periodic-rate: a rate is above 0 and at most 1, not '0'"},
      {"periodic-rate = A0:1.5", "b.conf:1: periodic-rate: a rate is above 0 and at most 1, not '1.5'"},
      {"periodic-rate = A0:x", "b.conf:1: periodic-rate: a rate is above 0 and at most 1, not 'x'"},
      {"periodic-rate = A0:1\nperiodic-rate = A0:0.5", "b.conf:2: periodic-rate: A0 already has a rate, at b.conf:1"},
      {"tick-mode = late", "b.conf:1: tick-mode: unknown mode 'late' (known: wait, return)"},
      {"tick-mode = A0:B:wait", "b.conf:1: tick-mode: expected [INSTANCE:]MODE, not 'A0:B:wait'"},
      {"tick-mode = wait\ntick-mode = wait", "b.conf:2: tick-mode: the file already has one, at b.conf:1"},
      {"tick-mode = A0:wait\ntick-mode = A0:wait", "b.conf:2: tick-mode: A0 already has one, at b.conf:1"},
      {"server-name = $LONG$LONG", "b.conf:1: server-name: a value of more than 16384 bytes"},
  };
  for (const auto& [text, line] : mistakes) {
    INFO(text);
    CHECK(refusal_of(text) == line);
  }
}

TEST_CASE("the size of a bridge file and its numbers of ports, owners, connections and modules are limited") {
  std::string text;
  for (std::size_t i = 0; i <= kMaxPorts; ++i) text += "out-port = p" + std::to_string(i) + ":JOINT_VALUE\n";
  CHECK(refusal_of(text) == "b.conf:65: out-port: more than 64 ports");
  text = "out-port = p:J";
  for (std::size_t i = 0; i < BridgeFile::kMaxOwners; ++i) text += ",J" + std::to_string(i);
  CHECK(refusal_of(text + ":JOINT_VALUE") == "b.conf:1: out-port: more than 256 owners");
  text = "out-port = p:JOINT_VALUE\n";
  for (std::size_t i = 0; i <= BridgeFile::kMaxConnections; ++i) text += "connection = p:p" + std::to_string(i) + "\n";
  CHECK(refusal_of(text) == "b.conf:1026: connection: more than 1024");
  text.clear();
  for (std::size_t i = 0; i <= BridgeFile::kMaxModules; ++i) text += "module = M\n";
  CHECK(refusal_of(text) == "b.conf:65: module: more than 64");
  CHECK(refusal_of(std::string(BridgeFile::kMaxBytes + 1, '\n')) == "b.conf: longer than 256 KiB");
  CHECK(refusal_of(std::string(BridgeFile::kMaxBytes, '\n')) == "taken");
}

TEST_CASE("a bridge file that cannot be read is reported") {
  CHECK_THROWS_WITH(load_bridge_file("/nowhere/b.conf"), "the bridge file /nowhere/b.conf cannot be read");
}

}  // namespace rtm
