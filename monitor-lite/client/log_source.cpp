// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/log_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "monitor-lite/client/byte_file.h"
#include "monitor-lite/client/unpacked_log.h"
#include "monitor-lite/client/zstd_source.h"

namespace monitor {
namespace {

constexpr std::size_t kPiece = 1 << 20;
constexpr std::size_t kHead = 1000;
constexpr std::size_t kMaxPieceSize = 64 << 20;  // of a piece, so that no file takes more memory than this at once

class PlainSource final : public LogSource {
 public:
  explicit PlainSource(ByteFile file) : file_(std::move(file)) {
    // Pieces of about a megabyte end after a newline; a longer line makes a longer piece.
    std::uint64_t begin = 0;
    std::string bytes;
    while (begin < file_.size()) {
      std::uint64_t end = begin;
      std::size_t newline = std::string::npos;
      while (end < file_.size() && newline == std::string::npos && end - begin < kMaxPieceSize) {
        file_.read(end, kPiece, bytes);
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
  ByteFile file_;
  std::vector<Place> places_;
  std::size_t loaded_ = ~std::size_t{0};
  std::string text_;
};

/// Whether the first bytes can be those of a text: they have no control characters except those that end lines.
/// Compressed files have some within their first thousand bytes.
bool is_head_of_text(std::string_view head) {
  return std::ranges::all_of(head, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || (byte >= '\t' && byte <= '\r');
  });
}

struct Opened {
  std::unique_ptr<LogSource> source;
  bool is_text;
};

/// Opens plain text or zstd. The file name identifies a zstd file whose first bytes are damaged.
Opened plain_or_zstd(ByteFile file, bool is_named_zst) {
  std::string head;
  file.read(0, kHead, head);
  const bool is_zstd = ZstdSource::begins(head);
  if (is_zstd || is_named_zst) {
    auto source = std::make_unique<ZstdSource>(file.again());
    const bool has_text = source->pieces() > 0;
    if (has_text) head = source->piece(0).substr(0, kHead);
    if (is_zstd || has_text) return {std::move(source), !has_text || is_head_of_text(head)};
  }
  return {std::make_unique<PlainSource>(std::move(file)), is_head_of_text(head)};
}

}  // namespace

std::filesystem::path log_in(const std::filesystem::path& place) {
  std::error_code error;
  if (!std::filesystem::is_directory(place, error)) return place;
  for (const char* name : kLogNames)
    if (std::filesystem::exists(place / name, error)) return place / name;
  throw std::runtime_error(fmt::format("there is no monitor.log in {}", place.string()));
}

std::unique_ptr<LogSource> LogSource::open_as_written(const std::filesystem::path& file) {
  return plain_or_zstd(ByteFile(file), file.extension() == ".zst").source;
}

std::unique_ptr<LogSource> LogSource::open(const std::filesystem::path& place) {
  const std::filesystem::path path = log_in(place);
  auto [source, is_text] = plain_or_zstd(ByteFile(path), path.extension() == ".zst");
  source->is_text_ = is_text;
  if (is_text) return std::move(source);
  std::optional<UnpackedLog> unpacked = unpack_log(path);
  if (!unpacked) return std::move(source);
  auto [inside, is_text_inside] = plain_or_zstd(std::move(unpacked->file), false);
  inside->is_text_ = is_text_inside;
  if (!unpacked->problem.empty())
    inside->problem_ = inside->problem_.empty() ? unpacked->problem : unpacked->problem + "; " + inside->problem_;
  return std::move(inside);
}

std::string LogSource::why_no_frame() const {
  return is_text_
             ? "there is no frame of a match in it"
             : "it is not a log: expected a monitor.log, plain or compressed (zst, gz, bz2, xz), a log folder, or one "
               "in a file (zip, tar, tgz)";
}

}  // namespace monitor
