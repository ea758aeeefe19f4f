// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/client/shape_base.h"
#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/recording/block.h"
#include "gateways/sigverse/recording/block_table.h"
#include "gateways/sigverse/recording/svd_format.h"
#include "monitor-lite/client/byte_file.h"

namespace sigverse::recording {

/// Receives a line for users.
using Complain = std::function<void(const std::string& line)>;

/// Reads a recording (.svd). Opening it reads only the heads of its blocks; a block is unpacked when one of its frames
/// is requested, one block at a time. The file may have any contents: truncated or damaged parts are omitted, with one
/// line for everything that is detected while opening it, and one for each block that later turns out to be damaged, at
/// most `kMaxLines`. Memory and time are bounded by the file's size and the limits in svd_format.h.
class Recording {
 public:
  static constexpr std::size_t kMaxLines = 20;
  /// Consecutive frames of the file whose times, in s, do not go back.
  struct Stretch {
    std::size_t first_frame = 0, frames = 0;
    double first_time = 0.0, last_time = 0.0;
  };

  /// Throws `std::runtime_error`, with a one-line message, if there is no such file or if it is not a recording.
  explicit Recording(const std::filesystem::path& file, Complain complain = {});

  const client::ShapeBase& shapes() const { return header_.shapes; }
  /// May be 0.
  std::size_t frames() const {
    return stretches_.empty() ? 0 : stretches_.back().first_frame + stretches_.back().frames;
  }
  /// One per block, in order.
  const std::vector<Stretch>& stretches() const { return stretches_; }
  /// The stretch that contains a frame, which must exist.
  std::size_t stretch_of(std::size_t frame) const;
  /// False if the recorder was killed or the file has been truncated.
  bool is_complete() const { return table_.has_index; }

  /// The world at a frame, with shapes in their poses in the parts. Null if there is no such frame or its block is
  /// damaged. Valid until the next call that returns a world. Fast from one frame of a block to the next.
  const client::World* world(std::size_t frame);
  /// SIG time of an existing frame, s: exact if its block is unpacked, otherwise estimated as if the frames of a block
  /// were evenly spaced.
  double time_of(std::size_t frame) const;

 private:
  /// Returns the offset of the first block.
  std::uint64_t read_header();
  void add_stretches();
  void complain(std::string_view what);
  bool load(std::size_t block);

  std::filesystem::path path_;
  Complain complain_;
  std::size_t lines_ = 0;
  monitor::ByteFile file_;
  Header header_;
  BlockTable table_;
  std::vector<Stretch> stretches_;  ///< of these blocks
  std::vector<bool> is_damaged_;    ///< by block; known once one of its frames has been requested

  Block block_;
  std::optional<std::size_t> loaded_;  ///< index of the block in `block_`
};

}  // namespace sigverse::recording
