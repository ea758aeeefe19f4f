// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/recording/block_builder.h"

#include <fmt/format.h>
#include <zlib.h>

#include <new>
#include <stdexcept>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gateways/sigverse/recording/difference.h"
#include "gateways/sigverse/wire/object_text.h"

namespace sigverse::recording {
namespace {

/// Times that are multiples of 0.01 are subject to rounding.
constexpr double kTolerance = 1e-9;
/// zlib's default compromise between time and size.
constexpr int kLevel = 6;

void append_whole_record(std::string& out, const wire::ObjectRecord& record) {
  if (!wire::append_record(out, record))
    throw std::runtime_error(fmt::format("'{}' is too large for a recording", wire::without_controls(record.name)));
}

/// Appends the ids of removed objects. Returns false if the remaining objects have changed their order or are not
/// before all new ones, or if two objects have the same id.
bool find_gone(const client::World& before, const client::World& now, std::vector<std::uint32_t>& gone) {
  std::unordered_set<std::uint32_t> ids, ids_before;
  for (const client::Object& object : now.objects)
    if (!ids.insert(object.id).second) return false;
  std::size_t next = 0;
  for (const client::Object& object : before.objects) {
    if (!ids_before.insert(object.id).second) return false;
    if (ids.count(object.id) == 0)
      gone.push_back(object.id);
    else if (now.objects[next++].id != object.id)
      return false;
  }
  return true;
}

}  // namespace

bool BlockBuilder::is_for_another_block(double time) const {
  return time < head_.last_time || time - head_.first_time >= kMaxBlockSeconds - kTolerance ||
         unpacked_.size() >= kFullBlock || head_.frames == kMaxFramesOfBlock;
}

bool BlockBuilder::add(double time, const client::World& world) {
  if (!is_time(time)) throw std::runtime_error(fmt::format("{} is not a time for a recording", time));
  if (!is_empty() && is_for_another_block(time)) return false;
  const std::size_t begin = unpacked_.size();
  try {
    append_real(unpacked_, time);
    if (is_empty())
      append_whole(world);
    else if (!append_changes(world))
      return unpacked_.resize(begin), false;
    if (unpacked_.size() > kMaxUnpacked) {
      if (is_empty()) throw std::runtime_error("the world is too large for a recording");
      return unpacked_.resize(begin), false;
    }
  } catch (...) {
    unpacked_.resize(begin);
    throw;
  }
  before_ = world;
  if (head_.frames++ == 0) head_.first_time = time;
  head_.last_time = time;
  return true;
}

void BlockBuilder::append_whole(const client::World& world) {
  if (world.objects.size() > kMaxObjects) throw std::runtime_error("the world has too many objects for a recording");
  append_number(unpacked_, static_cast<std::uint16_t>(world.objects.size()));
  for (const client::Object& object : world.objects) append_whole_record(unpacked_, client::record_of(object));
  append_number(unpacked_, std::uint16_t{0});
}

bool BlockBuilder::append_changes(const client::World& world) {
  std::vector<std::uint32_t> gone;
  if (world.objects.size() > kMaxObjects || !find_gone(before_, world, gone)) return false;
  const std::size_t count_at = unpacked_.size();
  append_number(unpacked_, std::uint16_t{0});
  std::uint16_t count = 0;
  wire::ObjectRecord record;
  auto before = before_.objects.begin();
  for (const client::Object& object : world.objects) {
    while (before != before_.objects.end() && before->id != object.id) ++before;
    const bool is_new = before == before_.objects.end();
    if (is_new) record = client::record_of(object);
    const Difference what = is_new ? Difference::some : difference(*before++, object, record);
    if (what == Difference::of_structure) return false;
    if (what == Difference::none) continue;
    append_whole_record(unpacked_, record);
    ++count;
  }
  std::string as_octets;
  append_number(as_octets, count);
  unpacked_.replace(count_at, as_octets.size(), as_octets);
  append_number(unpacked_, static_cast<std::uint16_t>(gone.size()));
  for (const std::uint32_t id : gone) append_number(unpacked_, id);
  return true;
}

std::string BlockBuilder::take() {
  head_.unpacked = static_cast<std::uint32_t>(unpacked_.size());
  uLongf stored = compressBound(head_.unpacked);
  std::string block(BlockHead::kOctets + stored, '\0');
  auto* const to = reinterpret_cast<Bytef*>(block.data() + BlockHead::kOctets);
  // Fails only if there is not enough memory.
  if (compress2(to, &stored, reinterpret_cast<const Bytef*>(unpacked_.data()), head_.unpacked, kLevel) != Z_OK)
    throw std::bad_alloc();
  head_.stored = static_cast<std::uint32_t>(stored);
  block.resize(BlockHead::kOctets + stored);
  std::string head;
  std::exchange(head_, {}).append_to(head);
  block.replace(0, head.size(), head);
  unpacked_.clear();
  before_ = {};
  return block;
}

}  // namespace sigverse::recording
