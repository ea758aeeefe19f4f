// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/sight.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "gateways/sigverse/controller/agent.h"

namespace sigverse::sight {
namespace {

constexpr std::size_t kLargestPicture = 10 << 20;
constexpr unsigned char kNothing = 255;

template <typename Message>
std::string packet(const Message& message, const wire::PacketHead& head) {
  std::string octets;
  wire::append_packet(octets, message, head);
  return octets;
}

/// Reads a picture from as many packets as it has; null if there is none.
std::unique_ptr<ViewImage> read_picture(const Services::Next& next) {
  auto first = next();
  wire::ImageHeader head;
  if (!first || !wire::read_data(first->data, head) || head.length == 0) return nullptr;
  wire::LargeContent content;
  auto state = content.begin(*first, head.length, kLargestPicture);
  while (state == wire::LargeContent::State::incomplete) {
    const auto packet = next();
    if (!packet) return nullptr;
    state = content.add(*packet);
  }
  if (state != wire::LargeContent::State::complete) return nullptr;
  auto picture = std::make_unique<ViewImage>(ViewImageInfo(static_cast<ImageDataType>(head.data_type),
                                                           head.colour == DEPTHBIT_8 ? DEPTHBIT_8 : COLORBIT_24,
                                                           head.width, head.height));
  if (static_cast<std::size_t>(picture->getBufferLength()) != content.content().size()) return nullptr;
  picture->setBuffer(content.content().data(), picture->getBufferLength());
  return picture;
}

wire::DistanceSensor sensor(double start, double end, int camera, int dimensions) {
  return {.agent = Agent::current()->server.agent(),
          .start = start,
          .end = end,
          .camera = static_cast<std::int16_t>(camera),
          .dimensions = static_cast<std::int16_t>(dimensions)};
}

/// The camera's own number ("FOV2"), otherwise the object's ("FOV"), as the server looks it up; 0 if there is none.
double camera_number(const wire::ObjectRecord& object, std::string_view name, int camera) {
  for (const std::string& wanted : {fmt::format("{}{}", name, camera), std::string(name)})
    for (const wire::AttributeRecord& attribute : object.attributes)
      if (const auto* number = std::get_if<double>(&attribute.value);
          attribute.name == wanted && number && *number > 0.0)
        return *number;
  return 0.0;
}

}  // namespace

ViewImage* taken_by(int camera, std::unique_ptr<ViewImage> picture) {
  Agent* const agent = Agent::current();
  if (!agent || !picture) return picture.release();
  // Uses a separate record, so that the controller's copy of its object stays unchanged.
  const auto answer =
      agent->server.ask(wire::GetEntity{.name = agent->server.agent()}, wire::PacketType::get_entity_result);
  wire::EntityResult result;
  wire::ObjectRecord object;
  if (!answer || !wire::read_entity(answer->data, result, object) || !result.exists) return picture.release();
  if (const double fov = camera_number(object, "FOV", camera); fov > 0.0) picture->setFOVy(fov);
  if (const double ratio = camera_number(object, "aspectRatio", camera); ratio > 0.0) picture->setAspectRatio(ratio);
  return picture.release();
}

ViewImage* capture(const std::string& provider, ColorBitType colour, ImageDataSize size, int camera) {
  Agent* const agent = Agent::current();
  if (!agent) return nullptr;
  const wire::CaptureView request{.agent = agent->server.agent(),
                                  .colour = static_cast<std::uint16_t>(colour),
                                  .width = 320,
                                  .height = static_cast<std::uint16_t>(size == IMAGE_320X1 ? 1 : 240),
                                  .camera = static_cast<std::int16_t>(camera)};
  std::unique_ptr<ViewImage> picture;
  agent->services.ask(
      Services::kCapture, provider, wire::PacketType::capture_view_image_result,
      [&](const wire::PacketHead& head) { return packet(request, head); },
      [&](const Services::Next& next) { return (picture = read_picture(next)) != nullptr; });
  return taken_by(camera, std::move(picture));
}

bool detect(const std::string& provider, std::vector<std::string>& names, int camera) {
  Agent* const agent = Agent::current();
  if (!agent) return false;
  const wire::DetectEntities request{.agent = agent->server.agent(), .camera = static_cast<std::int16_t>(camera)};
  bool seen = false;
  agent->services.ask(
      Services::kDetect, provider, wire::PacketType::detect_entities_result,
      [&](const wire::PacketHead& head) { return packet(request, head); },
      [&](const Services::Next& next) {
        const auto answer = next();
        wire::DetectEntitiesResult result;
        if (!answer || !wire::read_data(answer->data, result)) return false;
        seen = !result.names.empty();
        names.insert(names.end(), result.names.begin(), result.names.end());
        return true;
      });
  return seen;
}

unsigned char distance(const std::string& provider, double start, double end, int camera) {
  Agent* const agent = Agent::current();
  if (!agent) return kNothing;
  unsigned char measured = kNothing;
  agent->services.ask(
      Services::kDistance, provider, wire::PacketType::distance_sensor_result,
      [&](const wire::PacketHead& head) { return packet(sensor(start, end, camera, 0), head); },
      [&](const Services::Next& next) {
        const auto answer = next();
        wire::DistanceSensorResult result;
        if (!answer || !wire::read_data(answer->data, result)) return false;
        measured = static_cast<unsigned char>(std::clamp<int>(result.distance, 0, kNothing));
        return true;
      });
  return measured;
}

ViewImage* distances(const std::string& provider, double start, double end, int camera, int dimensions) {
  Agent* const agent = Agent::current();
  if (!agent) return nullptr;
  std::unique_ptr<ViewImage> picture;
  agent->services.ask(
      Services::kDistance, provider, wire::PacketType::distance_sensor_result,
      [&](const wire::PacketHead& head) { return packet(sensor(start, end, camera, dimensions), head); },
      [&](const Services::Next& next) { return (picture = read_picture(next)) != nullptr; });
  return taken_by(camera, std::move(picture));
}

}  // namespace sigverse::sight
