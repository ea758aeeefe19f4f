// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spark/net/frame_reader.h"

namespace rctp {

/// The messages between a server and the camera program that it started (`rctp-camera --pictures`), over two pipes, in
/// frames of spark/net. Both run on one machine, so numbers are in its byte order, except the length of a frame.
///
///     server → program   `SceneMessage` whenever the world looks different, `PictureOrder` for one picture
///     program → server   `ReadyMessage` once, when it can draw; for each order a `PictureMessage` or a
///                        `FailedMessage`; a `FailedMessage` with the number 0 if it cannot draw at all, before it ends
///
/// Each message starts with a letter. Texts and views that a reader returns point into the message.

/// Longest message of either side, octets.
inline constexpr spark::net::FrameLimits kPictureFrames{16 * 1024 * 1024 - 1, 16 * 1024 * 1024};

/// The world as a VRML97 or X3D file, and the names of its movers and cameras by their numbers, empty where one has
/// been removed. Poses that were sent before are void.
struct SceneMessage {
  std::vector<std::string> names;
  std::string_view text;
};

/// The pose of a mover or camera, as its Transform in the file has it.
struct MoverPose {
  std::uint32_t number = 0;
  std::array<float, 3> translation{};         ///< m
  std::array<float, 4> rotation{0, 0, 1, 0};  ///< axis, and angle in radians
  /// The smaller angle of a camera, radians; 0 if this is no camera.
  float field_of_view = 0.0F;

  bool operator==(const MoverPose&) const = default;
};

/// Requests a picture of the scene and has the poses that have changed since the last order.
struct PictureOrder {
  std::uint32_t id = 0;
  std::uint32_t camera = 0;  ///< its number
  std::uint32_t width = 0, height = 0;
  float nearest = 0.0F, farthest = 0.0F;  ///< m, planes of the camera
  bool with_depth = false;
  std::vector<MoverPose> poses{};
};

struct ReadyMessage {};

/// Pixels and depths are row by row from the top.
struct PictureMessage {
  std::uint32_t id = 0;
  std::uint32_t width = 0, height = 0;
  std::string_view rgb;     ///< width × height × 3 octets
  std::string_view depths;  ///< width × height floats, m; or empty
};

struct FailedMessage {
  std::uint32_t id = 0;
  std::string_view text;
};

// Each replaces `frame` by a complete frame.
void write_frame(std::string& frame, const SceneMessage& message);
void write_frame(std::string& frame, const PictureOrder& order);
void write_frame(std::string& frame, const ReadyMessage& message);
void write_frame(std::string& frame, const PictureMessage& picture);
void write_frame(std::string& frame, const FailedMessage& message);

/// Whether a picture of that size fits into a message: each side has at least one pixel, and both at most
/// `kMaxPicturePixels`.
bool is_picture_size(std::uint32_t width, std::uint32_t height);
inline constexpr std::size_t kMaxPicturePixels = 2'000'000;

// Each reads a message without its frame, and returns nothing if the message is of another kind or malformed. They
// never throw.
std::optional<SceneMessage> read_scene_message(std::string_view message);
/// Reuses the memory of `order`. Returns false if the message is not an order; `order` is then undefined.
bool read_picture_order(std::string_view message, PictureOrder& order);
bool is_ready_message(std::string_view message);
std::optional<PictureMessage> read_picture_message(std::string_view message);
std::optional<FailedMessage> read_failed_message(std::string_view message);

}  // namespace rctp
