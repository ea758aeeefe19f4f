// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/mover_list.h"

#include <numbers>
#include <utility>

#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/scene/client_nodes.h"
#include "spark/scene/scene.h"

namespace spark {
namespace {

bool is_elsewhere(const Pose& a, const Pose& b) {
  const Vec3 delta = a.position - b.position;
  if (dot(delta, delta) > MoverList::kMinMove * MoverList::kMinMove) return true;
  // The matrices of two rotations that differ by a small angle have a distance of the square root of 2 times that
  // angle.
  constexpr double kTurn = MoverList::kMinTurn * std::numbers::pi / 180.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < a.rotation.size(); ++i)
    squares += (a.rotation[i] - b.rotation[i]) * (a.rotation[i] - b.rotation[i]);
  return squares > 2 * kTurn * kTurn;
}

}  // namespace

void MoverList::refresh(const Scene* scene) {
  const bool others = seen_.refresh(scene);
  if (others) number_all();
  const std::uint64_t appearance_changes = scene ? scene->core().look_changes : appearance_changes_;
  if (std::exchange(appearance_changes_, appearance_changes) != appearance_changes || others) ++changes_;
  for (const Source& source : sources_) {
    Mover& mover = movers_[source.number];
    if (source.body) {
      mover.pose = {source.body->position(), source.body->rotation()};
    } else {
      mover.pose = source.camera->view_pose();
      mover.field_of_view = source.camera->smaller_angle();
    }
  }
}

/// Objects that existed before keep their numbers.
void MoverList::number_all() {
  sources_.clear();
  std::swap(numbers_, numbers_before_);
  numbers_.clear();
  for (const SeenScene::Thing& thing : seen_.things()) {
    if (thing.kind == SeenScene::Thing::Kind::body)
      number_one(thing.leaf->serial(), thing.top->serial(), {&thing.as<Body>(), nullptr, 0});
    else if (thing.kind == SeenScene::Thing::Kind::camera)
      number_one(thing.leaf->serial(), thing.top->serial(), {nullptr, &thing.as<Camera>(), 0});
  }
  for (const auto& [serial, number] : numbers_before_)
    if (!numbers_.contains(serial)) movers_[number] = {};
  reported_.resize(movers_.size());
  updates_.reserve(movers_.size());
}

void MoverList::number_one(std::uint64_t serial, std::uint64_t top, const Source& source) {
  const auto before = numbers_before_.find(serial);
  const std::size_t number = before != numbers_before_.end() ? before->second : movers_.size();
  if (number == kMaxMovers) return;
  if (number == movers_.size()) movers_.emplace_back();
  movers_[number].serial = serial;
  movers_[number].top = top;
  numbers_.emplace(serial, number);
  sources_.push_back(source);
  sources_.back().number = number;
}

std::span<const MoverList::Update> MoverList::take_updates() {
  updates_.clear();
  for (std::size_t number = 0; number < movers_.size(); ++number) {
    const Mover& mover = movers_[number];
    Reported& reported = reported_[number];
    if (reported.is_gone) continue;
    Update update{number};
    if (mover.serial == 0) {
      // A removal is an update only if the object was reported before.
      update.has_gone = reported.is_known;
      reported.is_gone = true;
    } else {
      update.has_moved = !reported.is_known || is_elsewhere(mover.pose, reported.pose);
      update.has_zoomed = mover.field_of_view != reported.field_of_view;
      if (update.has_moved) reported.pose = mover.pose;
      reported.field_of_view = mover.field_of_view;
      reported.is_known = true;
    }
    if (update.has_moved || update.has_zoomed || update.has_gone) updates_.push_back(update);
  }
  return updates_;
}

Appearance MoverList::appearance() const {
  Appearance appearance = appearance_of(seen_);
  const auto number_of = [this](std::uint64_t serial) {
    const auto found = numbers_.find(serial);
    return found == numbers_.end() ? MoverAppearance::kNoNumber : found->second;
  };
  for (MoverAppearance& mover : appearance.movers) mover.number = number_of(mover.serial);
  for (CameraAppearance& camera : appearance.cameras) camera.number = number_of(camera.serial);
  return appearance;
}

}  // namespace spark
