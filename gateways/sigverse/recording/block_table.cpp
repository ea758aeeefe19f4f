// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/recording/block_table.h"

#include <algorithm>
#include <optional>

namespace sigverse::recording {
namespace {

constexpr std::size_t kSearched = 256 << 10;  // octets that are read at a time

/// Finds the blocks of a file.
class BlockFinder {
 public:
  BlockFinder(monitor::ByteFile& file, std::uint64_t begin) : file_(file), begin_(begin) {}

  /// Returns nullopt if there is no index, or if it does not match the file, in which blocks must follow each other
  /// without gaps from the header to the index.
  std::optional<BlockTable> by_index() {
    const std::optional<std::vector<std::uint64_t>> offsets = read_index();
    if (!offsets) return std::nullopt;
    BlockTable table;
    table.has_index = true;
    std::uint64_t end = begin_;
    for (const std::uint64_t offset : *offsets) {
      BlockTable::Place place{offset, {}};
      if (offset != end || !read_head(place)) return std::nullopt;
      end = end_of(place);
      table.blocks.push_back(place);
    }
    if (end != index_) return std::nullopt;
    return table;
  }

  BlockTable by_walking() {
    std::uint64_t at = begin_;
    while (at < file_.size() && !is_tag(at, kIndexTag)) at = walk_from(at);
    return std::move(table_);
  }

 private:
  static std::uint64_t end_of(const BlockTable::Place& place) {
    return place.offset + BlockHead::kOctets + place.head.stored;
  }

  bool is_tag(std::uint64_t at, std::string_view tag) {
    file_.read(at, tag.size(), octets_);
    return octets_ == tag;
  }

  /// Whether the head is valid and the file has the whole block.
  bool read_head(BlockTable::Place& place) {
    file_.read(place.offset, BlockHead::kOctets, octets_);
    return octets_.size() == BlockHead::kOctets && place.head.read(octets_);
  }

  /// Whether the block is followed by something that may follow a block.
  bool has_good_end(const BlockTable::Place& place) {
    const std::uint64_t end = end_of(place);
    return end == file_.size() || is_tag(end, kBlockTag) || is_tag(end, kIndexTag);
  }

  std::optional<std::vector<std::uint64_t>> read_index() {
    constexpr std::size_t kTail = 8 + 4, kFront = 4 + 4;
    const std::uint64_t size = file_.size();
    if (size < begin_ + kFront + kTail) return std::nullopt;
    file_.read(size - kTail, kTail, octets_);
    if (octets_.size() != kTail || std::string_view(octets_).substr(8) != kEndTag) return std::nullopt;
    index_ = number_at<std::uint64_t>(octets_, 0);
    if (index_ < begin_ || index_ > size - kFront - kTail || !is_tag(index_, kIndexTag)) return std::nullopt;
    file_.read(index_, static_cast<std::size_t>(size - kTail - index_), octets_);
    const std::uint64_t count = number_at<std::uint32_t>(octets_, 4);
    if (octets_.size() != kFront + 8 * count) return std::nullopt;
    std::vector<std::uint64_t> offsets;
    for (std::uint64_t i = 0; i != count; ++i)
      offsets.push_back(number_at<std::uint64_t>(octets_, static_cast<std::size_t>(kFront + 8 * i)));
    return offsets;
  }

  /// Reads whatever is at `at`; returns where the next block may begin.
  std::uint64_t walk_from(std::uint64_t at) {
    BlockTable::Place place{at, {}};
    if (!read_head(place)) return leave_out(at, "its head is damaged"), find_head(at + 1, file_.size(), false);
    const std::uint64_t end = end_of(place);
    if (end > file_.size()) return leave_out(at, "the file ends within it"), find_head(at + 1, file_.size(), false);
    if (!has_good_end(place)) {
      // Either the length is wrong and there are other blocks within it, or whatever follows is damaged.
      const std::uint64_t other = find_head(at + 1, end, true);
      if (other < end) return leave_out(at, "its head is damaged"), other;
    }
    table_.blocks.push_back(place);
    return end;
  }

  void leave_out(std::uint64_t at, std::string_view why) {
    if (table_.left_out++ != 0) return;
    table_.first_left_out = at;
    table_.why = why;
  }

  /// The next offset below `end` at which a block may begin; if `surely`, only one whose end is also valid. Returns
  /// `end` if there is none.
  std::uint64_t find_head(std::uint64_t from, std::uint64_t end, bool surely) {
    std::string searched;
    while (from < end) {
      file_.read(from, kSearched, searched);
      for (std::size_t i = searched.find(kBlockTag); i != std::string::npos; i = searched.find(kBlockTag, i + 1)) {
        BlockTable::Place place{from + i, {}};
        if (place.offset >= end) return end;
        if (read_head(place) && end_of(place) <= file_.size() && (!surely || has_good_end(place))) return place.offset;
      }
      if (searched.size() < kSearched) break;
      from += kSearched - (kBlockTag.size() - 1);  // a tag may lie across the boundary
    }
    return end;
  }

  monitor::ByteFile& file_;
  std::uint64_t begin_;
  std::uint64_t index_ = 0;
  std::string octets_;
  BlockTable table_;
};

}  // namespace

BlockTable find_blocks(monitor::ByteFile& file, std::uint64_t begin) {
  BlockFinder finder(file, begin);
  if (std::optional<BlockTable> table = finder.by_index()) return std::move(*table);
  return finder.by_walking();
}

}  // namespace sigverse::recording
