// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/world_printer.h"

#include "gateways/rctp/protocol/world_contents.h"
#include "gateways/rctp/world/file_pose.h"

namespace rctp {
namespace {

WorldEntry pose_entry(std::uint16_t node, const spark::Pose& pose) {
  const FilePose there = file_pose(pose);
  return {.node = node, .kind = WorldEntry::Kind::pose, .translation = there.translation, .rotation = there.rotation};
}

}  // namespace

bool WorldPrinter::next(std::string& contents) {
  contents.clear();
  begin_world(contents, static_cast<std::uint32_t>(world_.step));
  for (; number_ < world_.nodes.size() && number_ <= UINT16_MAX; ++number_) {
    const WorldNode& node = world_.nodes[number_];
    if (node.changed <= since_ || (only_ && node.top != *only_)) continue;
    if (contents.size() + kWorldPose + kWorldFieldOfView > max_length_) break;
    append(contents, number_);
  }
  return contents.size() > kWorldHead;
}

void WorldPrinter::append(std::string& contents, std::size_t number) const {
  const WorldNode& node = world_.nodes[number];
  const auto index = static_cast<std::uint16_t>(number);
  if (!node.is_there) {
    if (since_ != 0) append_entry(contents, {.node = index, .kind = WorldEntry::Kind::gone});
    return;
  }
  append_entry(contents, pose_entry(index, node.pose));
  if (node.field_of_view)
    append_entry(contents, {.node = index,
                            .kind = WorldEntry::Kind::field_of_view,
                            .field_of_view = static_cast<float>(*node.field_of_view)});
}

}  // namespace rctp
