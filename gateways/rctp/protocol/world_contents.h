// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rctp {

/// One entry of the contents of a `world` record: the new state of one node of the model.
struct WorldEntry {
  enum class Kind : std::uint8_t {
    pose = 1,
    field_of_view = 2,  ///< of the camera that the node carries
    gone = 3
  };

  std::uint16_t node = 0;  ///< index into `nodeName` of the robot's description
  Kind kind = Kind::pose;
  // In the frame of the description: metres with y up; the axis of the rotation and its angle in radians.
  std::array<float, 3> translation{};
  std::array<float, 4> rotation{};
  float field_of_view = 0.0F;  ///< the smaller angle, radians

  friend bool operator==(const WorldEntry&, const WorldEntry&) = default;
};

/// Sizes in octets. The contents of one record have at most 65,535; if more nodes have changed, another record with the
/// same step follows.
inline constexpr std::size_t kWorldHead = 4;
inline constexpr std::size_t kWorldPose = 3 + 7 * 4;
inline constexpr std::size_t kWorldFieldOfView = 3 + 4;
inline constexpr std::size_t kWorldGone = 3;
inline constexpr std::size_t kMaxWorld = 65535;
inline constexpr std::size_t kMaxWorldPoses = (kMaxWorld - kWorldHead) / kWorldPose;

/// Writes the simulation step that begins the contents; entries follow.
void begin_world(std::string& contents, std::uint32_t step);
void append_entry(std::string& contents, const WorldEntry& entry);

/// Reads the contents of a `world` record. Borrows them.
class WorldReader {
 public:
  enum class Result { entry, end, broken };

  explicit WorldReader(std::string_view contents) : rest_(contents) {}

  /// To be called once, before `next`. Returns false if the contents are too short.
  bool step(std::uint32_t& step);
  /// Returns `broken` for an entry of an unknown kind and for one that is cut off.
  Result next(WorldEntry& entry);

 private:
  std::string_view rest_;
};

}  // namespace rctp
