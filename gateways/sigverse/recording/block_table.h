// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/recording/svd_format.h"
#include "monitor-lite/client/byte_file.h"

namespace sigverse::recording {

/// The positions of the blocks of a file.
struct BlockTable {
  struct Place {
    std::uint64_t offset = 0;  ///< of its head
    BlockHead head;
  };
  std::vector<Place> blocks;  ///< in the order of the file
  bool has_index = false;     ///< the file was completed
  // The omitted data: how often, where first, and why, for users.
  std::size_t left_out = 0;
  std::uint64_t first_left_out = 0;
  std::string_view why;
};

/// Finds the blocks from `begin` on, using the index at the end. If that is missing, or does not cover everything
/// between the header and itself, the blocks are visited one after the other; after damage the next valid head is
/// searched for. Only heads are read. Time is linear in the size of the file, whatever its contents.
BlockTable find_blocks(monitor::ByteFile& file, std::uint64_t begin);

}  // namespace sigverse::recording
