// SPDX-License-Identifier: Apache-2.0
// A game in three classes: hop to the beacon, which is then moved; the first agent that reaches it three times wins.
// docs/write/extending.md walks through it.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

#include "spark/agent/agent_aspect.h"
#include "spark/agent/effector.h"
#include "spark/agent/perceptor.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/sim/control_aspect.h"

namespace {

using namespace spark;

/// The rule: it keeps the score, moves the beacon and ends the game.
class BeaconRule : public ControlAspect {
 public:
  static constexpr int kPointsToWin = 3;

  void prepare() override {
    beacon_.reset(dynamic_cast<Body*>(core().root().find("/usr/scene/beacon/body")));
    if (!beacon_) throw std::runtime_error("there is no body /usr/scene/beacon/body to hop to");
  }

  void agent_connected(AgentAspect& agent) override { points_[&agent] = 0; }
  void agent_disappearing(AgentAspect& agent) override { points_.erase(&agent); }

  void update(double) override {
    for (auto& [agent, points] : points_) {
      const Vec3 away = to_beacon(agent->world_pose().position);
      if (finished_ || std::hypot(away.x, away.y) > kReach) continue;
      finished_ = ++points == kPointsToWin;
      winner_ = finished_ ? agent->label() : winner_;
      core().log.normal("{} has reached the beacon for the {}. time", agent->label(), points);
      RandomStream& random = core().random.stream("beacon");
      beacon_->set_position({random.uniform(-kField, kField), random.uniform(-kField, kField), kHeight});
    }
  }

  bool finished() const override { return finished_; }
  std::vector<std::string> summary() const override { return {"winner: " + (finished_ ? winner_ : "none")}; }

  Vec3 to_beacon(const Vec3& from) const { return beacon_->position() - from; }
  int points(const AgentAspect& agent) const { return points_.at(&agent); }

 private:
  /// Orders by identity: the tree's order of agents is that of their arrival, so results never depend on addresses.
  struct Earlier {
    bool operator()(const AgentAspect* a, const AgentAspect* b) const { return a->id() < b->id(); }
  };
  static constexpr double kReach = 0.5, kField = 4.0, kHeight = 1.0;  // m

  Held<Body> beacon_{*this};
  std::map<const AgentAspect*, int, Earlier> points_;
  bool finished_ = false;
  std::string winner_;
};

constexpr Parameter kHop[] = {{"x", Parameter::Kind::real, false, "m/s", "along the world's x", {-2, 2, 0}},
                              {"y", Parameter::Kind::real, false, "m/s", "along the world's y", {-2, 2, 0}}};

/// `(hop x y)`: hops if the body beside the effector is on the ground.
class HopEffector : public Effector {
 public:
  std::string_view predicate() const override { return "hop"; }
  std::span<const Parameter> parameters() const override { return kHop; }
  std::string_view help() const override { return "Jumps into a direction; needs ground to jump from."; }

  void realise(const Arguments& arguments) override {
    auto* body = parent()->child_of_type<Body>();
    if (!body || body->position().z > kStanding) return;
    // Agents' numbers are checked where they are used: a NaN is not a speed.
    const auto speed = [&](std::size_t i) {
      return std::isfinite(arguments.real(i)) ? std::clamp(arguments.real(i), -2.0, 2.0) : 0.0;
    };
    body->set_velocity({speed(0), speed(1), kUpwards});
  }

 private:
  static constexpr double kStanding = 0.25;  // m, the middle of the body
  static constexpr double kUpwards = 2.0;    // m/s
};

constexpr PerceptField kBeacon[] = {
    {"angle", Unit::degree}, {"distance", Unit::metre}, {"points", Unit::none, PerceptField::Kind::integer}};

/// `(Beacon (angle A) (distance D) (points P))`.
class BeaconPerceptor : public Perceptor {
 public:
  BeaconPerceptor() : Perceptor("Beacon") {}
  std::string_view help() const override { return "(Beacon (angle A) (distance D) (points P)): where to hop"; }
  std::span<const PerceptField> fields() const override { return kBeacon; }

  void perceive(PerceptWriter& writer) override {
    const Vec3 away = rule_->to_beacon(agent().world_pose().position);
    writer.begin(predicate());
    writer.field("angle", std::atan2(away.y, away.x) * 180 / std::numbers::pi, Unit::degree);
    writer.field("distance", std::hypot(away.x, away.y), Unit::metre);
    writer.field("points", rule_->points(agent()));
    writer.end();
  }

 protected:
  void linked() override {
    Perceptor::linked();
    rule_.reset(core().find_first<BeaconRule>());
    if (!rule_) throw std::runtime_error("BeaconPerceptor needs the control aspect BeaconRule");
  }

 private:
  Held<BeaconRule> rule_{*this};
};

}  // namespace

extern "C" void spark_register_bundle(ClassRegistry& classes) {
  classes.add<BeaconRule>("BeaconRule", "oxygen/ControlAspect", "Who reaches the beacon three times has won.");
  classes.add<HopEffector>("HopEffector", "oxygen/Effector", "Jumps.");
  classes.add<BeaconPerceptor>("BeaconPerceptor", "oxygen/Perceptor", "Where the beacon is, and the points.");
}
