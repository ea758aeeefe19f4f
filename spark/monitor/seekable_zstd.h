// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct ZSTD_CCtx_s;

namespace spark {

/// Makes a zstd file of independent frames with an index at its end: the "seekable format" of zstd, which every zstd
/// program can read as a whole, and readers that know the index from any frame on. Without the index, after a crash,
/// the frames can still be read one by one.
class SeekableZstd {
 public:
  SeekableZstd();
  ~SeekableZstd();
  SeekableZstd(const SeekableZstd&) = delete;
  SeekableZstd& operator=(const SeekableZstd&) = delete;

  /// Appends a frame that holds `text` to `out`; nothing for an empty text. False if zstd is out of memory; the text is
  /// then left out.
  bool append_frame(std::string_view text, std::string& out);
  /// Bytes of all frames so far.
  std::uint64_t size() const { return size_; }
  /// Removes the last frame, if there is one, because it could not be written to the file.
  void drop_last_frame();
  /// Appends the index of all frames so far, which completes the file.
  void append_index(std::string& out) const;

 private:
  struct Frame {
    std::uint32_t compressed;
    std::uint32_t plain;
  };
  struct Deleter {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_CCtx_s, Deleter> context_;
  std::vector<Frame> frames_;
  std::uint64_t size_ = 0;
};

}  // namespace spark
