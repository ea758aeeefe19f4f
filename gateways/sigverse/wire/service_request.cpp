// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/service_request.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gateways/sigverse/wire/failed_replies.h"
#include "gateways/sigverse/wire/messages.h"

namespace sigverse::wire {
namespace {

using PictureRequest = SigServiceProvider::PictureRequest;
using DetectRequest = SigServiceProvider::DetectRequest;
using DistanceRequest = SigServiceProvider::DistanceRequest;
using SpeechRequest = SigServiceProvider::SpeechRequest;

constexpr std::uint16_t kWindowsBmp = 1;  ///< the only format of pictures
constexpr const char* kCut = "a request with less in it than its type has";
constexpr std::size_t kLongestAgent = 255;

/// A picture or distances; if there are no octets, the reply says that there is no result.
std::string image_reply(PacketType type, ImageHeader image, std::string_view octets) {
  image.length = static_cast<std::uint32_t>(octets.size());
  std::string header, reply;
  OctetWriter writer(header);
  image.fields(FieldWriter(writer));
  append_large(reply, {type}, header, octets);
  return reply;
}

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

ServiceRequestReader::State ServiceRequestReader::refuse(const char* problem) {
  problem_ = problem;
  return State::refused;
}

ServiceRequestReader::State ServiceRequestReader::begin(const Packet& first) {
  content_ = 0;
  failing_reply_.clear();
  append_failure(failing_reply_, first);
  const PacketType type = first.head.type;
  if (!reply_of(type)) return refuse("a packet that is not a request to a provider");
  if (type == PacketType::sound_recog) return begin_speech(first);
  if (first.head.count != 1) return refuse("a request of several packets whose type has one");
  if (type == PacketType::capture_view_image) return begin_picture(first);
  if (type == PacketType::detect_entities) return begin_detecting(first);
  return begin_distance(first);
}

ServiceRequestReader::State ServiceRequestReader::begin_picture(const Packet& packet) {
  CaptureView asked;
  if (!read_data(packet.data, asked)) return refuse(kCut);
  if (asked.agent.size() > kLongestAgent) return refuse("a name of more than 255 octets");
  if (asked.data_type > kWindowsBmp) return refuse("an unknown type of picture");
  if (asked.colour > PictureRequest::depth) return refuse("an unknown type of colour");
  if (asked.width == 0 || asked.height == 0) return refuse("a picture without pixels");
  PictureRequest picture;
  picture.agent = asked.agent;
  picture.camera = asked.camera;
  picture.colour = asked.colour == PictureRequest::depth ? PictureRequest::depth : PictureRequest::bgr;
  picture.width = asked.width;
  picture.height = asked.height;
  content_ = picture.octets();
  if (content_ > max_content_) return refuse("a picture that would be too large");
  request_ = std::move(picture);
  return State::complete;
}

ServiceRequestReader::State ServiceRequestReader::begin_detecting(const Packet& packet) {
  DetectEntities asked;
  if (!read_data(packet.data, asked)) return refuse(kCut);
  if (asked.agent.size() > kLongestAgent) return refuse("a name of more than 255 octets");
  DetectRequest detecting;
  detecting.agent = asked.agent;
  detecting.camera = asked.camera;
  request_ = std::move(detecting);
  return State::complete;
}

ServiceRequestReader::State ServiceRequestReader::begin_distance(const Packet& packet) {
  DistanceSensor asked;
  if (!read_data(packet.data, asked)) return refuse(kCut);
  if (asked.agent.size() > kLongestAgent) return refuse("a name of more than 255 octets");
  if (!std::isfinite(asked.start) || !std::isfinite(asked.end) || asked.start >= asked.end)
    return refuse("distances whose start is not below their end");
  if (asked.dimensions < 0 || asked.dimensions > 2) return refuse("distances of other than 0, 1 or 2 dimensions");
  DistanceRequest distance;
  distance.agent = asked.agent;
  distance.camera = asked.camera;
  distance.start = asked.start;
  distance.end = asked.end;
  distance.dimensions = asked.dimensions;
  content_ = distance.octets();
  request_ = std::move(distance);
  return State::complete;
}

ServiceRequestReader::State ServiceRequestReader::begin_speech(const Packet& packet) {
  SoundRecogHeader asked;
  if (!read_data(packet.data, asked)) return refuse(kCut);
  const SoundFormat& format = asked.format;
  if (format.channels != 1 && format.channels != 2) return refuse("a sound of other than 1 or 2 channels");
  if (format.rate < 1'000) return refuse("a sound of less than 1000 samples per second");
  if (format.bits != 8 && format.bits != 16) return refuse("a sound whose samples have neither 8 nor 16 bits");
  if (format.length > max_content_) return refuse("a sound that is too large");
  SpeechRequest speech;
  speech.channels = format.channels;
  speech.rate = format.rate;
  speech.bits = format.bits;
  speech.little = format.endian == 0;
  request_ = std::move(speech);
  content_ = format.length;
  return continue_speech(sound_.begin(packet, format.length, max_content_));
}

ServiceRequestReader::State ServiceRequestReader::add(const Packet& next) {
  return continue_speech(sound_.add(next));
}

ServiceRequestReader::State ServiceRequestReader::continue_speech(LargeContent::State state) {
  if (state == LargeContent::State::broken) return refuse("packets of a sound that do not fit together");
  if (state == LargeContent::State::incomplete) return State::incomplete;
  auto& speech = std::get<SpeechRequest>(request_);
  speech.samples = sound_.take_content();
  const auto frame = static_cast<std::size_t>(speech.channels * speech.bits / 8);
  speech.samples.resize(speech.samples.size() / frame * frame);
  return State::complete;
}

std::string reply_to(const PictureRequest& request, const std::string& pixels) {
  if (pixels.empty())
    return image_reply(PacketType::capture_view_image_result, {.width = 0, .height = 0, .length = 0}, {});
  if (pixels.size() != request.octets()) return {};
  const ImageHeader image{.data_type = kWindowsBmp,
                          .colour = static_cast<std::uint16_t>(request.colour),
                          .width = static_cast<std::uint16_t>(request.width),
                          .height = static_cast<std::uint16_t>(request.height),
                          .length = 0};
  return image_reply(PacketType::capture_view_image_result, image, pixels);
}

std::string reply_to(const DetectRequest&, const std::vector<std::string>& names) {
  DetectEntitiesResult result{.names = {names.begin(), names.end()}};
  std::erase(result.names, "");
  std::sort(result.names.begin(), result.names.end());
  std::string reply;
  append_packet(reply, result);
  return reply;
}

std::string reply_to(const DistanceRequest& request, const std::string& distances) {
  constexpr std::uint16_t kDepth = 2;
  if (!distances.empty() && distances.size() != request.octets()) return {};
  if (request.dimensions == 0) {
    std::string reply;
    DistanceSensorResult result;  // by default nothing within reach
    if (!distances.empty()) result.distance = static_cast<unsigned char>(distances[0]);
    append_packet(reply, result);
    return reply;
  }
  ImageHeader image{.data_type = kWindowsBmp, .colour = kDepth, .width = 0, .height = 0, .length = 0};
  if (!distances.empty()) {
    image.width = DistanceRequest::kWidth;
    image.height = request.dimensions == 1 ? 1 : DistanceRequest::kHeight;
  }
  return image_reply(PacketType::distance_sensor_result, image, distances);
}

std::string reply_to(const SpeechRequest&, const std::string& words) {
  const Encode encode = is_ascii(words) ? Encode::ascii : Encode::utf_8;
  std::string reply;
  append_packet(reply, SoundRecogResult{.encode = static_cast<std::uint16_t>(encode), .text = words});
  return reply;
}

}  // namespace sigverse::wire
