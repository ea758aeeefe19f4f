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
  const Vec3 way = a.position - b.position;
  if (dot(way, way) > MoverList::kLeastMove * MoverList::kLeastMove) return true;
  // Two rotations that differ by a small angle differ, as matrices, by the square root of 2 times that.
  constexpr double kTurn = MoverList::kLeastTurn * std::numbers::pi / 180.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < a.rotation.size(); ++i)
    squares += (a.rotation[i] - b.rotation[i]) * (a.rotation[i] - b.rotation[i]);
  return squares > 2 * kTurn * kTurn;
}

}  // namespace

void MoverList::refresh(const Scene* scene) {
  const bool others = seen_.refresh(scene);
  if (others) number_all();
  const std::uint64_t look_changes = scene ? scene->core().look_changes : look_changes_;
  if (std::exchange(look_changes_, look_changes) != look_changes || others) ++changes_;
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

/// Whoever was there before keeps the number.
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
  told_.resize(movers_.size());
  news_.reserve(movers_.size());
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

std::span<const MoverList::News> MoverList::take_news() {
  news_.clear();
  for (std::size_t number = 0; number < movers_.size(); ++number) {
    const Mover& mover = movers_[number];
    Told& told = told_[number];
    if (told.is_gone) continue;
    News news{number};
    if (mover.serial == 0) {
      // Nobody needs to learn that something has gone of which nobody was told.
      news.has_gone = told.is_known;
      told.is_gone = true;
    } else {
      news.has_moved = !told.is_known || is_elsewhere(mover.pose, told.pose);
      news.has_zoomed = mover.field_of_view != told.field_of_view;
      if (news.has_moved) told.pose = mover.pose;
      told.field_of_view = mover.field_of_view;
      told.is_known = true;
    }
    if (news.has_moved || news.has_zoomed || news.has_gone) news_.push_back(news);
  }
  return news_;
}

Looks MoverList::looks() const {
  Looks looks = looks_of(seen_);
  const auto number_of = [this](std::uint64_t serial) {
    const auto found = numbers_.find(serial);
    return found == numbers_.end() ? MoverLook::kNoNumber : found->second;
  };
  for (MoverLook& mover : looks.movers) mover.number = number_of(mover.serial);
  for (CameraLook& camera : looks.cameras) camera.number = number_of(camera.serial);
  return looks;
}

}  // namespace spark
