// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <ode/ode.h>

#include <algorithm>
#include <string>

#include "soccer-plugin/effectors/drive_effector.h"
#include "tests/soccer-plugin/soccer_fixture.h"

namespace soccer::test {

inline std::string exact(const spark::Vec3& v) {
  return fmt::format("({:a} {:a} {:a})", v.x, v.y, v.z);
}

inline std::string exact(const HeardMessage& message) {
  return message.due ? fmt::format("'{}' {:a}", message.text, message.direction) : "-";
}

inline std::string state_of(const spark::Body& body) {
  const dReal* force = dBodyGetForce(body.id());
  const dReal* torque = dBodyGetTorque(body.id());
  return fmt::format("at {} v {} spin {} force {} torque {}", exact(body.position()), exact(body.velocity()),
                     exact(body.angular_velocity()), exact({force[0], force[1], force[2]}),
                     exact({torque[0], torque[1], torque[2]}));
}

inline std::string state_of(const Touch& touch) {
  return fmt::format("{} {} {} {:a}", touch.agent, static_cast<int>(touch.side), touch.unum, touch.time);
}

/// Everything that an agent or a trainer can change, one line per object, with all bits of the numbers: two states are
/// equal if their texts are. (The remaining steps of a kick are missing; they show in the states that follow.)
inline std::string whole_state(SoccerFixture& f) {
  std::string text = fmt::format(
      "mode {} half {} score {}:{} time {:a} mode time {:a} teams '{}' '{}' agents {}\n", name_of(f.game().play_mode()),
      f.game().half(), f.game().score(Side::left), f.game().score(Side::right), f.game().time(), f.game().mode_time(),
      f.game().roster().name(Side::left), f.game().roster().name(Side::right), f.game().agents().size());
  text += fmt::format("ball {} pushed by {}\n", state_of(f.ball().body()), f.ball().pushed_by());
  text +=
      fmt::format("touch {} kick {}\n", state_of(f.ball_state().last_touch()), state_of(f.ball_state().last_kick()));
  for (AgentState* player : f.game().players()) {
    text += fmt::format("agent {} side {} unum {} team '{}' block {} battery {:a} camera {:a} {:a}\n",
                        player->agent().id(), static_cast<int>(player->side), player->unum, player->team_name,
                        player->game_block_due, player->battery, player->pan_deg, player->tilt_deg);
    text += fmt::format("  body {} motor {}\n", state_of(player->body()),
                        exact(f.part<DriveEffector>(*player, "DriveEffector").force()));
    text +=
        fmt::format("  ears {} / {} {:a} / {} {:a}\n", exact(player->own_message), exact(player->team_mates.message),
                    player->team_mates.spent, exact(player->opponents.message), player->opponents.spent);
  }
  return text;
}

/// The first lines in which two states differ; empty if they are equal.
inline std::string difference(std::string_view a, std::string_view b) {
  while (!a.empty() || !b.empty()) {
    const std::string_view line_a = a.substr(0, a.find('\n'));
    const std::string_view line_b = b.substr(0, b.find('\n'));
    if (line_a != line_b) return fmt::format("{}\n  instead of\n{}", line_a, line_b);
    a.remove_prefix(std::min(line_a.size() + 1, a.size()));
    b.remove_prefix(std::min(line_b.size() + 1, b.size()));
  }
  return {};
}

/// Whether no number of a state is NaN or infinite.
inline bool is_sound(const std::string& state) {
  for (const char* bad : {" nan", "(nan", "-nan", " inf", "(inf", "-inf"})  // messages of agents are in quotes
    if (state.find(bad) != state.npos) return false;
  return true;
}

}  // namespace soccer::test
