// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/recording/svd_format.h"

namespace sigverse::recording {

/// An unpacked block, and the world at one of its frames.
class Block {
 public:
  /// Unpacks the data after `head`. Never allocates more than the head says. Returns an empty text on success,
  /// otherwise the error, for users; in that case there are no frames.
  std::string_view unpack(const BlockHead& head, std::string_view stored);

  std::size_t frames() const { return frames_.size(); }
  double time_of(std::size_t frame) const;
  /// The world at a frame. This is fast for the frame after that of the last call; an earlier frame requires all frames
  /// of the block up to it. `header` has the poses of shapes. Valid until the next call.
  const client::World& world(std::size_t frame, const Header& header);

 private:
  std::string_view find_frames(const BlockHead& head);
  void forget_world();
  void apply(std::size_t frame, const Header& header);
  void apply_record(const wire::ObjectRecord& record, const Header& header);
  void remove(const std::vector<std::uint32_t>& gone);

  std::string unpacked_;
  std::vector<std::size_t> frames_;  ///< where each begins
  client::World world_;
  std::unordered_map<std::uint32_t, std::size_t> index_;  ///< of objects, by id
  std::size_t applied_ = 0;                               ///< the number of frames applied to `world_`
};

}  // namespace sigverse::recording
