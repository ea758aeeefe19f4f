// SPDX-License-Identifier: Apache-2.0
// What a live session tells of the surroundings.
#include "gateways/rctp/codec/record_writer.h"
#include "gateways/rctp/codec/world_contents.h"
#include "gateways/rctp/live/live_session.h"
#include "gateways/rctp/surroundings/file_pose.h"

namespace rctp {
namespace {

WorldEntry pose_entry(std::uint16_t node, const spark::Pose& pose) {
  const FilePose there = file_pose(pose);
  return {.node = node, .kind = WorldEntry::Kind::pose, .translation = there.translation, .rotation = there.rotation};
}

}  // namespace

/// All that has changed since what the peer knows: however long it had to wait, it gets the newest.
bool LiveSession::show_world(const WorldState& world, Time now) {
  if (world.changes <= std::max(world_sent_, world_begins_)) return true;
  if (model_known_ && model_known_ != world.model) RecordWriter(out_).changed();
  model_known_ = world.model;
  if (world_id_ == 0) return true;
  const Object& object = (*objects_)[world_place_];
  if (world_sent_ != 0 && is_too_soon(object, world_sent_at_, now)) return false;
  const auto step = static_cast<std::uint32_t>(world.step);
  const auto finish = [&] {
    if (contents_.size() > kWorldHead) RecordWriter(out_).binary(world_id_, object, stamp(now), contents_);
    contents_.clear();
    begin_world(contents_, step);
  };
  contents_.clear();
  begin_world(contents_, step);
  for (std::size_t i = 0; i < world.nodes.size() && i <= UINT16_MAX; ++i) {
    const WorldNode& node = world.nodes[i];
    if (node.changed <= world_sent_ || (!parts_.sees_all && node.top != parts_.own_top)) continue;
    if (contents_.size() + kWorldPose + kWorldFieldOfView > object.max_length) finish();
    const auto number = static_cast<std::uint16_t>(i);
    if (!node.is_there) {
      if (world_sent_ != 0) append_entry(contents_, {.node = number, .kind = WorldEntry::Kind::gone});
      continue;
    }
    append_entry(contents_, pose_entry(number, node.pose));
    if (node.field_of_view)
      append_entry(contents_, {.node = number,
                               .kind = WorldEntry::Kind::field_of_view,
                               .field_of_view = static_cast<float>(*node.field_of_view)});
  }
  finish();
  world_sent_ = world.changes;
  world_sent_at_ = now;
  return true;
}

}  // namespace rctp
