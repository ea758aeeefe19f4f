// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/recording/svd_format.h"

namespace sigverse::recording {

/// Makes blocks from frames: the first frame is complete, the others have only changes.
class BlockBuilder {
 public:
  /// Adds a frame. Returns false, with nothing changed, if it needs a block of its own: take this one first. Throws
  /// `std::runtime_error`, a line, for a frame that no file can store, which no server can send.
  bool add(double time, const client::World& world);
  std::size_t frames() const { return head_.frames; }
  bool is_empty() const { return frames() == 0; }
  /// Takes the packed block; the builder is then empty.
  std::string take();

 private:
  bool is_for_another_block(double time) const;
  /// Returns false if the changes cannot be expressed by changed records and ids of removed objects.
  bool append_changes(const client::World& world);
  void append_whole(const client::World& world);

  BlockHead head_;
  std::string unpacked_;
  client::World before_;
};

}  // namespace sigverse::recording
