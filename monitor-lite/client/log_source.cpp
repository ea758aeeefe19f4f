// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/log_source.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace monitor {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPlainPiece = 1 << 20;
/// Of one zstd frame, and of the pieces made of several: a file must not become more than this at once in memory.
constexpr std::size_t kMostText = 64 << 20;
constexpr std::uint32_t kZstdMagic = 0xFD2FB528;
constexpr std::uint32_t kSeekableMagic = 0x8F92EAB1;

std::uint32_t number_at(std::string_view bytes, std::size_t place) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[place + i]);
  return value;
}

/// A file that is read where it is needed.
class File {
 public:
  explicit File(const fs::path& path) : stream_(path, std::ios::binary) {
    std::error_code error;
    if (!stream_ || fs::is_directory(path, error))
      throw std::runtime_error(fmt::format("cannot read {}", path.string()));
    stream_.seekg(0, std::ios::end);
    const auto size = stream_.tellg();
    if (size < 0) throw std::runtime_error(fmt::format("cannot read {}", path.string()));
    size_ = static_cast<std::uint64_t>(size);
  }
  std::uint64_t size() const { return size_; }
  /// Up to `count` bytes from `place` on.
  void read(std::uint64_t place, std::size_t count, std::string& bytes) {
    bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(count, size_ - std::min(place, size_))));
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(place));
    stream_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, stream_.gcount())));
  }

 private:
  std::ifstream stream_;
  std::uint64_t size_ = 0;
};

class PlainSource final : public LogSource {
 public:
  explicit PlainSource(File file) : file_(std::move(file)) {
    // Pieces of about a megabyte, cut behind a newline; a line longer than that makes a longer piece.
    std::uint64_t begin = 0;
    std::string bytes;
    while (begin < file_.size()) {
      std::uint64_t end = begin;
      std::size_t newline = std::string::npos;
      while (end < file_.size() && newline == std::string::npos && end - begin < kMostText) {
        file_.read(end, kPlainPiece, bytes);
        if (bytes.empty()) break;
        newline = bytes.rfind('\n');
        end += newline == std::string::npos ? bytes.size() : newline + 1;
      }
      if (end == begin) break;
      places_.push_back({begin, static_cast<std::size_t>(end - begin)});
      begin = end;
    }
  }
  std::size_t pieces() const override { return places_.size(); }
  std::string_view piece(std::size_t index) override {
    if (index != loaded_) file_.read(places_[index].begin, places_[index].size, text_);
    loaded_ = index;
    return text_;
  }

 private:
  struct Place {
    std::uint64_t begin;
    std::size_t size;
  };
  File file_;
  std::vector<Place> places_;
  std::size_t loaded_ = ~std::size_t{0};
  std::string text_;
};

class ZstdSource final : public LogSource {
 public:
  explicit ZstdSource(File file) : file_(std::move(file)) {
    if (!read_index()) walk();
    join_lines();
  }
  std::size_t pieces() const override { return pieces_.size(); }
  std::string_view piece(std::size_t index) override {
    if (index == loaded_) return text_;
    text_.clear();
    for (std::size_t frame = pieces_[index].first; frame < pieces_[index].last; ++frame) unpack(frames_[frame], text_);
    loaded_ = index;
    return text_;
  }

 private:
  struct Frame {
    std::uint64_t begin;
    std::size_t size;
  };
  struct Piece {
    std::size_t first;
    std::size_t last;
  };

  /// The index at the end, if there is one that fits the file.
  bool read_index() {
    std::string footer;
    if (file_.size() < 17) return false;
    file_.read(file_.size() - 9, 9, footer);
    if (footer.size() != 9 || number_at(footer, 5) != kSeekableMagic) return false;
    const std::uint64_t count = number_at(footer, 0);
    const std::uint64_t entry = static_cast<unsigned char>(footer[4]) & 0x80 ? 12 : 8;
    const std::uint64_t table = count * entry;
    if (table + 17 > file_.size()) return false;
    std::string entries;
    file_.read(file_.size() - 9 - table, static_cast<std::size_t>(table), entries);
    std::uint64_t begin = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::size_t size = number_at(entries, static_cast<std::size_t>(i * entry));
      frames_.push_back({begin, size});
      begin += size;
    }
    if (begin == file_.size() - 17 - table) return true;
    frames_.clear();
    return false;
  }

  /// Without index: from frame to frame, as long as they can be read.
  void walk() {
    std::string bytes;
    file_.read(0, static_cast<std::size_t>(file_.size()), bytes);
    std::size_t place = 0;
    while (place < bytes.size()) {
      const std::size_t size = ZSTD_findFrameCompressedSize(bytes.data() + place, bytes.size() - place);
      if (ZSTD_isError(size)) {
        problem_ = fmt::format("the last {} bytes are damaged or cut", bytes.size() - place);
        break;
      }
      if (bytes.size() - place >= 4 && number_at(bytes, place) == kZstdMagic) frames_.push_back({place, size});
      place += size;
    }
  }

  /// Frames of other programs may end within a line; those are taken together.
  void join_lines() {
    std::size_t first = 0;
    std::string text;
    for (std::size_t frame = 0; frame < frames_.size(); ++frame) {
      if (!unpack(frames_[frame], text)) {
        if (problem_.empty()) problem_ = fmt::format("what begins at byte {} is damaged", frames_[frame].begin);
        frames_.resize(frame);
        break;
      }
      const bool last = frame + 1 == frames_.size();
      if (!last && text.size() < kMostText && !text.ends_with('\n')) continue;
      pieces_.push_back({first, frame + 1});
      first = frame + 1;
      text.clear();
    }
    if (first < frames_.size()) pieces_.push_back({first, frames_.size()});
  }

  /// Appends the text of a frame; false if it is damaged or too large.
  bool unpack(const Frame& frame, std::string& text) {
    file_.read(frame.begin, frame.size, packed_);
    std::size_t place = 0;
    const std::size_t before = text.size();
    ZSTD_inBuffer in{packed_.data(), packed_.size(), 0};
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    std::size_t left = 1;
    while (left != 0) {
      text.resize(before + place + (256 << 10));
      ZSTD_outBuffer out{text.data() + before + place, text.size() - before - place, 0};
      left = ZSTD_decompressStream(context_.get(), &out, &in);
      place += out.pos;
      const bool stuck = left != 0 && out.pos == 0 && in.pos == in.size;
      if (ZSTD_isError(left) || stuck || place > kMostText) {
        text.resize(before);
        return false;
      }
    }
    text.resize(before + place);
    return true;
  }

  struct Deleter {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  File file_;
  std::unique_ptr<ZSTD_DCtx, Deleter> context_{ZSTD_createDCtx()};
  std::vector<Frame> frames_;
  std::vector<Piece> pieces_;
  std::size_t loaded_ = ~std::size_t{0};
  std::string text_;
  std::string packed_;
};

}  // namespace

std::unique_ptr<LogSource> LogSource::open(const fs::path& path) {
  File file(path);
  std::string head;
  file.read(0, 4, head);
  if (head.size() == 4 && number_at(head, 0) == kZstdMagic) return std::make_unique<ZstdSource>(std::move(file));
  return std::make_unique<PlainSource>(std::move(file));
}

}  // namespace monitor
