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
  // The omitted data: how many pieces, the position of the first one, and why it was omitted, for users.
  std::size_t left_out = 0;
  std::uint64_t first_left_out = 0;
  std::string_view why;
};

/// Finds the blocks from `begin` on by the index at the end of the file. If that is missing, or does not cover
/// everything between the header and itself, the file is scanned block by block; after a damaged part, the next valid
/// head is searched for. Only heads are read. Takes time linear in the size of the file, whatever its contents.
BlockTable find_blocks(monitor::ByteFile& file, std::uint64_t begin);

}  // namespace sigverse::recording
