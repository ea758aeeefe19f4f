// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/world_contents.h"

#include <bit>

#include "spark/net/big_endian.h"

namespace rctp {
namespace {

using spark::net::append_big_endian;
using spark::net::read_big_endian;

/// Returns 0 if there is no such kind.
std::size_t octets_of(WorldEntry::Kind kind) {
  switch (kind) {
    case WorldEntry::Kind::pose:
      return kWorldPose;
    case WorldEntry::Kind::field_of_view:
      return kWorldFieldOfView;
    case WorldEntry::Kind::gone:
      return kWorldGone;
  }
  return 0;
}

void append_float(std::string& out, float value) {
  append_big_endian(out, std::bit_cast<std::uint32_t>(value));
}

float take_float(std::string_view& octets) {
  const auto value = std::bit_cast<float>(read_big_endian<std::uint32_t>(octets));
  octets.remove_prefix(sizeof value);
  return value;
}

}  // namespace

void begin_world(std::string& contents, std::uint32_t step) {
  append_big_endian(contents, step);
}

void append_entry(std::string& contents, const WorldEntry& entry) {
  append_big_endian(contents, entry.node);
  contents.push_back(static_cast<char>(entry.kind));
  if (entry.kind == WorldEntry::Kind::pose) {
    for (const float value : entry.translation) append_float(contents, value);
    for (const float value : entry.rotation) append_float(contents, value);
  } else if (entry.kind == WorldEntry::Kind::field_of_view) {
    append_float(contents, entry.field_of_view);
  }
}

bool WorldReader::step(std::uint32_t& step) {
  if (rest_.size() < kWorldHead) return false;
  step = read_big_endian<std::uint32_t>(rest_);
  rest_.remove_prefix(kWorldHead);
  return true;
}

WorldReader::Result WorldReader::next(WorldEntry& entry) {
  if (rest_.empty()) return Result::end;
  if (rest_.size() < kWorldGone) return Result::broken;
  entry = {};
  entry.node = read_big_endian<std::uint16_t>(rest_);
  entry.kind = WorldEntry::Kind{static_cast<std::uint8_t>(rest_[2])};
  const std::size_t octets = octets_of(entry.kind);
  if (octets == 0 || rest_.size() < octets) return Result::broken;
  std::string_view values = rest_.substr(kWorldGone, octets - kWorldGone);
  rest_.remove_prefix(octets);
  if (entry.kind == WorldEntry::Kind::pose) {
    for (float& value : entry.translation) value = take_float(values);
    for (float& value : entry.rotation) value = take_float(values);
  } else if (entry.kind == WorldEntry::Kind::field_of_view) {
    entry.field_of_view = take_float(values);
  }
  return Result::entry;
}

}  // namespace rctp
