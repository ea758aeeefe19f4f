// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/rctp/rcml/robots.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

std::string shown(const rctp::Object& object) {
  std::string text = fmt::format(
      "{} kind {} trigger {} stamp {} mask {} bits {} length {} rate {} standard {} translators {} address {} "
      "encoding {} {}x{} {}/s {} rad {} Hz {} channels:",
      object.name, static_cast<int>(object.kind), object.trigger, object.time_stamp, object.data_mask, object.bits,
      object.max_length, object.rate, object.standard, object.translators, object.address, object.encoding,
      object.width, object.height, object.frame_rate, object.field_of_view, object.sample_rate, object.channels);
  for (const rctp::Object::Parameter& one : object.parameters)
    text += fmt::format(" ({} {} {} {} {} {})", one.name, one.unit, one.min, one.max, one.neutral,
                        rctp::to_string(one.type));
  return text;
}

std::string shown(const rcml::RobotSheet& robot) {
  std::string text =
      fmt::format("{}\n{}\n{}\n{}\n{}\n", robot.name, robot.address, robot.os, robot.software, robot.node_names);
  for (const rctp::Object& object : robot.objects) text += shown(object) + "\n";
  return text;
}
