// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/trainer_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "monitor-lite/client/commands.h"

namespace monitor {
namespace {

constexpr float kReach = 16.0F;   // units around a handle within which it can be grabbed
constexpr float kTremble = 3.0F;  // units by which the mouse may move during a click

Point* find(Snapshot& snapshot, Side side, int number) {
  if (side == Side::none) return &snapshot.ball;
  for (Player& player : snapshot.players)
    if (player.side == side && player.number == number) return &player.position;
  return nullptr;
}

}  // namespace

std::vector<TrainerPanel::Button> TrainerPanel::buttons(const Screen& screen) const {
  const float unit = screen.unit(), width = 178 * unit, height = 28 * unit;
  std::vector<Button> all;
  float x = 12 * unit, y = 12 * unit;
  const auto add = [&](std::string words, const char* key, std::function<void(TrainerPanel&)> press) {
    all.push_back({{x, y, width, height}, std::move(words), key, std::move(press)});
    y += height + 4 * unit;
  };
  add(match_.status().kind == Status::Kind::paused ? "Run" : "Pause", "Space",
      [](TrainerPanel& panel) { panel.pause_or_run(); });
  add("Step", ".", [](TrainerPanel& panel) { panel.step(); });
  if (match_.game().has_bodies) return all;
  add("Kick-off left", "j", [](TrainerPanel& panel) { panel.kick_off(Side::left); });
  add("Kick-off coin", "k", [](TrainerPanel& panel) { panel.kick_off(Side::none); });
  add("Kick-off right", "l", [](TrainerPanel& panel) { panel.kick_off(Side::right); });
  add("Drop ball", "b", [](TrainerPanel& panel) { panel.drop_ball(); });
  add("Play mode ...", "m", [](TrainerPanel& panel) { panel.show_play_modes(); });
  if (!modes_shown_) return all;
  x += width + 8 * unit, y = 12 * unit;
  for (const std::string& mode : match_.game().play_modes) {
    if (y + height > screen.height) break;
    add(mode, "", [mode](TrainerPanel& panel) {
      panel.modes_shown_ = false;
      panel.send(play_mode(mode), fmt::format("play mode {}", mode));
    });
  }
  return all;
}

void TrainerPanel::draw(const Screen& screen) const {
  const float unit = screen.unit();
  for (const Button& button : buttons(screen)) {
    const bool pointed = screen.is_pointed_at(button.area) && !dragged_;
    screen.panel(button.area, pointed ? colours::kPaper : colours::kDark);
    const float y = button.area.middle();
    screen.text(button.words, button.area.x + 10 * unit, y, 14, pointed ? colours::kInk : colours::kBright);
    screen.text(button.key, button.area.x + button.area.width - 10 * unit, y, 12,
                pointed ? colours::kInk : colours::kDim, 1.0F);
  }
}

bool TrainerPanel::handle(const Input& input, const Screen& screen, const Camera& camera) {
  switch (input.kind) {
    case Input::Kind::button_down:
      if (input.button != 1) return false;
      for (const Button& button : buttons(screen))
        if (button.area.contains(input.x, input.y)) return button.press(*this), true;
      modes_shown_ = false;
      dragged_ = handle_at(input.x, input.y, screen);
      taken_ = {input.x, input.y};
      moved_ = false;
      return dragged_.has_value();
    case Input::Kind::motion:
      if (dragged_) drag(input.x, input.y, screen, camera);
      return dragged_.has_value();
    case Input::Kind::button_up:
      if (!dragged_ || input.button != 1) return false;
      drop();
      return true;
    case Input::Kind::unfocused:
      dragged_.reset();
      return false;
    default:
      return false;
  }
}

std::optional<TrainerPanel::Handle> TrainerPanel::handle_at(float x, float y, const Screen& screen) const {
  std::optional<Handle> nearest;
  if (match_.game().has_bodies) return nearest;
  float best = kReach * screen.unit();
  const auto consider = [&](const Handle& candidate) {
    glm::vec2 pixel;
    const Point& at = candidate.at;
    if (!screen.painter.project({at.x, at.y, at.z}, pixel)) return;
    const float distance = glm::distance(pixel, glm::vec2(x, y));
    if (distance >= best) return;
    best = distance;
    nearest = candidate;
  };
  Snapshot shown = match_.snapshot();
  place(shown);
  consider({Side::none, 0, shown.ball});
  for (const Player& player : shown.players)
    if (player.created && player.side != Side::none && player.number > 0)
      consider({player.side, player.number, player.position});
  return nearest;
}

void TrainerPanel::drag(float x, float y, const Screen& screen, const Camera& camera) {
  moved_ = moved_ || glm::distance(taken_, {x, y}) > kTremble * screen.unit();
  if (!moved_) return;
  const Game& game = match_.game();
  const double radius = dragged_->side == Side::none ? game.ball_radius : game.agent_radius;
  glm::vec3 ground;
  if (!camera.hit(2 * x / screen.width - 1, 1 - 2 * y / screen.height, screen.width / screen.height,
                  static_cast<float>(radius), ground))
    return;
  const double length = (game.field_length + game.border_size) / 2, width = (game.field_width + game.border_size) / 2;
  // Rounded to centimetres: users cannot aim more precisely, and logs stay readable.
  const auto within = [](double value, double most) { return std::round(std::clamp(value, -most, most) * 100) / 100; };
  dragged_->at = {within(ground.x, length - radius), within(ground.y, width - radius), radius};
}

void TrainerPanel::drop() {
  const Handle handle = *std::exchange(dragged_, std::nullopt);
  if (!moved_) return;
  const std::string where = fmt::format("{:.1f}, {:.1f}", handle.at.x, handle.at.y);
  if (handle.side == Side::none)
    send(move_ball(handle.at, Point{}), fmt::format("ball to {}", where));
  else
    send(move_player(handle.side, handle.number, handle.at, Point{}),
         fmt::format("{} {} to {}", team_name(match_.snapshot(), handle.side), handle.number, where));
  if (trainer_.unanswered() > 0) dropped_.push_back(handle);
}

void TrainerPanel::place(Snapshot& snapshot) const {
  const auto put = [&](const Handle& handle) {
    if (Point* point = find(snapshot, handle.side, handle.number)) *point = handle.at;
  };
  if (trainer_.unanswered() > 0)
    for (const Handle& handle : dropped_) put(handle);
  if (dragged_ && moved_) put(*dragged_);
}

void TrainerPanel::send(const std::string& commands, std::string words) {
  if (match_.game().has_bodies) {
    words_ = "a world without a game takes no commands";
    return;
  }
  if (trainer_.unanswered() == 0) dropped_.clear();
  const bool sent = trainer_.command(commands);
  const bool waits = sent && match_.status().kind == Status::Kind::paused;
  say(sent, waits ? words + ": with the next step" : std::move(words));
}

void TrainerPanel::say(bool done, std::string words) {
  words_ = done ? std::move(words) : "there is no server to send it to";
}

void TrainerPanel::kick_off(Side side) {
  const char* who = side == Side::left ? "left" : side == Side::right ? "right" : "by coin";
  send(monitor::kick_off(side), fmt::format("kick-off {}", who));
}

void TrainerPanel::drop_ball() {
  send(monitor::drop_ball(), "drop ball");
}

void TrainerPanel::pause_or_run() {
  const bool paused = match_.status().kind == Status::Kind::paused;
  say(paused ? trainer_.run() : trainer_.pause(), paused ? "run" : "pause");
}

void TrainerPanel::step() {
  say(trainer_.step(), "advance by one frame");
}

}  // namespace monitor
