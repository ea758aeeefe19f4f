// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/seekable_zstd.h"

#include <zstd.h>

#include <stdexcept>

namespace spark {
namespace {

// Monitor lines are so repetitive that higher levels gain a tenth and cost three times as much.
constexpr int kLevel = 3;
// The table of the seekable format is in a frame that decoders skip; its last bytes identify it.
constexpr std::uint32_t kSkippableMagic = 0x184D2A5E;
constexpr std::uint32_t kSeekableMagic = 0x8F92EAB1;
constexpr std::uint32_t kFooterBytes = 9;
constexpr std::uint32_t kEntryBytes = 8;

void append_little_endian(std::string& out, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(value >> shift & 0xff);
}

}  // namespace

void SeekableZstd::Deleter::operator()(ZSTD_CCtx_s* context) const {
  ZSTD_freeCCtx(context);
}

SeekableZstd::SeekableZstd() : context_(ZSTD_createCCtx()) {
  if (!context_) throw std::runtime_error("zstd is out of memory");
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
}

SeekableZstd::~SeekableZstd() = default;

bool SeekableZstd::append_frame(std::string_view text, std::string& out) {
  if (text.empty()) return true;
  const std::size_t before = out.size();
  out.resize(before + ZSTD_compressBound(text.size()));
  const std::size_t size =
      ZSTD_compress2(context_.get(), out.data() + before, out.size() - before, text.data(), text.size());
  if (ZSTD_isError(size)) {
    out.resize(before);
    return false;
  }
  out.resize(before + size);
  frames_.push_back({static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(text.size())});
  size_ += size;
  return true;
}

void SeekableZstd::drop_last_frame() {
  if (frames_.empty()) return;
  size_ -= frames_.back().compressed;
  frames_.pop_back();
}

void SeekableZstd::append_index(std::string& out) const {
  const auto count = static_cast<std::uint32_t>(frames_.size());
  append_little_endian(out, kSkippableMagic);
  append_little_endian(out, count * kEntryBytes + kFooterBytes);
  for (const Frame& frame : frames_) {
    append_little_endian(out, frame.compressed);
    append_little_endian(out, frame.plain);
  }
  append_little_endian(out, count);
  out += '\0';  // no checksums in the table: the frames have their own
  append_little_endian(out, kSeekableMagic);
}

}  // namespace spark
