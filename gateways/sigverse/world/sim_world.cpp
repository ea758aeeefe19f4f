// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/sim_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "spark/core/core.h"
#include "spark/physics/collider.h"
#include "spark/physics/world.h"

namespace sigverse {

SimWorld::SimWorld() = default;
SimWorld::~SimWorld() = default;

void SimWorld::linked() {
  world_ = spark::World::of(*this);
  world_->invalidate_order();
}

void SimWorld::unlinking() {
  if (world_) world_->invalidate_order();
}

SimObj* SimWorld::find(std::string_view name) const {
  const auto at = by_name_.find(name);
  return at == by_name_.end() ? nullptr : at->second;
}

bool SimWorld::step(double seconds, bool quick) {
  if (autostep_ || !world_ || !(seconds >= kMinStep && seconds <= kMaxStep)) return false;
  const bool usual = world_->is_quick_step();
  world_->set_quick_step(usual || quick);
  world_->step_stopped(seconds);
  world_->set_quick_step(usual);
  return true;
}

void SimWorld::reset() {
  if (!is_loaded_) return;
  world_->put_back(state_);
  for (SimObj* object : objects_) object->put_back();
  time_before_ = 0.0;
  steps_ = 0;
  ++resets_;
}

void SimWorld::apply_forces() {
  for (SimObj* object : objects_) object->hand_over_forces();
}

void SimWorld::step_made(double seconds) {
  if (seconds != step_length_) {
    time_before_ = time();
    steps_ = 0;
    step_length_ = seconds;
  }
  ++steps_;
  for (SimObj* object : objects_) {
    object->forget_step();
    note_collisions(*object);
  }
}

void SimWorld::note_collisions(SimObj& object) {
  std::vector<Collision>& collisions = object.collisions_;
  collisions.clear();
  for (const SimObj::Part& part : object.parts_) {
    if (!part.recorder) continue;
    for (const spark::Collider* other : part.recorder->touching())
      if (const auto at = parts_.find(other); at != parts_.end() && at->second.object != &object)
        collisions.push_back({at->second.object->object_name(), at->second.part, part.name});
  }
  if (collisions.size() < 2) return;
  std::ranges::sort(collisions, {}, [](const Collision& c) { return std::tie(c.other, c.other_part, c.my_part); });
  const auto is_same = [](const Collision& a, const Collision& b) { return a.other == b.other; };
  collisions.erase(std::unique(collisions.begin(), collisions.end(), is_same), collisions.end());
}

void SimWorld::register_class(spark::ClassRegistry& classes) {
  classes
      .add<SimWorld>("SimWorld", "oxygen/BaseNode",
                     "A world of SIGVerse: reads world files, builds their objects below the scene.")
      .method("load", &SimWorld::load, "file", "Reads a world file and builds what is in it.")
      .method("reset", &SimWorld::reset, "", "Puts everything back to how it was loaded.")
      .method("step", &SimWorld::step, "length (s, 0.0005 to 0.1), quick",
              "Makes one step, in a world without autostep.")
      .method("getTime", &SimWorld::time, "", "Seconds since the last reset.")
      .method("getStepSize", &SimWorld::step_seconds, "", "The length of steps that the file asks for, in s.")
      .method("isAutostep", &SimWorld::is_autostep, "", "Whether time runs by itself.")
      .method("getWorldName", &SimWorld::world_name, "", "What the file calls the world.")
      .method("getFolder", &SimWorld::folder, "", "The folder of the file.");
}

}  // namespace sigverse
