// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/recording/block.h"

#include <zlib.h>

#include <bit>
#include <utility>

#include "gateways/sigverse/recording/difference.h"

namespace sigverse::recording {
namespace {

/// Reads the octets of one frame from the front. After invalid input, results are zero and `is_good` is false.
class FrameReader {
 public:
  explicit FrameReader(std::string_view octets) : left_(octets) {}
  double real() { return std::bit_cast<double>(number<std::uint64_t>()); }
  template <typename Unsigned>
  Unsigned number() {
    const std::string_view octets = take(sizeof(Unsigned));
    return good_ ? number_at<Unsigned>(octets, 0) : Unsigned{0};
  }
  bool record(wire::ObjectRecord& record) {
    wire::OctetReader reader(left_);
    good_ = good_ && wire::read_record(reader, record);
    left_ = reader.rest();
    return good_;
  }
  std::string_view take(std::size_t count) {
    good_ = good_ && count <= left_.size();
    if (!good_) return {};
    const std::string_view taken = left_.substr(0, count);
    left_.remove_prefix(count);
    return taken;
  }
  std::size_t left() const { return left_.size(); }
  bool is_good() const { return good_; }

 private:
  std::string_view left_;
  bool good_ = true;
};

}  // namespace

std::string_view Block::unpack(const BlockHead& head, std::string_view stored) {
  frames_.clear();
  forget_world();
  unpacked_.resize(head.unpacked);
  uLongf unpacked = head.unpacked;
  const int result = uncompress(reinterpret_cast<Bytef*>(unpacked_.data()), &unpacked,
                                reinterpret_cast<const Bytef*>(stored.data()), stored.size());
  if (result == Z_MEM_ERROR) return "there is not enough memory for it";
  if (result != Z_OK || unpacked != head.unpacked) return "its octets cannot be unpacked";
  const std::string_view problem = find_frames(head);
  if (!problem.empty()) frames_.clear();
  return problem;
}

/// Checks all frames, so that `apply` cannot fail.
std::string_view Block::find_frames(const BlockHead& head) {
  FrameReader reader(unpacked_);
  wire::ObjectRecord record;
  double last = head.first_time;
  for (std::uint32_t i = 0; i != head.frames; ++i) {
    frames_.push_back(unpacked_.size() - reader.left());
    const double time = reader.real();
    // The condition also refuses NaN.
    if (!(time >= last && time <= head.last_time)) return "its times do not fit its head";
    last = time;
    for (auto records = reader.number<std::uint16_t>(); records != 0; --records)
      if (!reader.record(record)) return "a record in it cannot be read";
    reader.take(std::size_t{4} * reader.number<std::uint16_t>());
    if (!reader.is_good()) return "it ends within a frame";
  }
  if (reader.left() != 0) return "there are octets after its last frame";
  return {};
}

double Block::time_of(std::size_t frame) const {
  return real_at(unpacked_, frames_[frame]);
}

const client::World& Block::world(std::size_t frame, const Header& header) {
  if (frame + 1 < applied_) forget_world();
  for (; applied_ <= frame; ++applied_) apply(applied_, header);
  return world_;
}

void Block::forget_world() {
  world_ = {};
  index_.clear();
  applied_ = 0;
}

void Block::apply(std::size_t frame, const Header& header) {
  FrameReader reader(std::string_view(unpacked_).substr(frames_[frame]));
  world_.time = reader.real();
  wire::ObjectRecord record;
  for (auto records = reader.number<std::uint16_t>(); records != 0; --records) {
    reader.record(record);
    apply_record(record, header);
  }
  std::vector<std::uint32_t> gone(reader.number<std::uint16_t>());
  for (std::uint32_t& id : gone) id = reader.number<std::uint32_t>();
  if (!gone.empty()) remove(gone);
}

void Block::apply_record(const wire::ObjectRecord& record, const Header& header) {
  // The first frame is the world as it was recorded, even if two objects have the same id.
  const bool is_first = applied_ == 0;
  const auto known = index_.find(record.id);
  if (known != index_.end() && !is_first) return apply_difference(world_.objects[known->second], record);
  if (world_.objects.size() == kMaxObjects) return;
  index_.emplace(record.id, world_.objects.size());
  header.place_shapes(world_.objects.emplace_back(client::object_of(record)));
}

void Block::remove(const std::vector<std::uint32_t>& gone) {
  std::vector<bool> is_gone(world_.objects.size(), false);
  for (const std::uint32_t id : gone)
    if (const auto known = index_.find(id); known != index_.end()) is_gone[known->second] = true;
  std::vector<client::Object> left;
  for (std::size_t i = 0; i != is_gone.size(); ++i)
    if (!is_gone[i]) left.push_back(std::move(world_.objects[i]));
  world_.objects = std::move(left);
  index_.clear();
  for (std::size_t i = 0; i != world_.objects.size(); ++i) index_.emplace(world_.objects[i].id, i);
}

}  // namespace sigverse::recording
