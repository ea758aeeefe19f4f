// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/service_answer.h"

#include <utility>

namespace sigverse::server {

using wire::PacketType;
namespace {

/// Whether the packet is a complete message of this type.
template <typename Message>
bool is_one(const wire::Packet& packet) {
  Message message;
  return packet.head.type == Message::kType && packet.head.count == 1 && wire::read_data(packet.data, message);
}

bool is_living(const wire::Packet& packet) {
  wire::NsPingerResult result;
  return is_one<wire::NsPingerResult>(packet) && wire::read_data(packet.data, result) && result.active != 0;
}

ServiceAnswer::State state_of(wire::LargeContent::State content) {
  switch (content) {
    case wire::LargeContent::State::incomplete:
      return ServiceAnswer::State::incomplete;
    case wire::LargeContent::State::complete:
      return ServiceAnswer::State::complete;
    case wire::LargeContent::State::broken:
      break;
  }
  return ServiceAnswer::State::broken;
}

ServiceAnswer::State complete_if(bool is_good) {
  return is_good ? ServiceAnswer::State::complete : ServiceAnswer::State::broken;
}

}  // namespace

ServiceAnswer::ServiceAnswer(const wire::Packet& request) : request_(request.head.type) {
  wire::DistanceSensor sensor;
  if (request_ == PacketType::distance_sensor && wire::read_data(request.data, sensor)) dimensions_ = sensor.dimensions;
}

ServiceAnswer::State ServiceAnswer::add(const wire::Packet& packet) {
  octets_ += packet.octets;
  if (!std::exchange(has_begun_, true)) return first(packet);
  return state_of(content_.add(packet));
}

ServiceAnswer::State ServiceAnswer::first(const wire::Packet& packet) {
  switch (request_) {
    case PacketType::ns_pinger:
      return complete_if(is_living(packet));
    case PacketType::detect_entities:
      return complete_if(is_one<wire::DetectEntitiesResult>(packet));
    case PacketType::sound_recog:
      return complete_if(is_one<wire::SoundRecogResult>(packet));
    case PacketType::distance_sensor:
      if (dimensions_ == 0) return complete_if(is_one<wire::DistanceSensorResult>(packet));
      return packet.head.type == PacketType::distance_sensor_result ? first_of_large(packet) : State::broken;
    case PacketType::capture_view_image:
      return packet.head.type == PacketType::capture_view_image_result ? first_of_large(packet) : State::broken;
    default:
      return State::broken;
  }
}

/// A picture without octets is complete, too: the answer is that there is no picture.
ServiceAnswer::State ServiceAnswer::first_of_large(const wire::Packet& packet) {
  wire::ImageHeader header;
  if (!wire::read_data(packet.data, header)) return State::broken;
  return state_of(content_.begin(packet, header.length, kMaxContent));
}

}  // namespace sigverse::server
