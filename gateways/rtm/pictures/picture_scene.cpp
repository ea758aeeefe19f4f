// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/pictures/picture_scene.h"

#include <limits>
#include <utility>

#include "gateways/rctp/world/environment.h"
#include "gateways/rctp/world/file_pose.h"
#include "spark/x3d/vrml_writer.h"

namespace rtm {
namespace {

constexpr std::uint32_t kNotSent = std::numeric_limits<std::uint32_t>::max();

rctp::MoverPose pose_of(std::size_t number, const spark::MoverList::Mover& mover) {
  const rctp::FilePose there = rctp::file_pose(mover.pose);
  return {static_cast<std::uint32_t>(number), there.translation, there.rotation,
          static_cast<float>(mover.field_of_view)};
}

}  // namespace

void PictureScene::forget() {
  sent_looks_.reset();
  sent_.clear();
}

bool PictureScene::renew(const Moment& moment, std::string& frame) {
  if (sent_looks_ && sent_looks_->version == moment.looks->version) return false;
  rctp::Environment environment =
      rctp::environment_of(moment.looks->appearance,
                           {.robots = {}, .numbers = moment.looks->numbers, .only = {}, .floor_margin = kFloorMargin});
  x3d::Document document;
  for (x3d::Node& node : environment.nodes) document.add(std::move(node));
  const std::string text = x3d::to_vrml(document);
  rctp::write_frame(frame, rctp::SceneMessage{std::move(environment.mover_names), text});
  sent_looks_ = moment.looks;
  sent_.clear();
  return true;
}

void PictureScene::add_poses(const Moment& moment, std::vector<rctp::MoverPose>& poses) {
  if (sent_.size() < moment.movers.size()) sent_.resize(moment.movers.size(), {.number = kNotSent});
  for (std::size_t number = 0; number < moment.movers.size(); ++number) {
    if (moment.movers[number].serial == 0) continue;
    const rctp::MoverPose now = pose_of(number, moment.movers[number]);
    if (now == std::exchange(sent_[number], now)) continue;
    poses.push_back(now);
  }
}

}  // namespace rtm
