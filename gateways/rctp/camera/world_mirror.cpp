// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/camera/world_mirror.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "gateways/rctp/protocol/world_contents.h"

namespace rctp::camera {
namespace {

template <std::size_t Count>
bool are_finite(const std::array<float, Count>& numbers) {
  return std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); });
}

}  // namespace

WorldMirror::Mover& WorldMirror::mover(std::size_t number) {
  // The number of an entry has 16 bits.
  if (number >= movers_.size()) movers_.resize(number + 1);
  return movers_[number];
}

void WorldMirror::set_names(std::vector<std::string> names) {
  for (Mover& mover : movers_) mover.name.clear();
  for (std::size_t i = 0; i < names.size(); ++i) mover(i).name = std::move(names[i]);
}

void WorldMirror::set_pose(std::size_t number, const std::array<float, 3>& translation,
                           const std::array<float, 4>& rotation) {
  if (!are_finite(translation) || !are_finite(rotation)) return;
  mover(number).pose = monitor::pose_in_world({translation[0], translation[1], translation[2]},
                                              {rotation[0], rotation[1], rotation[2], rotation[3]});
}

void WorldMirror::set_field_of_view(std::size_t number, float field_of_view) {
  if (field_of_view > 0 && field_of_view < 3.14159F) mover(number).field_of_view = field_of_view;
}

bool WorldMirror::update(std::string_view contents) {
  WorldReader reader(contents);
  if (!reader.step(step_)) return false;
  ++changes_;
  WorldEntry entry;
  for (;;) {
    const WorldReader::Result result = reader.next(entry);
    if (result != WorldReader::Result::entry) return result == WorldReader::Result::end;
    switch (entry.kind) {
      case WorldEntry::Kind::pose:
        set_pose(entry.node, entry.translation, entry.rotation);
        break;
      case WorldEntry::Kind::field_of_view:
        set_field_of_view(entry.node, entry.field_of_view);
        break;
      case WorldEntry::Kind::gone:
        // The server also announces that the model must be loaded again; the new one lacks the object.
        mover(entry.node) = {};
        break;
    }
  }
}

std::vector<glm::mat4> WorldMirror::poses(const monitor::Model& model) const {
  std::unordered_map<std::string_view, std::size_t> parts;
  for (std::size_t i = 0; i < model.parts.size(); ++i)
    if (!model.parts[i].name.empty()) parts.emplace(model.parts[i].name, i);
  std::vector<glm::mat4> poses;
  poses.reserve(model.parts.size());
  for (const monitor::Model::Part& part : model.parts) poses.push_back(part.pose);
  for (const Mover& mover : movers_) {
    if (!mover.pose) continue;
    if (const auto part = parts.find(mover.name); part != parts.end()) poses[part->second] = *mover.pose;
  }
  return poses;
}

float WorldMirror::field_of_view(const monitor::Model& model, std::size_t viewpoint) const {
  const monitor::Model::Viewpoint& view = model.viewpoints[viewpoint];
  const std::string& name = model.parts[view.part].name;
  const auto found = std::ranges::find_if(
      movers_, [&](const Mover& mover) { return mover.field_of_view && !name.empty() && mover.name == name; });
  return found == movers_.end() ? view.field_of_view : *found->field_of_view;
}

}  // namespace rctp::camera
