// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/failed_replies.h"

#include "gateways/sigverse/wire/messages.h"

namespace sigverse::wire {
namespace {

void append_empty_image(std::string& out, const PacketHead& head, ImageHeader header) {
  header.length = 0;
  PacketWriter packet(out, head);
  header.fields(FieldWriter(packet));
  packet.finish();
}

void append_no_distance(std::string& out, const DistanceSensor& request, const PacketHead& head) {
  constexpr std::uint16_t kDepth = 2;
  if (request.dimensions == 0)
    append_packet(out, DistanceSensorResult{}, head);
  else
    append_empty_image(out, head, {.colour = kDepth});
}

}  // namespace

std::optional<PacketType> reply_of(PacketType request) {
  switch (request) {
    case PacketType::capture_view_image:
      return PacketType::capture_view_image_result;
    case PacketType::detect_entities:
      return PacketType::detect_entities_result;
    case PacketType::sound_recog:
      return PacketType::sound_recog_result;
    case PacketType::distance_sensor:
      return PacketType::distance_sensor_result;
    default:
      return std::nullopt;
  }
}

void append_failure(std::string& out, const Packet& request, std::uint16_t flags) {
  const std::optional<PacketType> reply = reply_of(request.head.type);
  if (!reply) return;
  const PacketHead head{.type = *reply, .flags = flags};
  if (request.head.type == PacketType::capture_view_image)
    append_empty_image(out, head, {});
  else if (request.head.type == PacketType::detect_entities)
    append_packet(out, DetectEntitiesResult{}, head);
  else if (request.head.type == PacketType::sound_recog)
    append_packet(out, SoundRecogResult{}, head);
  else if (DistanceSensor sensor; request.head.type == PacketType::distance_sensor && read_data(request.data, sensor))
    append_no_distance(out, sensor, head);
}

}  // namespace sigverse::wire
