// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/failed_replies.h"

#include "gateways/sigverse/wire/messages.h"

namespace sigverse {

using wire::PacketType;
namespace {

void append_empty_image(std::string& out, PacketType type, wire::ImageHeader header) {
  header.length = 0;
  wire::PacketWriter packet(out, {.type = type});
  header.fields(wire::FieldWriter(packet));
  packet.finish();
}

void append_no_distance(std::string& out, const wire::DistanceSensor& request) {
  constexpr std::uint16_t kDepth = 2;
  if (request.dimensions == 0)
    wire::append_packet(out, wire::DistanceSensorResult{});
  else
    append_empty_image(out, PacketType::distance_sensor_result, {.colour = kDepth});
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

void append_failure(std::string& out, const wire::Packet& request) {
  if (request.head.type == PacketType::capture_view_image)
    append_empty_image(out, PacketType::capture_view_image_result, {});
  else if (request.head.type == PacketType::detect_entities)
    wire::append_packet(out, wire::DetectEntitiesResult{});
  else if (request.head.type == PacketType::sound_recog)
    wire::append_packet(out, wire::SoundRecogResult{});
  else if (wire::DistanceSensor sensor;
           request.head.type == PacketType::distance_sensor && wire::read_data(request.data, sensor))
    append_no_distance(out, sensor);
}

}  // namespace sigverse
