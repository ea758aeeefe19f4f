// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/log_source.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "monitor-lite/client/byte_file.h"
#include "monitor-lite/client/zstd_source.h"

namespace monitor {
namespace {

constexpr std::size_t kPiece = 1 << 20;
constexpr std::size_t kMaxPieceSize = 64 << 20;  // of a piece: a file must not become more than this at once in memory

class PlainSource final : public LogSource {
 public:
  explicit PlainSource(ByteFile file) : file_(std::move(file)) {
    // Pieces of about a megabyte, cut behind a newline; a line longer than that makes a longer piece.
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

}  // namespace

std::filesystem::path log_in(const std::filesystem::path& place) {
  std::error_code error;
  if (!std::filesystem::is_directory(place, error)) return place;
  for (const char* name : {"monitor.log", "monitor.log.zst"})
    if (std::filesystem::exists(place / name, error)) return place / name;
  throw std::runtime_error(fmt::format("there is no monitor.log in {}", place.string()));
}

std::unique_ptr<LogSource> LogSource::open(const std::filesystem::path& place) {
  const std::filesystem::path path = log_in(place);
  std::string head;
  ByteFile file(path);
  file.read(0, 4, head);
  const bool packed = ZstdSource::begins(head);
  // By its name a file is known whose first bytes are damaged.
  if (packed || path.extension() == ".zst") {
    auto source = std::make_unique<ZstdSource>(std::move(file));
    if (packed || source->pieces() > 0) return source;
    file = ByteFile(path);
  }
  return std::make_unique<PlainSource>(std::move(file));
}

}  // namespace monitor
