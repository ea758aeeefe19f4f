// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/recording/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sigverse::recording {

Recording::Recording(const std::filesystem::path& file, Complain complain)
    : path_(file), complain_(std::move(complain)), file_(file) {
  table_ = find_blocks(file_, read_header());
  if (table_.left_out == 1)
    Recording::complain(fmt::format("the block at octet {} is left out: {}", table_.first_left_out, table_.why));
  if (table_.left_out > 1)
    Recording::complain(fmt::format("{} blocks are left out; the first, at octet {}: {}", table_.left_out,
                                    table_.first_left_out, table_.why));
  add_stretches();
}

std::uint64_t Recording::read_header() {
  const auto refuse = [this](std::string_view why) {
    throw std::runtime_error(fmt::format("{} is not a recording: {}", path_.string(), why));
  };
  FileFront front;
  std::string octets;
  file_.read(0, FileFront::kOctets, octets);
  if (const std::string problem = front.read(octets, file_.size()); !problem.empty()) refuse(problem);
  file_.read(FileFront::kOctets, front.header, octets);
  if (octets.size() != front.header || !header_.read(octets)) refuse("its header cannot be read");
  return FileFront::kOctets + front.header;
}

void Recording::add_stretches() {
  std::size_t frames = 0;
  for (const BlockTable::Place& place : table_.blocks) {
    stretches_.push_back({frames, place.head.frames, place.head.first_time, place.head.last_time});
    frames += place.head.frames;
  }
  is_damaged_.resize(stretches_.size());
}

void Recording::complain(std::string_view what) {
  if (!complain_ || lines_++ >= kMaxLines) return;
  complain_(fmt::format("{}: {}", path_.string(), what));
}

std::size_t Recording::stretch_of(std::size_t frame) const {
  const auto behind =
      std::upper_bound(stretches_.begin(), stretches_.end(), frame,
                       [](std::size_t wanted, const Stretch& stretch) { return wanted < stretch.first_frame; });
  return static_cast<std::size_t>(behind - stretches_.begin()) - 1;
}

double Recording::time_of(std::size_t frame) const {
  const std::size_t index = stretch_of(frame);
  const Stretch& stretch = stretches_[index];
  const std::size_t within = frame - stretch.first_frame;
  if (loaded_ == index) return block_.time_of(within);
  if (within == 0) return stretch.first_time;
  const double share = static_cast<double>(within) / static_cast<double>(stretch.frames - 1);
  return stretch.first_time + (stretch.last_time - stretch.first_time) * share;
}

const client::World* Recording::world(std::size_t frame) {
  if (frame >= frames()) return nullptr;
  const std::size_t index = stretch_of(frame);
  if (!load(index)) return nullptr;
  return &block_.world(frame - stretches_[index].first_frame, header_);
}

bool Recording::load(std::size_t block) {
  if (loaded_ == block) return true;
  if (is_damaged_[block]) return false;
  const BlockTable::Place& place = table_.blocks[block];
  std::string stored;
  file_.read(place.offset + BlockHead::kOctets, place.head.stored, stored);
  Block unpacked;
  const std::string_view problem = unpacked.unpack(place.head, stored);
  if (problem.empty()) {
    block_ = std::move(unpacked);
    loaded_ = block;
    return true;
  }
  is_damaged_[block] = true;
  const Stretch& stretch = stretches_[block];
  complain(fmt::format("frames {} to {} are left out, as their block is damaged: {}", stretch.first_frame + 1,
                       stretch.first_frame + stretch.frames, problem));
  return false;
}

}  // namespace sigverse::recording
