// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zstd.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "monitor-lite/client/byte_file.h"
#include "monitor-lite/client/log_source.h"

namespace monitor {

/// A log that is compressed with zstd: by the server in many small frames, or by any other program.
///
/// All frames are decompressed once at the beginning. After a damaged one the next is found by the four bytes with
/// which each begins; the index that servers write at the end would add nothing.
class ZstdSource final : public LogSource {
 public:
  explicit ZstdSource(ByteFile file);
  /// Whether a file that begins with these bytes is zstd.
  static bool begins(std::string_view bytes);

  std::size_t pieces() const override { return pieces_.size(); }
  std::string_view piece(std::size_t index) override;

 private:
  /// Several frames: those of other programs may end within a line, and are joined.
  struct Piece {
    std::uint64_t begin;
    std::uint64_t end;  ///< all its frames begin before this
  };

  void find_pieces();
  bool unpack(std::uint64_t& place, std::string& text);
  std::uint64_t find_frame(std::uint64_t place);

  struct Deleter {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  ByteFile file_;
  std::unique_ptr<ZSTD_DCtx, Deleter> context_;
  std::vector<Piece> pieces_;
  std::uint64_t unpacked_ = 0;  ///< bytes so far
  std::size_t loaded_ = ~std::size_t{0};
  std::string text_;
  std::vector<char> step_;
};

}  // namespace monitor
