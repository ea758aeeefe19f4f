// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/viewer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "monitor-lite/client/words.h"
#include "monitor-lite/view/cards.h"
#include "monitor-lite/view/score_sheet.h"

namespace monitor {
namespace {

constexpr float kMaxWalk = 0.1F;  // s between two pictures that a camera walks on

}  // namespace

const Viewer::Binding Viewer::kBindings[] = {
    {For::all, "1", Key::none, "1 2 3 4 5", "cameras: side, ball, behind left and right goal, map",
     [](Viewer& v, const Input&) { v.cameras_.choose("side"); }},
    {For::all, "2", Key::none, nullptr, "", [](Viewer& v, const Input&) { v.cameras_.choose("ball"); }},
    {For::all, "3", Key::none, nullptr, "", [](Viewer& v, const Input&) { v.cameras_.choose("left"); }},
    {For::all, "4", Key::none, nullptr, "", [](Viewer& v, const Input&) { v.cameras_.choose("right"); }},
    {For::all, "5", Key::none, nullptr, "", [](Viewer& v, const Input&) { v.cameras_.choose("top"); }},
    {For::all, "c", Key::none, "c", "next camera", [](Viewer& v, const Input&) { v.cameras_.next(); }},
    {For::all, "+", Key::none, "+ -, wheel", "nearer, farther", [](Viewer& v, const Input&) { v.cameras_.zoom(1); }, true},
    {For::all, "-", Key::none, nullptr, "", [](Viewer& v, const Input&) { v.cameras_.zoom(-1); }, true},
    {For::all, "", Key::none, "drag", "turn the camera", nullptr},
    {For::all, "", Key::none, "drag right, WASD", "move the camera", nullptr},
    {For::all, "f", Key::f11, "f, F11", "full screen",
     [](Viewer& v, const Input&) { v.toggle_full_screen(); }},
    {For::all, "", Key::f12, "F12", "save the picture as a file",
     [](Viewer& v, const Input&) { v.takes_picture_ = true; }},
    {For::all, "g", Key::none, "g", "goals: the card with the scorers",
     [](Viewer& v, const Input&) { v.card_toggled_ = !v.card_toggled_; }},
    {For::all, "r", Key::none, "r", "pictures per second",
     [](Viewer& v, const Input&) { v.rate_shown_ = !v.rate_shown_; }},
    {For::all, "?h", Key::f1, "?, h, F1", "this help", [](Viewer& v, const Input&) { v.help_ = !v.help_; }},
    {For::all, "q", Key::none, "q", "quit", [](Viewer& v, const Input&) { v.quits_ = true; }},
    {For::all, "", Key::escape, nullptr, "",
     [](Viewer& v, const Input&) { v.help_ ? v.help_ = false : v.full_screen_ = false; }},

    {For::replay, " ", Key::none, "Space", "play, pause",
     [](Viewer& v, const Input&) { v.watched_.replay->play(!v.watched_.replay->is_playing()); }},
    {For::replay, "", Key::left, "Left, Right", "5 s back, forward; with Shift 30 s",
     [](Viewer& v, const Input& i) { v.watched_.replay->seek_seconds(i.shift ? -30 : -5); }, true},
    {For::replay, "", Key::right, nullptr, "",
     [](Viewer& v, const Input& i) { v.watched_.replay->seek_seconds(i.shift ? 30 : 5); }, true},
    {For::replay, ",", Key::none, ", .", "one frame back, forward",
     [](Viewer& v, const Input&) { v.watched_.replay->step(-1); }, true},
    {For::replay, ".", Key::none, nullptr, "", [](Viewer& v, const Input&) { v.watched_.replay->step(1); }, true},
    {For::replay, "", Key::up, "Up, Down", "faster, slower: 0.1 to 50 times real time",
     [](Viewer& v, const Input&) { v.watched_.replay->faster(); }},
    {For::replay, "", Key::down, nullptr, "", [](Viewer& v, const Input&) { v.watched_.replay->slower(); }},
    {For::replay, "n", Key::none, "n, p", "next, previous goal",
     [](Viewer& v, const Input&) {
       if (!v.watched_.replay->next_goal()) v.tell("no goal behind this");
     }},
    {For::replay, "p", Key::none, nullptr, "",
     [](Viewer& v, const Input&) {
       if (!v.watched_.replay->previous_goal()) v.tell("no goal before this");
     }},
    {For::replay, "[i", Key::none, "[ ] or i o", "begin, end of a section that is repeated",
     [](Viewer& v, const Input&) { v.watched_.replay->begin_section(); }},
    {For::replay, "]o", Key::none, nullptr, "", [](Viewer& v, const Input&) { v.watched_.replay->end_section(); }},
    {For::replay, "x", Key::none, "x", "forget the section",
     [](Viewer& v, const Input&) { v.watched_.replay->forget_section(); }},
    {For::replay, "", Key::home, "Home, End", "to the beginning, the end",
     [](Viewer& v, const Input&) { v.watched_.replay->seek(0); }},
    {For::replay, "", Key::end, nullptr, "",
     [](Viewer& v, const Input&) { v.watched_.replay->seek(v.watched_.replay->last_place()); }},

    {For::trainer, "", Key::none, "drag", "ball and players: puts them there", nullptr},
    {For::trainer, " ", Key::none, "Space", "pause and resume the server",
     [](Viewer& v, const Input&) { v.trainer_panel_->pause_or_run(); }},
    {For::trainer, ".", Key::none, ".", "one frame further", [](Viewer& v, const Input&) { v.trainer_panel_->step(); },
     true},
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
  if (watched.replay) seek_bar_.emplace(*watched.replay);
  if (watched.trainer) trainer_panel_.emplace(watched.match, *watched.trainer);
}

Status Viewer::status() const {
  Status status = watched_.match.status();
  status.is_of_game = !watched_.match.game().has_bodies;
  if (status.kind != Status::Kind::running || !is_over()) return status;
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
  return who == For::all || (who == For::replay ? seek_bar_.has_value() : trainer_panel_.has_value());
}

Screen Viewer::screen() {
  return {painter_, width_, height_, mouse_x_, mouse_y_};
}

void Viewer::tell(std::string words) {
  messages_.tell(std::move(words), now_);
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
      hold(input.key, true);
      return;
    case Input::Kind::key_up:
      hold(input.key, false);
      return;
    case Input::Kind::unfocused:
      held_.clear();
      turning_ = 0;
      handle_panels(input);
      break;
    case Input::Kind::redraw:
      break;
    default:
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
  if (seek_bar_ && seek_bar_->handle(input, screen())) return true;
  if (!trainer_panel_ || !trainer_panel_->handle(input, screen(), camera_)) return false;
  if (std::string words = trainer_panel_->take_words(); !words.empty()) tell(std::move(words));
  return true;
}

void Viewer::handle_mouse(const Input& input) {
  if (input.kind == Input::Kind::button_down && turning_ == 0) turning_ = input.button;
  if (input.kind == Input::Kind::button_up && input.button == turning_) turning_ = 0;
  if (input.kind == Input::Kind::wheel) cameras_.zoom(input.wheel);
}

bool Viewer::press(const Input& input) {
  bool leads = false;
  for (const Binding& binding : kBindings) {
    const bool meant = input.kind == Input::Kind::letter
                           ? input.letter != '\0' && std::strchr(binding.letters, input.letter) != nullptr
                           : binding.key != Key::none && binding.key == input.key;
    leads = leads || (meant && binding.who == For::trainer);
    if (!meant || !binding.act || !offers(binding.who) || (input.repeated && !binding.repeats)) continue;
    binding.act(*this, input);
    if (trainer_panel_)
      if (std::string words = trainer_panel_->take_words(); !words.empty()) tell(std::move(words));
    return true;
  }
  if (!leads || watched_.replay || watched_.trainer) return false;
  tell("only --trainer leads the match");
  return true;
}

void Viewer::hold(Key key, bool down) {
  if (key != Key::w && key != Key::a && key != Key::s && key != Key::d) return;
  if (down)
    held_.insert(key);
  else
    held_.erase(key);
}

void Viewer::advance(double now) {
  now_ = now;
  watched_.match.advance(now);
  for (const Event& event : watched_.match.take_events()) messages_.tell(event, now), dirty_ = true;
  const Status now_is = status();
  const std::string words = fmt::format("{} {}", static_cast<int>(now_is.kind), now_is.text);
  if (std::exchange(status_, words) != words) dirty_ = true;
  if (messages_.expire(now)) dirty_ = true;
  // Each match begins without the card and ends with it.
  if (std::exchange(was_over_, is_over()) != is_over()) card_toggled_ = false;
  if (watched_.match.has_changed()) dirty_ = true;
}

bool Viewer::needs_picture() const {
  return dirty_ || takes_picture_ || cameras_.is_moving() || walks();
}

void Viewer::draw(int width, int height) {
  const auto passed = static_cast<float>(drawn_ ? now_ - *drawn_ : 0.0);
  drawn_ = now_;
  dirty_ = false;
  width_ = static_cast<float>(width), height_ = static_cast<float>(height);
  if (walks()) {
    const auto way = [&](Key ahead, Key back) {
      return static_cast<float>(held_.count(ahead)) - static_cast<float>(held_.count(back));
    };
    cameras_.walk(way(Key::w, Key::s), way(Key::d, Key::a), std::clamp(passed, 0.0F, kMaxWalk));
  }
  Snapshot shown = watched_.match.snapshot();
  if (trainer_panel_) trainer_panel_->place(shown);
  const Game& game = watched_.match.game();
  camera_ = cameras_.camera(game, shown, width_ / height_, passed);
  view_.draw(game, shown, camera_, width, height);

  const Screen over = screen();
  if (seek_bar_) seek_bar_->draw(over, palette_);
  if (trainer_panel_) trainer_panel_->draw(over);
  messages_.draw(over, palette_, status(), seek_bar_ ? SeekBar::height(over) : 0.0F);
  if (shows_card()) draw_card_of_match(over);
  if (help_) draw_help(over);
  count_picture();
  if (rate_shown_)
    over.text(fmt::format("{} pictures/s", rate_), width_ - 14 * over.unit(), 20 * over.unit(), 14, colours::kBright,
              1);
  painter_.end();
}

void Viewer::draw_card_of_match(const Screen& screen) const {
  const Snapshot& now = watched_.match.snapshot();
  const std::string footing = is_over() ? "" : fmt::format("{}  {}", clock_words(now.time), half_words(now.half));
  draw_card(screen, palette_, {is_over() ? "full time" : "goals", footing, true, watched_.match.goals()}, now);
}

void Viewer::count_picture() {
  ++pictures_;
  if (now_ - second_began_ < 1.0) return;
  // After a pause the second was a longer one.
  rate_ = static_cast<int>(std::lround(pictures_ / (now_ - second_began_)));
  second_began_ = now_;
  pictures_ = 0;
}

void Viewer::draw_help(const Screen& screen) const {
  std::vector<const Binding*> lines;
  float first = 0, second = 0;
  for (const For who : {For::replay, For::trainer, For::all})
    for (const Binding& binding : kBindings) {
      if (binding.who != who || !binding.keys || !offers(who)) continue;
      lines.push_back(&binding);
      first = std::max(first, screen.text_width(binding.keys, 14));
      second = std::max(second, screen.text_width(binding.words, 14));
    }
  const float unit = screen.unit(), line = 23 * unit, edge = 24 * unit;
  const float width = first + second + 3 * edge, height = line * static_cast<float>(lines.size()) + 66 * unit;
  const Area area{(screen.width - width) / 2, (screen.height - height) / 2, width, height};
  screen.panel(area, {0.03F, 0.05F, 0.07F, 0.93F});
  screen.text("Keys and mouse", area.x + edge, area.y + 28 * unit, 20, colours::kBright);
  float y = area.y + 62 * unit;
  for (const Binding* binding : lines) {
    screen.text(binding->keys, area.x + edge, y, 14, colours::kAmber);
    screen.text(binding->words, area.x + first + 2 * edge, y, 14, colours::kBright);
    y += line;
  }
}

}  // namespace monitor
