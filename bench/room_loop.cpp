// SPDX-License-Identifier: Apache-2.0
#include "bench/room_loop.h"

#include "spark/physics/body_controller.h"
#include "spark/physics/collider.h"

using namespace spark;

namespace bench {
namespace {

class Push : public BaseNode, public ForceSource {
 public:
  const Play* play = nullptr;
  Body* body = nullptr;

 protected:
  void linked() override { World::of(*this).invalidate_order(); }
};

class Drive : public Push {
 public:
  std::size_t player = 0;
  void apply_forces() override {
    if (body->position().z <= kPlayerRadius + 0.001) body->add_force(play->drives()[player]);
  }
};

class Kick : public Push {
 public:
  void apply_forces() override {
    if (!play->is_kicked()) return;
    body->add_force(play->kick_force());
    body->add_torque(play->kick_torque());
  }
};

}  // namespace

template <typename T>
T& RoomLoop::make(const std::string& class_name, const std::string& path) {
  return dynamic_cast<T&>(core_.create(class_name, "/usr/scene/" + path));
}

RoomLoop::RoomLoop() {
  core_.classes.add<Drive>("bench/Drive", "oxygen/BaseNode", "");
  core_.classes.add<Kick>("bench/Kick", "oxygen/BaseNode", "");

  core_.create("oxygen/BaseNode", "/usr/scene");
  world_ = &make<World>("oxygen/World", "world");
  world_->set_gravity({0, 0, -9.81});
  make<Space>("oxygen/Space", "space");
  make_field();

  const Situation start = kick_off();
  ball_ = &make_sphere("Ball", start.ball, kBallMass, kBallRadius, kBallDrag, 0.0);
  make<RecorderHandler>("oxygen/RecorderHandler", "Ball/geometry/recorder");
  auto& kick = make<Kick>("bench/Kick", "Ball/kick");
  kick.play = &play_, kick.body = ball_;
  for (std::size_t i = 0; i < players_.size(); ++i) {
    const std::string path = "AgentAspect" + std::to_string(i + 1);
    players_[i] = &make_sphere(path, start.players[i], kPlayerMass, kPlayerRadius, kPlayerDrag, kPlayerDrag);
    make<VelocityController>("oxygen/VelocityController", path + "/physics/maxVelCtr")
        .set_max_velocity(kPlayerMaxSpeed);
    auto& drive = make<Drive>("bench/Drive", path + "/DriveEffector");
    drive.play = &play_, drive.body = players_[i], drive.player = i;
  }
  for (const char* sensor : {"FieldBox", "GoalBoxL", "GoalBoxR"}) watch_ball(sensor);
}

Transform& RoomLoop::make_transform(const std::string& path, const Vec3& position) {
  auto& transform = make<Transform>("oxygen/Transform", path);
  transform.set_world_pose({position, kIdentity3});
  return transform;
}

void RoomLoop::make_field() {
  const double x = (kFieldLength + kBorder) / 2, y = (kFieldWidth + kBorder) / 2;
  const struct {
    const char* name;
    double a, b, c, d;
  } planes[] = {
      {"Floor", 0, 0, 1, 0}, {"W1", 1, 0, 0, -x}, {"W2", -1, 0, 0, -x}, {"W3", 0, 1, 0, -y}, {"W4", 0, -1, 0, -y}};
  for (const auto& plane : planes) {
    make<PlaneCollider>("oxygen/PlaneCollider", plane.name).set_params(plane.a, plane.b, plane.c, plane.d);
    make<ContactJointHandler>("oxygen/ContactJointHandler", std::string(plane.name) + "/contact");
  }
  const double goal_x = (kFieldLength + kGoalDepth) / 2;
  const Vec3 goal{kGoalDepth, kGoalWidth, kGoalHeight};
  make_sensor("FieldBox", {kFieldLength, kFieldWidth, kFieldHeight}, {0, 0, kFieldHeight / 2});
  make_sensor("GoalBoxL", goal, {-goal_x, 0, kGoalHeight / 2});
  make_sensor("GoalBoxR", goal, {goal_x, 0, kGoalHeight / 2});
  for (const FixedBox& box : goal_boxes()) {
    make_transform(box.name, box.centre);
    make<BoxCollider>("oxygen/BoxCollider", std::string(box.name) + "/geometry").set_box_lengths(box.size);
  }
}

void RoomLoop::make_sensor(const std::string& path, const Vec3& size, const Vec3& centre) {
  make_transform(path, centre);
  make<BoxCollider>("oxygen/BoxCollider", path + "/geometry").set_box_lengths(size);
  make<RecorderHandler>("oxygen/RecorderHandler", path + "/geometry/recorder");
}

void RoomLoop::watch_ball(const std::string& path) {
  auto& recorder = dynamic_cast<RecorderHandler&>(*core_.root().find("/usr/scene/" + path + "/geometry/recorder"));
  recorder.watch_only(dynamic_cast<Collider&>(*core_.root().find("/usr/scene/Ball/geometry")));
}

Body& RoomLoop::make_sphere(const std::string& path, const Vec3& position, double mass, double radius, double drag,
                            double angular_drag) {
  make_transform(path, position);
  auto& body = make<Body>("oxygen/Body", path + "/physics");
  body.set_sphere_total(mass, radius);
  auto& controller = make<DragController>("oxygen/DragController", path + "/physics/drag");
  controller.set_linear_drag(drag);
  controller.set_angular_drag(angular_drag);
  make<SphereCollider>("oxygen/SphereCollider", path + "/geometry").set_radius(radius);
  make<ContactJointHandler>("oxygen/ContactJointHandler", path + "/geometry/contact");
  return body;
}

void RoomLoop::run(int steps) {
  for (int i = 0; i < steps; ++i) {
    play_.next_step([this] {
      Situation situation;
      situation.ball = ball_->position();
      for (std::size_t k = 0; k < players_.size(); ++k) situation.players[k] = players_[k]->position();
      return situation;
    });
    if (play_.ball_is_out) ball_->place_at_rest(kick_off().ball);
    world_->step(kStep);
  }
}

std::uint64_t RoomLoop::hash() const {
  StateHash hash;
  hash.mix(ball_->position());
  hash.mix(ball_->velocity());
  for (const Body* player : players_) {
    hash.mix(player->position());
    hash.mix(player->velocity());
  }
  return hash.value();
}

}  // namespace bench
