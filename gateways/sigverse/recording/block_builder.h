// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/recording/svd_format.h"

namespace sigverse::recording {

/// Makes blocks from frames: the first frame of a block is complete, the others contain only changes.
class BlockBuilder {
 public:
  /// Adds a frame. Returns false, with nothing changed, if it needs a new block: call `take` first. Throws
  /// `std::runtime_error` with a one-line message for a frame that no file can store; no server can send one.
  bool add(double time, const client::World& world);
  std::size_t frames() const { return head_.frames; }
  bool is_empty() const { return frames() == 0; }
  /// Returns the packed block; the builder is then empty.
  std::string take();

 private:
  bool is_for_another_block(double time) const;
  /// Returns false if changed records and ids of removed objects cannot express the changes.
  bool append_changes(const client::World& world);
  void append_whole(const client::World& world);

  BlockHead head_;
  std::string unpacked_;
  client::World before_;
};

}  // namespace sigverse::recording
