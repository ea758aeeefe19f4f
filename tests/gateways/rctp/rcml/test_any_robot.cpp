// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "gateways/rctp/rcml/world_file.h"
#include "spark/x3d/vrml_reader.h"
#include "spark/x3d/vrml_writer.h"
#include "tests/gateways/rctp/rcml/robots.h"
#include "tests/spark/x3d/properties.h"

using namespace rctp;
using namespace rcml;

namespace {

/// A number of at least `above` with at most six digits.
double any_real(int above = 0) {
  return (above + *rc::gen::inRange(-200'000, 200'000)) / 1000.0;
}
double any_positive() {
  return *rc::gen::inRange(1, 999'999) / 1000.0;
}
std::string any_text() {
  return *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab \"\\{}[]#,.'<>&\n\t")));
}
double perhaps(double value, double otherwise) {
  return *rc::gen::arbitrary<bool>() ? value : otherwise;
}

Object any_object(std::size_t number) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Object object;
  object.name = any_text() + std::to_string(number);
  object.kind = static_cast<Object::Kind>(*rc::gen::inRange(0, 10));
  if (object.has_records()) object.time_stamp = *rc::gen::arbitrary<bool>();
  if (object.is_control()) {
    object.data_mask = *rc::gen::arbitrary<bool>();
    object.rate = any_positive();
    object.standard = any_text();
    object.translators = *rc::gen::container<std::vector<std::string>>(rc::gen::exec(any_text));
    const auto count = *rc::gen::inRange<std::size_t>(0, Object::kMaxInputs + 1);
    for (std::size_t i = 0; i < count; ++i) {
      object.parameters.push_back({any_text(), any_text(), perhaps(any_real(-400'000), -kInfinity),
                                   perhaps(any_real(400'000), kInfinity), any_real(),
                                   static_cast<Object::DataType>(*rc::gen::inRange(0, 4))});
    }
  }
  if (object.is_control() || object.is_binary()) object.trigger = *rc::gen::arbitrary<bool>();
  if (object.is_binary()) object.bits = *rc::gen::inRange<std::size_t>(0, 1000);
  if (object.is_text()) object.max_length = *rc::gen::inRange<std::size_t>(0, 65536);
  if (!object.has_records()) {
    object.address = *rc::gen::element<std::string>("", "a.jpg", "rtsp://b/c");
    object.encoding = any_text();
  }
  if (object.is_video()) {
    object.width = *rc::gen::inRange(1, 5000);
    object.height = *rc::gen::inRange(1, 5000);
    object.frame_rate = any_positive();
    object.field_of_view = *rc::gen::inRange(1, 3141) / 1000.0;
  }
  if (object.is_audio()) {
    object.sample_rate = *rc::gen::inRange(1, 100000);
    object.channels = *rc::gen::inRange(1, 9);
  }
  return object;
}

}  // namespace

TEST_CASE("the file of any robot is read as the same robot") {
  std::size_t objects = 0;
  hold(300, [&] {
    RobotSheet robot;
    robot.name = any_text();
    robot.address = "rctp://host:1/" + any_text();
    robot.os = any_text();
    robot.software = any_text();
    const auto count = *rc::gen::inRange<std::size_t>(0, 12);
    for (std::size_t i = 0; i < count; ++i) robot.objects.push_back(any_object(i));
    std::ranges::stable_sort(robot.objects, {}, &Object::kind);
    const auto has_world = std::ranges::any_of(robot.objects, [](const Object& object) {
      return object.kind == Object::Kind::binary_input && object.bits == 0;
    });
    if (has_world) robot.node_names = {"a", "", any_text()};
    objects += count;
    const x3d::Document document = x3d::read_vrml(x3d::to_vrml(world_file({}, {}, &robot)), "f");
    RC_ASSERT(shown(read_robot(*find_robot(document), "f")) == shown(robot));
  });
  CHECK(objects > 300);
}
