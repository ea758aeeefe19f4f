// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/recording/svd_format.h"

namespace sigverse::recording {

/// Makes blocks out of frames: the first of them whole, of the others what has changed.
class BlockBuilder {
 public:
  /// Adds a frame. False, and nothing changed, if it needs a block of its own: take this one first. Throws
  /// `std::runtime_error`, a line, if no file can have such a frame, which no server can send.
  bool add(double time, const client::World& world);
  std::size_t frames() const { return head_.frames; }
  bool is_empty() const { return frames() == 0; }
  /// The block, packed; it is empty then.
  std::string take();

 private:
  bool is_for_another_block(double time) const;
  /// False if what has happened to the world cannot be said by changed records and gone ids.
  bool append_changes(const client::World& world);
  void append_whole(const client::World& world);

  BlockHead head_;
  std::string unpacked_;
  client::World before_;
};

}  // namespace sigverse::recording
