// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/zstd_source.h"

#include <fmt/format.h>
#include <zstd_errors.h>

#include <stdexcept>
#include <utility>

namespace monitor {
namespace {

/// Limit for one frame, and for the pieces joined from several, so that no file takes more memory than this at once.
constexpr std::size_t kMaxTextSize = 64 << 20;
/// Limit for all frames, including damaged ones: a hundred matches. A few kilobytes can be crafted to unpack to that
/// much.
constexpr std::uint64_t kMaxUnpacked = std::uint64_t{1} << 30;
/// Limit for one piece, which is unpacked as a whole.
constexpr std::size_t kMaxFrames = 64 << 10;
/// A file is not read beyond this many damaged places.
constexpr std::size_t kMaxDamages = 1000;
constexpr std::size_t kSearchStep = 256 << 10;
constexpr std::string_view kMagic = "\x28\xb5\x2f\xfd";
/// Begins frames without text, after a byte from 0x50 to 0x5f.
constexpr std::string_view kSkippable = "\x2a\x4d\x18";

}  // namespace

bool ZstdSource::begins(std::string_view bytes) {
  const bool skippable = bytes.size() >= 4 && (bytes[0] & 0xf0) == 0x50 && bytes.substr(1, 3) == kSkippable;
  return skippable || bytes.starts_with(kMagic);
}

ZstdSource::ZstdSource(ByteFile file)
    : file_(std::move(file)), context_(ZSTD_createDCtx()), step_(ZSTD_DStreamOutSize()) {
  if (!context_) throw std::runtime_error("zstd is out of memory");
  find_pieces();
}

void ZstdSource::find_pieces() {
  std::string text;
  Piece piece{0, 0};
  std::size_t frames = 0, damages = 0;
  std::uint64_t damaged = 0;
  const auto end_piece = [&](std::uint64_t next) {
    if (!text.empty()) pieces_.push_back(piece);
    piece = {next, next};
    text.clear();
    frames = 0;
  };
  for (std::uint64_t place = 0; place < file_.size();) {
    const std::uint64_t frame = place;
    const bool whole = unpack(place, text);
    piece.end = frame + 1;
    if (!whole) {
      if (++damages == 1) damaged = frame;
      // The next frame does not continue this text.
      place = damages < kMaxDamages ? find_frame(frame + 1) : file_.size();
      end_piece(place);
    } else if (text.ends_with('\n') || text.size() >= kMaxTextSize || ++frames >= kMaxFrames) {
      end_piece(place);
    }
    if (unpacked_ <= kMaxUnpacked || place >= file_.size()) continue;
    problem_ = fmt::format("data at byte {} is left out, it is more than {} GiB of text", place, kMaxUnpacked >> 30);
    break;
  }
  end_piece(0);
  if (damages > 0)
    problem_ += fmt::format("{}data at byte {} is damaged or cut{}", problem_.empty() ? "" : "; ", damaged,
                            damages > 1 ? fmt::format(", and {} more", damages - 1) : "");
}

std::string_view ZstdSource::piece(std::size_t index) {
  if (index == loaded_) return text_;
  text_.clear();
  std::uint64_t place = pieces_[index].begin;
  while (place < pieces_[index].end && unpack(place, text_)) {
  }
  loaded_ = index;
  return text_;
}

/// Appends the text of the frame at `place` and moves `place` behind it. Returns false if the frame cannot be unpacked
/// to its end; the lines before the damage are appended, unless they may be wrong.
bool ZstdSource::unpack(std::uint64_t& place, std::string& text) {
  const std::size_t before = text.size();
  std::uint64_t at = place;
  ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
  for (std::size_t left = 1; left != 0;) {
    const std::string_view bytes = file_.view(at);
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    ZSTD_outBuffer out{step_.data(), step_.size(), 0};
    left = ZSTD_decompressStream(context_.get(), &out, &in);
    at += in.pos;
    unpacked_ += out.pos;
    text.append(step_.data(), out.pos);
    const bool stuck = left != 0 && in.pos == 0 && out.pos == 0;
    if (!ZSTD_isError(left) && !stuck && text.size() - before <= kMaxTextSize) continue;
    const bool wrong = ZSTD_getErrorCode(left) == ZSTD_error_checksum_wrong;
    text.resize(wrong ? before : text.rfind('\n') + 1);
    return false;
  }
  place = at;
  return true;
}

std::uint64_t ZstdSource::find_frame(std::uint64_t place) {
  std::string bytes;
  do {
    file_.read(place, kSearchStep, bytes);
    if (const std::size_t found = bytes.find(kMagic); found != std::string::npos) return place + found;
    place += kSearchStep - (kMagic.size() - 1);
  } while (bytes.size() == kSearchStep);
  return file_.size();
}

}  // namespace monitor
