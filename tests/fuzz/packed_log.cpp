// SPDX-License-Identifier: Apache-2.0
// Compressed monitor logs: the data that can be unpacked arrive in pieces, and are the same twice.
#include <stdexcept>
#include <string>
#include <vector>

#include "monitor-lite/client/zstd_source.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/target.h"

using fuzz::demand;
using monitor::ByteFile;
using monitor::ZstdSource;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const fuzz::MemoryFile file(fuzz::as_text(octets, size));
  ZstdSource source{ByteFile(file.path())};
  std::vector<std::string> pieces;
  for (std::size_t i = 0; i != source.pieces(); ++i) {
    pieces.emplace_back(source.piece(i));
    demand(!pieces.back().empty());
  }
  for (std::size_t i = pieces.size(); i-- != 0;) demand(source.piece(i) == pieces[i]);
  return 0;
}
