// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/sight.h"

#include <algorithm>
#include <memory>

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

/// A picture in as many packets as it takes; null if there is none in them.
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
  return {.agent = Agent::current()->session.agent(),
          .start = start,
          .end = end,
          .camera = static_cast<std::int16_t>(camera),
          .dimensions = static_cast<std::int16_t>(dimensions)};
}

}  // namespace

ViewImage* capture(const std::string& provider, ColorBitType colour, ImageDataSize size, int camera) {
  Agent* const agent = Agent::current();
  if (!agent) return nullptr;
  const wire::CaptureView request{.agent = agent->session.agent(),
                                  .colour = static_cast<std::uint16_t>(colour),
                                  .width = 320,
                                  .height = static_cast<std::uint16_t>(size == IMAGE_320X1 ? 1 : 240),
                                  .camera = static_cast<std::int16_t>(camera)};
  std::unique_ptr<ViewImage> picture;
  agent->services.ask(
      Services::kCapture, provider, wire::PacketType::capture_view_image_result,
      [&](const wire::PacketHead& head) { return packet(request, head); },
      [&](const Services::Next& next) { return (picture = read_picture(next)) != nullptr; });
  return picture.release();
}

bool detect(const std::string& provider, std::vector<std::string>& names, int camera) {
  Agent* const agent = Agent::current();
  if (!agent) return false;
  const wire::DetectEntities request{.agent = agent->session.agent(), .camera = static_cast<std::int16_t>(camera)};
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
  return picture.release();
}

}  // namespace sigverse::sight

// Recognising speech goes the same way.
Text* Controller::getText(RawSound& sound) {
  namespace wire = sigverse::wire;
  sigverse::Agent* const agent = sigverse::Agent::current();
  if (!agent) return nullptr;
  const RawSoundHeader& header = sound.getHeader();
  wire::SoundRecogHeader data{.format = {.channels = static_cast<std::int16_t>(header.getChannelNum()),
                                         .rate = static_cast<std::uint16_t>(header.getSamplingRate()),
                                         .bits = static_cast<std::uint16_t>(header.getBitsPerSample()),
                                         .endian = static_cast<std::uint16_t>(header.getEndian()),
                                         .length = static_cast<std::uint32_t>(sound.getDataLen())}};
  std::unique_ptr<Text> text;
  agent->services.ask(
      sigverse::Services::kRecognise, {}, wire::PacketType::sound_recog_result,
      [&](const wire::PacketHead& head) {
        std::string fields, packets;
        wire::OctetWriter writer(fields);
        data.fields(wire::FieldWriter(writer));
        wire::PacketHead typed = head;
        typed.type = wire::PacketType::sound_recog;
        wire::append_large(packets, typed, fields, {sound.getData(), static_cast<std::size_t>(sound.getDataLen())});
        return packets;
      },
      [&](const sigverse::Services::Next& next) {
        const auto answer = next();
        wire::SoundRecogResult result;
        if (!answer || !wire::read_data(answer->data, result)) return false;
        text = std::make_unique<Text>(static_cast<Encode>(result.encode), std::string(result.text));
        return true;
      });
  return text.release();
}
