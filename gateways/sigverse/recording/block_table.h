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

/// Where the blocks of a file are.
struct BlockTable {
  struct Place {
    std::uint64_t offset = 0;  ///< of its head
    BlockHead head;
  };
  std::vector<Place> blocks;  ///< in the order of the file
  bool has_index = false;     ///< the file was completed
  // What is there and was left out: how often, where first, and why, for people.
  std::size_t left_out = 0;
  std::uint64_t first_left_out = 0;
  std::string_view why;
};

/// Finds the blocks from `begin` on, by the index at the end. Where that is missing, or does not name all there is
/// between the header and itself, they are walked from one to the next; behind damage the next head that makes sense is
/// searched for. Only heads are looked at. Time grows with the size of the file, whatever is in it.
BlockTable find_blocks(monitor::ByteFile& file, std::uint64_t begin);

}  // namespace sigverse::recording
