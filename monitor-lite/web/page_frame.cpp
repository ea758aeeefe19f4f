// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/page_frame.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace monitor {
namespace {

constexpr double kUsualUnit = 0.002;  // m
constexpr double kLand = 3.0;         // m around goals and walls
constexpr std::int32_t kLeast = -32768, kMost = 32767;
constexpr std::size_t kMaxPlayers = 254;

std::int32_t in_units(double metres, double unit) {
  return static_cast<std::int32_t>(std::lround(std::clamp<double>(metres / unit, kLeast, kMost)));
}

PageFrame::Place place_of(const Point& point, double unit) {
  return {in_units(point.x, unit), in_units(point.y, unit), in_units(point.z, unit)};
}

int octet(int number) {
  return std::clamp(number, 0, 255);
}

auto order_of(const PageFrame::Man& man) {
  return std::pair(man.side, man.number);
}

void add(std::string& octets, std::uint32_t number, int size) {
  for (int i = 0; i < size; ++i) octets.push_back(static_cast<char>(number >> (8 * i) & 0xffU));
}

}  // namespace

double unit_of(const Game& game) {
  const double reach =
      std::max(game.field_length, game.field_width) / 2 + game.border_size / 2 + game.goal_depth + kLand;
  return std::clamp(reach / kMost, kUsualUnit, 1.0);
}

PageFrame page_frame(const Snapshot& snapshot, double unit) {
  PageFrame frame;
  frame.time = std::llround(std::clamp(snapshot.time, 0.0, 1e7) * 1e4);
  frame.half = octet(snapshot.half);
  frame.score_left = octet(snapshot.score_left);
  frame.score_right = octet(snapshot.score_right);
  frame.play_mode = octet(snapshot.play_mode);
  frame.ball = place_of(snapshot.ball, unit);
  for (const Player& player : snapshot.players)
    if (player.created && player.side != Side::none && player.number >= 1 && player.number <= 127)
      frame.players.push_back({player.side, player.number, player.last_toucher, place_of(player.position, unit)});
  std::ranges::stable_sort(frame.players, {}, order_of);
  const auto are_same = [](const PageFrame::Man& a, const PageFrame::Man& b) { return order_of(a) == order_of(b); };
  frame.players.erase(std::unique(frame.players.begin(), frame.players.end(), are_same), frame.players.end());
  if (frame.players.size() > kMaxPlayers) frame.players.resize(kMaxPlayers);
  return frame;
}

std::string octets_of(const PageFrame& frame, std::uint8_t match, std::uint8_t flags) {
  std::string octets;
  octets.reserve(22 + 8 * frame.players.size());
  for (const int number : {1, static_cast<int>(match), frame.play_mode, frame.half, frame.score_left, frame.score_right,
                           static_cast<int>(flags), static_cast<int>(frame.players.size())})
    add(octets, static_cast<std::uint32_t>(number), 1);
  add(octets, std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<double>(frame.time) * 1e-4)), 4);
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
  return octets;
}

}  // namespace monitor
