// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/viewer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "monitor-lite/client/words.h"
#include "monitor-lite/view/cards.h"
#include "monitor-lite/view/score_sheet.h"
#include "monitor-lite/window/playback_keys.h"

namespace monitor {

const Viewer::Binding Viewer::kBindings[] = {
    {For::all, "1", Key::none, "1 2 3 4 5", "cameras: side, ball, behind left and right goal, map",
     [](Viewer& v, const Input&) { v.cameras_.choose("side"); }},
    {For::all, "2", Key::none, nullptr, "", [](Viewer& v, const Input&) { v.cameras_.choose("ball"); }},
    {For::all, "3", Key::none, nullptr, "", [](Viewer& v, const Input&) { v.cameras_.choose("left"); }},
    {For::all, "4", Key::none, nullptr, "", [](Viewer& v, const Input&) { v.cameras_.choose("right"); }},
    {For::all, "5", Key::none, nullptr, "", [](Viewer& v, const Input&) { v.cameras_.choose("top"); }},
    {For::all, "", Key::none, "click on a player", "selects the player: name, speed, a ring; Escape: none", nullptr},
    {For::all, "6", Key::none, "6 7", "cameras: following the player, the player's view",
     [](Viewer& v, const Input&) { v.choose_player_camera("player"); }},
    {For::all, "7", Key::none, nullptr, "", [](Viewer& v, const Input&) { v.choose_player_camera("own"); }},
    {For::all, "c", Key::none, "c", "next camera", [](Viewer& v, const Input&) { v.cameras_.next(); }},
    {For::all, "+", Key::none, "+ -, wheel", "nearer, farther", [](Viewer& v, const Input&) { v.cameras_.zoom(1); },
     true},
    {For::all, "-", Key::none, nullptr, "", [](Viewer& v, const Input&) { v.cameras_.zoom(-1); }, true},
    {For::all, "", Key::none, "drag", "turn the camera", nullptr},
    {For::all, "", Key::none, "drag right, WASD", "move the camera", nullptr},
    {For::all, "f", Key::f11, "f, F11", "full screen", [](Viewer& v, const Input&) { v.toggle_full_screen(); }},
    {For::all, "", Key::f12, "F12", "save the picture as a file",
     [](Viewer& v, const Input&) { v.takes_picture_ = true; }},
    {For::all, "g", Key::none, "g", "goals: the card with the scorers",
     [](Viewer& v, const Input&) { v.card_toggled_ = !v.card_toggled_; }},
    {For::all, "r", Key::none, "r", "pictures per second",
     [](Viewer& v, const Input&) { v.rate_shown_ = !v.rate_shown_; }},
    {For::all, "?h", Key::f1, "?, h, F1", "this help", [](Viewer& v, const Input&) { v.help_ = !v.help_; }},
    {For::all, "q", Key::none, "q", "quit", [](Viewer& v, const Input&) { v.quits_ = true; }},
    {For::all, "", Key::escape, nullptr, "", [](Viewer& v, const Input&) { v.leave_one(); }},

    {For::drawings, "v", Key::none, "v", "what agents and trainers have drawn, on and off",
     [](Viewer& v, const Input&) { v.show_message(v.drawing_panel_->toggle()); }},
    {For::drawings, "u", Key::none, "u, U", "drawings of the next, the previous team or player",
     [](Viewer& v, const Input& i) { v.show_message(v.drawing_panel_->next_player(i.shift ? -1 : 1)); }, true},

    {For::trainer, "", Key::none, "drag", "move the ball or a player", nullptr},
    {For::trainer, " ", Key::none, "Space", "pause and resume the server",
     [](Viewer& v, const Input&) { v.trainer_panel_->pause_or_run(); }},
    {For::trainer, ".", Key::none, ".", "advance by one frame",
     [](Viewer& v, const Input&) { v.trainer_panel_->step(); }, true},
    {For::trainer, "j", Key::none, "j k l", "kick-off left, by coin, right",
     [](Viewer& v, const Input&) { v.trainer_panel_->kick_off(Side::left); }},
    {For::trainer, "k", Key::none, nullptr, "",
     [](Viewer& v, const Input&) { v.trainer_panel_->kick_off(Side::none); }},
    {For::trainer, "l", Key::none, nullptr, "",
     [](Viewer& v, const Input&) { v.trainer_panel_->kick_off(Side::right); }},
    {For::trainer, "b", Key::none, "b", "drop ball", [](Viewer& v, const Input&) { v.trainer_panel_->drop_ball(); }},
    {For::trainer, "m", Key::none, "m", "choose a play mode",
     [](Viewer& v, const Input&) { v.trainer_panel_->show_play_modes(); }},
};

Viewer::Viewer(Watched watched, const Palette& palette, std::string_view camera)
    : watched_(watched), palette_(palette), view_(painter_, palette) {
  cameras_.choose(camera);
  if (playback()) seek_bar_.emplace(*playback());
  if (watched.drawings && !watched.drawings->is_empty()) drawing_panel_.emplace(*watched.drawings, watched.choice);
  if (watched.trainer) trainer_panel_.emplace(watched.match, *watched.trainer);
}

Status Viewer::status() const {
  Status status = watched_.match.status();
  status.is_of_game = !watched_.match.game().has_bodies;
  // Full time stays displayed, whether frames still arrive or not.
  if (status.kind == Status::Kind::over || !is_over()) return status;
  return {Status::Kind::over, score_words(watched_.match.snapshot())};
}

bool Viewer::is_over() const {
  return play_mode_words(watched_.match.game(), watched_.match.snapshot()).kind == Event::Kind::game_over;
}

bool Viewer::shows_card() const {
  return is_over() != card_toggled_;
}

std::string Viewer::title() const {
  const Snapshot& now = watched_.match.snapshot();
  if (watched_.match.game().has_bodies) return fmt::format("{} bodies", now.bodies.size());
  const bool nothing = now.team_left.empty() && now.team_right.empty() && now.players.empty();
  return nothing ? std::string() : score_words(now);
}

bool Viewer::offers(For who) const {
  return who == For::all || (who == For::trainer ? trainer_panel_.has_value() : drawing_panel_.has_value());
}

Screen Viewer::screen() {
  return {painter_, width_, height_, mouse_x_, mouse_y_};
}

void Viewer::show_message(std::string words) {
  messages_.add(std::move(words), now_);
  dirty_ = true;
}

void Viewer::handle(const Input& input) {
  const bool is_mouse = input.kind == Input::Kind::motion || input.kind == Input::Kind::button_down ||
                        input.kind == Input::Kind::button_up || input.kind == Input::Kind::wheel;
  const float before_x = mouse_x_, before_y = mouse_y_;
  if (is_mouse) mouse_x_ = input.x, mouse_y_ = input.y;
  switch (input.kind) {
    case Input::Kind::quit:
      quits_ = true;
      return;
    case Input::Kind::letter:
      dirty_ = press(input) || dirty_;
      return;
    case Input::Kind::key_down:
      dirty_ = press(input) || dirty_;
      walk_keys_.hold(input.key, true);
      return;
    case Input::Kind::key_up:
      walk_keys_.hold(input.key, false);
      return;
    case Input::Kind::unfocused:
      walk_keys_.release_all();
      turning_ = 0;
      handle_panels(input);
      break;
    case Input::Kind::redraw:
      break;
    default:
      if (is_click(input)) choose_player(input.x, input.y);
      if (turning_ == 0 && handle_panels(input)) break;
      if (input.kind == Input::Kind::motion && turning_ != 0) {
        const float right = (mouse_x_ - before_x) / height_, down = (mouse_y_ - before_y) / height_;
        turning_ == 1 ? cameras_.turn(right, down) : cameras_.shift(right, down);
      }
      handle_mouse(input);
  }
  dirty_ = true;
}

bool Viewer::handle_panels(const Input& input) {
  if (has_bar() && seek_bar_->handle(input, screen())) return true;
  if (drawing_panel_ && drawing_panel_->handle(input, screen())) return true;
  // Objects of the past must not be moved.
  if (!trainer_panel_ || is_behind() || !trainer_panel_->handle(input, screen(), camera_)) return false;
  if (std::string words = trainer_panel_->take_words(); !words.empty()) show_message(std::move(words));
  return true;
}

void Viewer::handle_mouse(const Input& input) {
  if (input.kind == Input::Kind::button_down && turning_ == 0) turning_ = input.button;
  if (input.kind == Input::Kind::button_up && input.button == turning_) turning_ = 0;
  if (input.kind == Input::Kind::wheel) cameras_.zoom(input.wheel);
}

/// Whether the left button was released where it was pressed, and not on a bar or a list.
bool Viewer::is_click(const Input& input) {
  constexpr float kClickRadius = 5;  // units
  const glm::vec2 there(input.x, input.y);
  const Screen over = screen();
  if (input.kind == Input::Kind::button_down) {
    const bool is_on_panel = (has_bar() && there.y >= over.height - SeekBar::height(over)) ||
                             (drawing_panel_ && drawing_panel_->contains(over, there.x, there.y));
    pressed_.reset();
    if (input.button == 1 && !is_on_panel) pressed_ = there;
  }
  return input.kind == Input::Kind::button_up && input.button == 1 && pressed_ &&
         glm::distance(*std::exchange(pressed_, std::nullopt), there) <= kClickRadius * over.unit();
}

void Viewer::choose_player(float x, float y) {
  const Snapshot& now = watched_.match.snapshot();
  if (watched_.match.game().has_bodies) return;
  if (const Player* player = FollowedPlayer::at(screen(), now, x, y)) followed_.choose(*player, now);
}

void Viewer::choose_player_camera(std::string_view name) {
  const Player* player = followed_.in(watched_.match.snapshot());
  if (!player) return show_message("click on a player first");
  cameras_.follow_player(player->position);
  cameras_.choose(name);
}

/// Ends one thing for Escape.
void Viewer::leave_one() {
  if (help_)
    help_ = false;
  else if (followed_.is_chosen())
    followed_.forget();
  else
    full_screen_ = false;
}

bool Viewer::press(const Input& input) {
  bool leads = false;
  for (const Binding& binding : kBindings) {
    const bool meant = input.kind == Input::Kind::letter ? input.is_one_of(binding.letters)
                                                         : binding.key != Key::none && binding.key == input.key;
    leads = leads || (meant && binding.who == For::trainer);
    if (!meant || !binding.act || !offers(binding.who) || (input.repeated && !binding.repeats)) continue;
    binding.act(*this, input);
    if (trainer_panel_)
      if (std::string words = trainer_panel_->take_words(); !words.empty()) show_message(std::move(words));
    return true;
  }
  if (const auto message = playback() ? press_playback_key(*playback(), input) : std::nullopt) {
    if (!message->empty()) show_message(*message);
    return true;
  }
  if (input.is_one_of("vu") && watched_.replay) {
    show_message("no agent has drawn anything: there is no agentN-draw.log beside this log");
    return true;
  }
  if (!leads || watched_.replay || watched_.trainer) return false;
  show_message("only --trainer controls the match");
  return true;
}

void Viewer::advance(double now) {
  now_ = now;
  watched_.match.advance(now);
  for (const Event& event : watched_.match.take_events()) messages_.add(event, now), dirty_ = true;
  const Status now_is = status();
  const std::string words = fmt::format("{} {}", static_cast<int>(now_is.kind), now_is.text);
  if (std::exchange(status_, words) != words) dirty_ = true;
  if (messages_.expire(now)) dirty_ = true;
  // Each match begins without the card and ends with it.
  if (std::exchange(was_over_, is_over()) != is_over()) card_toggled_ = false;
  if (watched_.match.has_changed()) dirty_ = true;
}

bool Viewer::needs_picture() const {
  return dirty_ || takes_picture_ || cameras_.is_moving() || walk_keys_.are_held();
}

void Viewer::draw(int width, int height) {
  const auto passed = static_cast<float>(drawn_ ? now_ - *drawn_ : 0.0);
  drawn_ = now_;
  dirty_ = false;
  width_ = static_cast<float>(width), height_ = static_cast<float>(height);
  walk_keys_.walk(cameras_, passed);
  Snapshot shown = watched_.match.snapshot();
  if (trainer_panel_ && !is_behind()) trainer_panel_->place(shown);
  const Game& game = watched_.match.game();
  followed_.see(shown);
  const Player* followed = followed_.in(shown);
  cameras_.follow_player(followed ? std::optional(followed->position) : std::nullopt);
  view_.show_followed(followed ? std::optional(PlayerName(followed->side, followed->number)) : std::nullopt);
  camera_ = cameras_.camera(game, shown, width_ / height_, passed);
  if (drawing_panel_)
    view_.show_drawings(
        drawing_panel_->shown_at(watched_.replay ? watched_.replay->place() : watched_.match.snapshot().time));
  view_.draw(game, shown, camera_, width, height);

  const Screen over = screen();
  if (drawing_panel_) drawing_panel_->draw(over);
  if (has_bar()) seek_bar_->draw(over, palette_);
  if (trainer_panel_ && !is_behind()) trainer_panel_->draw(over);
  const float bottom = has_bar() ? SeekBar::height(over) : 0.0F;
  messages_.draw(over, palette_, status(), bottom);
  followed_.draw(over, palette_, shown, bottom);
  if (shows_card()) draw_card_of_match(over);
  if (help_) draw_help(over);
  picture_rate_.count(now_);
  if (rate_shown_)
    over.text(fmt::format("{} pictures/s", picture_rate_.last()), width_ - 14 * over.unit(), 20 * over.unit(), 14,
              colours::kBright, 1);
  painter_.end();
}

void Viewer::draw_card_of_match(const Screen& screen) const {
  const Snapshot& now = watched_.match.snapshot();
  const std::string footing = is_over() ? "" : fmt::format("{}  {}", clock_words(now.time), half_words(now.half));
  draw_card(screen, palette_.of_sides(now.sides_changed),
            {is_over() ? end_words(now) : "goals", footing, true, watched_.match.goals()}, now);
}

void Viewer::draw_help(const Screen& screen) const {
  std::vector<KeyHelp> lines;
  if (playback()) lines = playback_key_help(*playback());
  for (const For who : {For::trainer, For::drawings, For::all})
    for (const Binding& binding : kBindings)
      if (binding.who == who && binding.keys && offers(who)) lines.push_back({binding.keys, binding.words});
  draw_key_help(screen, lines);
}

}  // namespace monitor
