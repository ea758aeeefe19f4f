// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/page_frame.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "monitor-lite/web/world_look.h"

namespace monitor {
namespace {

constexpr double kUsualUnit = 0.002;   // m
constexpr double kWorldUnit = 0.0005;  // m: 32 bits suffice for all places that a monitor accepts, up to 1000 km
constexpr double kOfQuaternion = 32767;
constexpr double kLand = 3.0;  // m around goals and walls
constexpr std::int32_t kMinUnits = -32768, kMaxUnits = 32767;
constexpr std::size_t kMaxFramePlayers = 254;

std::int32_t in_units(double metres, double unit) {
  return static_cast<std::int32_t>(std::lround(std::clamp<double>(metres / unit, kMinUnits, kMaxUnits)));
}

PageFrame::Place place_of(const Point& point, double unit) {
  return {in_units(point.x, unit), in_units(point.y, unit), in_units(point.z, unit)};
}

int octet(int number) {
  return std::clamp(number, 0, PageFrame::kMaxOctet);
}

auto order_of(const PageFrame::Man& man) {
  return std::pair(man.side, man.number);
}

void add(std::string& octets, std::uint32_t number, int size) {
  for (int i = 0; i < size; ++i) octets.push_back(static_cast<char>(number >> (8 * i) & 0xffU));
}

std::int64_t time_of(const Snapshot& snapshot) {
  return std::llround(std::clamp(snapshot.time, 0.0, 1e7) * 1e4);
}

void add_time(std::string& octets, const PageFrame& frame) {
  add(octets, std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<double>(frame.time) * 1e-4)), 4);
}

std::string octets_of_world(const PageFrame& frame, std::uint8_t match, std::uint8_t flags) {
  std::string octets;
  octets.reserve(16 + 22 * frame.bodies.size());
  for (const int number : {2, static_cast<int>(match), static_cast<int>(flags), 0})
    add(octets, static_cast<std::uint32_t>(number), 1);
  add_time(octets, frame);
  add(octets, frame.number, 4);
  add(octets, static_cast<std::uint32_t>(frame.bodies.size()), 4);
  for (const PageFrame::Pose& pose : frame.bodies) {
    add(octets, static_cast<std::uint32_t>(pose.number), 2);
    for (const std::int32_t number : pose.place) add(octets, static_cast<std::uint32_t>(number), 4);
    for (const std::int32_t number : pose.turn) add(octets, static_cast<std::uint32_t>(number), 2);
  }
  return octets;
}

}  // namespace

double unit_of(const Game& game) {
  if (game.has_bodies) return kWorldUnit;
  const double reach =
      std::max(game.field_length, game.field_width) / 2 + game.border_size / 2 + game.goal_depth + kLand;
  return std::clamp(reach / kMaxUnits, kUsualUnit, 1.0);
}

PageFrame page_frame(const Snapshot& snapshot, double unit) {
  PageFrame frame;
  frame.time = time_of(snapshot);
  frame.half = octet(snapshot.half);
  frame.score_left = std::clamp(snapshot.score_left, 0, PageFrame::kMaxScore);
  frame.score_right = std::clamp(snapshot.score_right, 0, PageFrame::kMaxScore);
  frame.play_mode = octet(snapshot.play_mode);
  frame.ball = place_of(snapshot.ball, unit);
  for (const Player& player : snapshot.players)
    if (player.created && player.side != Side::none && player.number >= 1 && player.number <= 127)
      frame.players.push_back({player.side, player.number, player.last_toucher, place_of(player.position, unit)});
  std::ranges::stable_sort(frame.players, {}, order_of);
  const auto are_same = [](const PageFrame::Man& a, const PageFrame::Man& b) { return order_of(a) == order_of(b); };
  frame.players.erase(std::unique(frame.players.begin(), frame.players.end(), are_same), frame.players.end());
  if (frame.players.size() > kMaxFramePlayers) frame.players.resize(kMaxFramePlayers);
  return frame;
}

PageFrame page_frame(const Snapshot& snapshot, double unit, const WorldLook& look) {
  PageFrame frame;
  frame.time = time_of(snapshot);
  frame.has_bodies = true;
  const auto in_world_units = [&](double metres) {
    constexpr double kMaxPlace = 2147483647;
    return static_cast<std::int32_t>(std::lround(std::clamp(metres / unit, -kMaxPlace, kMaxPlace)));
  };
  for (const Body& body : snapshot.bodies) {
    PageFrame::Pose pose{.number = look.number_of(body.name)};
    if (pose.number < 0) continue;
    const Point& at = body.position;
    pose.place = {in_world_units(at.x), in_world_units(at.y), in_world_units(at.z)};
    // A quaternion and its negative are the same rotation.
    const double sign = body.rotation[0] < 0 ? -1 : 1;
    for (std::size_t i = 0; i < 4; ++i)
      pose.turn[i] =
          static_cast<std::int32_t>(std::lround(std::clamp(sign * body.rotation[i], -1.0, 1.0) * kOfQuaternion));
    frame.bodies.push_back(pose);
  }
  std::ranges::stable_sort(frame.bodies, {}, &PageFrame::Pose::number);
  const auto are_same = [](const PageFrame::Pose& a, const PageFrame::Pose& b) { return a.number == b.number; };
  frame.bodies.erase(std::unique(frame.bodies.begin(), frame.bodies.end(), are_same), frame.bodies.end());
  return frame;
}

std::string octets_of(const PageFrame& frame, std::uint8_t match, std::uint8_t flags) {
  if (frame.has_bodies) return octets_of_world(frame, match, flags);
  std::string octets;
  octets.reserve(30 + 8 * frame.players.size());
  for (const int number : {1, static_cast<int>(match), frame.play_mode, frame.half, octet(frame.score_left),
                           octet(frame.score_right), static_cast<int>(flags), static_cast<int>(frame.players.size())})
    add(octets, static_cast<std::uint32_t>(number), 1);
  add_time(octets, frame);
  const auto add_place = [&](const PageFrame::Place& place) {
    for (const std::int32_t number : place) add(octets, static_cast<std::uint32_t>(number), 2);
  };
  add_place(frame.ball);
  for (const PageFrame::Man& man : frame.players) {
    add(octets, static_cast<std::uint32_t>(man.number) | (man.side == Side::right ? 0x80U : 0U), 1);
    add(octets, man.last_toucher ? 1U : 0U, 1);
    add_place(man.place);
  }
  add(octets, frame.number, 4);
  if (std::max(frame.score_left, frame.score_right) > PageFrame::kMaxOctet)
    for (const int score : {frame.score_left, frame.score_right}) add(octets, static_cast<std::uint32_t>(score), 4);
  return octets;
}

}  // namespace monitor
