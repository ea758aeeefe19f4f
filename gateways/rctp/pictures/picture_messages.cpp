// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/pictures/picture_messages.h"

#include <cstring>
#include <type_traits>

#include "spark/net/frame_writer.h"

namespace rctp {
namespace {

constexpr char kScene = 'S', kOrder = 'O', kReady = 'R', kPicture = 'P', kFailed = 'F';

template <typename Value>
void append(std::string& frame, const Value& value) {
  static_assert(std::is_trivially_copyable_v<Value>);
  frame.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Takes values from the front of a message until one is missing.
class Taker {
 public:
  Taker(std::string_view message, char letter) : rest_(message) { is_good_ = take<char>() == letter && is_good_; }

  template <typename Value>
  Value take() {
    Value value{};
    const std::string_view octets = take_octets(sizeof value);
    if (is_good_) std::memcpy(&value, octets.data(), sizeof value);
    return value;
  }
  std::string_view take_octets(std::size_t count) {
    is_good_ = is_good_ && count <= rest_.size();
    if (!is_good_) return {};
    const std::string_view octets = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return octets;
  }
  std::string_view take_rest() { return take_octets(rest_.size()); }
  std::size_t left() const { return rest_.size(); }
  bool is_good() const { return is_good_; }
  bool is_whole() const { return is_good_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool is_good_ = true;
};

void begin(std::string& frame, char letter) {
  spark::net::FrameWriter::begin(frame);
  frame.push_back(letter);
}

void finish(std::string& frame) {
  spark::net::FrameWriter::finish_bare(frame);
}

constexpr std::size_t kPoseSize = sizeof(std::uint32_t) + 8 * sizeof(float);

void append_pose(std::string& frame, const MoverPose& pose) {
  append(frame, pose.number);
  append(frame, pose.translation);
  append(frame, pose.rotation);
  append(frame, pose.field_of_view);
}

MoverPose take_pose(Taker& taker) {
  MoverPose pose;
  pose.number = taker.take<std::uint32_t>();
  pose.translation = taker.take<std::array<float, 3>>();
  pose.rotation = taker.take<std::array<float, 4>>();
  pose.field_of_view = taker.take<float>();
  return pose;
}

}  // namespace

void write_frame(std::string& frame, const SceneMessage& message) {
  begin(frame, kScene);
  append(frame, static_cast<std::uint32_t>(message.names.size()));
  for (const std::string& name : message.names) {
    append(frame, static_cast<std::uint32_t>(name.size()));
    frame += name;
  }
  frame += message.text;
  finish(frame);
}

void write_frame(std::string& frame, const PictureOrder& order) {
  begin(frame, kOrder);
  for (const std::uint32_t number : {order.id, order.camera, order.width, order.height}) append(frame, number);
  append(frame, order.nearest);
  append(frame, order.farthest);
  append(frame, static_cast<char>(order.with_depth));
  for (const MoverPose& pose : order.poses) append_pose(frame, pose);
  finish(frame);
}

void write_frame(std::string& frame, const ReadyMessage&) {
  begin(frame, kReady);
  finish(frame);
}

void write_frame(std::string& frame, const PictureMessage& picture) {
  begin(frame, kPicture);
  for (const std::uint32_t number : {picture.id, picture.width, picture.height}) append(frame, number);
  frame += picture.rgb;
  frame += picture.depths;
  finish(frame);
}

void write_frame(std::string& frame, const FailedMessage& message) {
  begin(frame, kFailed);
  append(frame, message.id);
  frame += message.text;
  finish(frame);
}

bool is_picture_size(std::uint32_t width, std::uint32_t height) {
  return width > 0 && height > 0 && std::uint64_t{width} * height <= kMaxPicturePixels;
}

std::optional<SceneMessage> read_scene_message(std::string_view message) {
  Taker taker(message, kScene);
  SceneMessage made;
  const auto count = taker.take<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && taker.is_good(); ++i)
    made.names.emplace_back(taker.take_octets(taker.take<std::uint32_t>()));
  made.text = taker.take_rest();
  if (!taker.is_whole()) return std::nullopt;
  return made;
}

bool read_picture_order(std::string_view message, PictureOrder& order) {
  Taker taker(message, kOrder);
  for (std::uint32_t* number : {&order.id, &order.camera, &order.width, &order.height})
    *number = taker.take<std::uint32_t>();
  order.nearest = taker.take<float>();
  order.farthest = taker.take<float>();
  order.with_depth = taker.take<char>() != 0;
  order.poses.clear();
  while (taker.is_good() && taker.left() >= kPoseSize) order.poses.push_back(take_pose(taker));
  return taker.is_whole();
}

bool is_ready_message(std::string_view message) {
  return message.size() == 1 && message[0] == kReady;
}

std::optional<PictureMessage> read_picture_message(std::string_view message) {
  Taker taker(message, kPicture);
  PictureMessage made;
  for (std::uint32_t* number : {&made.id, &made.width, &made.height}) *number = taker.take<std::uint32_t>();
  if (!taker.is_good() || !is_picture_size(made.width, made.height)) return std::nullopt;
  const std::size_t pixels = std::size_t{made.width} * made.height;
  made.rgb = taker.take_octets(3 * pixels);
  made.depths = taker.take_rest();
  if (!taker.is_whole() || (!made.depths.empty() && made.depths.size() != sizeof(float) * pixels)) return std::nullopt;
  return made;
}

std::optional<FailedMessage> read_failed_message(std::string_view message) {
  Taker taker(message, kFailed);
  FailedMessage made;
  made.id = taker.take<std::uint32_t>();
  made.text = taker.take_rest();
  if (!taker.is_whole()) return std::nullopt;
  return made;
}

}  // namespace rctp
