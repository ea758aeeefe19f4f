// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/wire/worked_message.h"

namespace sigverse_test {
namespace {

ObjectRecord moved_ball() {
  ObjectRecord ball;
  ball.id = 1;
  ball.name = "ball";
  ball.class_name = "Ball";
  ball.operations = operation::kPosition;
  ball.attributes = {{"x", "position", 0.0}, {"y", "position", 50.0}, {"z", "position", 0.0}};
  ball.parts = {{1, PartShape::sphere, "body", {0.0, 50.0, 0.0}, {1.0, 0.0, 0.0, 0.0}, {10.0, 0.0, 0.0}}};
  return ball;
}

/// Each kind of value; a box and a cylinder.
ObjectRecord attached_ball() {
  ObjectRecord ball;
  ball.id = 1;
  ball.name = "ball";
  ball.class_name = "Ball";
  ball.attached = true;
  ball.attributes = {{"dynamics", "physics", true}, {"mass", "physics", 1.0}, {"switch", "visState", "on"}};
  ball.parts = {{1, PartShape::box, "body", {0.0, 5.0, 0.0}, {1.0, 0.0, 0.0, 0.0}, {10.0, 20.0, 30.0}},
                {2, PartShape::cylinder, "arm", {0.0, 30.0, 0.0}, {1.0, 0.0, 0.0, 0.0}, {2.5, 20.0, 0.0}}};
  return ball;
}

Worked worked_record(const char* label, const ObjectRecord& record) {
  std::string written;
  append_record(written, record);
  return {label, written, [](std::string_view input) -> std::string {
            OctetReader reader(input);
            ObjectRecord read;
            std::string again;
            const bool good = read_record(reader, read) && reader.at_end() && append_record(again, read);
            return good ? again : "refused";
          }};
}

std::string update(double time, const ObjectRecord& record, const PacketHead& head) {
  std::string written;
  PacketWriter packet(written, head);
  packet.real(time);
  append_record(written, record);
  return packet.finish() ? written : "refused";
}

Worked worked_update(const char* label) {
  return {label, update(1.5, moved_ball(), {PacketType::update_entities}), [](std::string_view input) -> std::string {
            const std::optional<Packet> packet = read_packet(input);
            if (!packet || packet->head.type != PacketType::update_entities) return "refused";
            OctetReader reader(packet->data);
            double time = 0.0;
            ObjectRecord read;
            const bool good = read_update_time(reader, time) && read_record(reader, read) && reader.at_end();
            return good ? update(time, read, packet->head) : "refused";
          }};
}

Worked worked_entity(const char* label, double time, const ObjectRecord* record) {
  std::string written;
  append_entity(written, time, record);
  return {label, written, [](std::string_view input) -> std::string {
            const std::optional<Packet> packet = read_packet(input);
            EntityResult result;
            ObjectRecord read;
            if (!packet || !read_entity(packet->data, result, read)) return "refused";
            if (result.exists != (result.result == 0)) return "result and record contradict each other";
            std::string again;
            append_entity(again, result.time, result.exists ? &read : nullptr);
            return again;
          }};
}

Worked worked_one_of_all(const char* label, double time, const ObjectRecord* record, std::uint16_t count,
                         std::uint16_t number) {
  std::string written;
  append_one_of_all(written, time, record, count, number);
  return {label, written, [](std::string_view input) -> std::string {
            const std::optional<Packet> packet = read_packet(input);
            if (!packet) return "refused";
            OneOfAll result;
            ObjectRecord read;
            if (!read_one_of_all(packet->data, result, read)) return "refused";
            std::string again;
            append_one_of_all(again, result.time, result.exists ? &read : nullptr, packet->head.count,
                              packet->head.number);
            return again;
          }};
}

}  // namespace

std::vector<Worked> worked_requests() {
  const ObjectRecord ball = attached_ball();
  return {
      worked("SIM_CTRL start", SimCtrl{static_cast<std::int16_t>(SimCommand::start)}),
      worked("SIM_CTRL reset", SimCtrl{static_cast<std::int16_t>(SimCommand::reset)}),
      worked("GET_OBJECT_NAMES of all", GetObjectNames{}),
      worked("GET_OBJECT_NAMES_RESULT Agent1 and Desk", GetObjectNamesResult{{"Agent1", "Desk"}}),
      worked("GET_ENTITY ball", GetEntity{"ball"}),
      worked_record("record of an attached ball of class Ball", ball),
      worked_entity("GET_ENTITY_RESULT that ball, at 0.5", 0.5, &ball),
      worked_entity("GET_ENTITY_RESULT none such, at 0.5", 0.5, nullptr),
      worked_empty("GET_ALL_ENTITIES", PacketType::get_all_entities),
      worked_one_of_all("GET_ALL_ENTITIES_RESULT that ball, packet 1 of 2, at 0.5", 0.5, &ball, 2, 1),
      worked_one_of_all("GET_ALL_ENTITIES_RESULT of an empty world, at 0", 0.0, nullptr, 1, 0),
      worked_update("UPDATE_ENTITIES at 1.5, ball to (0, 50, 0)"),
  };
}

}  // namespace sigverse_test
