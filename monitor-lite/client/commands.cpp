// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/commands.h"

#include <fmt/format.h>

namespace monitor {
namespace {

const char* word(Side side) {
  return side == Side::left ? "Left" : side == Side::right ? "Right" : "None";
}

std::string vector_part(const char* name, const std::optional<Point>& vector) {
  return vector ? fmt::format("({} {} {} {})", name, vector->x, vector->y, vector->z) : std::string();
}

}  // namespace

std::string kick_off(Side side) {
  return fmt::format("(kickOff {})", word(side));
}

std::string play_mode(std::string_view mode) {
  return fmt::format("(playMode {})", mode);
}

std::string drop_ball() {
  return "(dropBall)";
}

std::string shoot_out(Side first) {
  return fmt::format("(shootOut {})", word(first));
}

std::string change_sides() {
  return "(changeSides)";
}

std::string begin_half(int half) {
  return fmt::format("(half {})", half);
}

std::string reset(std::optional<std::uint64_t> seed) {
  return seed ? fmt::format("(reset (seed {}))", *seed) : "(reset)";
}

std::string subscribe(int interval, bool velocities) {
  return fmt::format("(subscribe (interval {})(velocities {}))", interval, velocities);
}

std::string full_state() {
  return "(fullState)";
}

std::string set_speed(std::optional<double> speed) {
  return speed ? fmt::format("(speed {})", *speed) : "(speed max)";
}

std::string move_ball(std::optional<Point> position, std::optional<Point> velocity) {
  return fmt::format("(ball {}{})", vector_part("pos", position), vector_part("vel", velocity));
}

std::string move_player(Side side, int number, std::optional<Point> position, std::optional<Point> velocity,
                        std::optional<double> battery) {
  return fmt::format("(agent (team {})(unum {}){}{}{})", word(side), number, vector_part("pos", position),
                     vector_part("vel", velocity), battery ? fmt::format("(battery {})", *battery) : std::string());
}

}  // namespace monitor
