// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/window/world_window.h"

#include <fmt/format.h>

#include <algorithm>

#include "gateways/sigverse/window/values.h"
#include "gateways/sigverse/wire/object_text.h"
#include "monitor-lite/window/playback_keys.h"

namespace sigverse::window {
namespace {

using monitor::Input;
using monitor::Key;

constexpr float kTremble = 3.0F;      // units that the mouse may move during a click
constexpr double kDisplayed = 5.0;    // s for which a displayed text is shown
constexpr int kUsualSize = 64;        // letter size in pixels of a displayed text without a size
constexpr float kReachOfDrag = 3.0F;  // times the radius of the world
constexpr float kMaxLogShare = 0.4F;  // of the height above the server's panel; a log that needs more is omitted

}  // namespace

const WorldWindow::Binding WorldWindow::kBindings[] = {
    {"", Key::none, "click", "select an object, or none", nullptr},
    {"", Key::tab, "Tab", "select the next object", [](WorldWindow& w, const Input&) { w.select_next(); }, true},
    {"", Key::none, "drag the selected", "move it along the floor; with Shift up and down", nullptr, false, true},
    {"", Key::none, "click a value", "edit it: Enter sends it, Escape cancels", nullptr, false, true},
    {"", Key::none, "hold Talk", "talk to the selected agent's controller", nullptr, false, true},
    {"", Key::none, "drag", "turn the camera", nullptr},
    {"", Key::none, "right drag, W A S D", "move the camera", nullptr},
    {"+", Key::none, "+ -, wheel", "nearer, farther",
     [](WorldWindow& w, const Input&) { w.scene_.move_camera().zoom(1); }, true},
    {"-", Key::none, nullptr, "", [](WorldWindow& w, const Input&) { w.scene_.move_camera().zoom(-1); }, true},
    {"c", Key::none, "c", "next camera: side, following what is selected, left, right, map",
     [](WorldWindow& w, const Input&) { w.scene_.move_camera().next(); }},
    {"123456789", Key::none, "1 ... 9", "through that camera of the selected agent",
     [](WorldWindow& w, const Input& i) { w.look_through(i.key_letter() - '0'); }},
    {"0", Key::none, "0", "the free camera", [](WorldWindow& w, const Input&) { w.look_through(0); }},
    {"m", Key::none, "m", "names on, off", [](WorldWindow& w, const Input&) { w.scene_.toggle_names(); }},
    {"l", Key::none, "l", "log on, off", [](WorldWindow& w, const Input&) { w.log_pane_.toggle(); }, false, true},
    {"", Key::none, "wheel", "over the panel or the log: scroll it; PageUp, PageDown: the panel", nullptr},
    {"f", Key::f11, "f, F11", "full screen", [](WorldWindow& w, const Input&) { w.toggle_full_screen(); }},
    {"", Key::f12, "F12", "save the picture as a file", [](WorldWindow& w, const Input&) { w.takes_picture_ = true; }},
    {"r", Key::none, "r", "pictures per second", [](WorldWindow& w, const Input&) { w.rate_shown_ = !w.rate_shown_; }},
    {"?h", Key::f1, "?, h, F1", "this help", [](WorldWindow& w, const Input&) { w.help_ = !w.help_; }},
    {"", Key::escape, "Escape", "leave a drag, help, full screen, the agent's camera, the selection",
     [](WorldWindow& w, const Input&) { w.cancel(); }},
    {"q", Key::none, "q", "quit; the server continues", [](WorldWindow& w, const Input&) { w.quits_ = true; }},
};

WorldWindow::WorldWindow(Watched watched, visuals::DataFiles files, spark::Log& log, std::vector<wire::Address> choices)
    : watched_(watched), scene_(std::move(files), log), object_panel_(watched.control) {
  if (watched.control) control_panel_.emplace(*watched.control, std::move(choices));
  if (watched.playback) seek_bar_.emplace(*watched.playback);
}

const client::Object* WorldWindow::selected_object() const {
  return selected_.empty() ? nullptr : watched_.world.world().find(selected_);
}

monitor::Screen WorldWindow::screen() {
  return {scene_.painter(), width_, height_, mouse_x_, mouse_y_};
}

float WorldWindow::bottom() {
  return height_ - (control_panel_ ? ControlPanel::height(screen())
                    : seek_bar_    ? monitor::SeekBar::height(screen())
                                   : 0);
}

monitor::Area WorldWindow::free_area() {
  const float side = selected_object() ? ObjectPanel::width(screen()) : 0;
  const monitor::Area beside{0, 0, width_ - side, std::max(0.0F, bottom())};
  const float log = log_pane_.height(screen());
  return {0, 0, beside.width, log <= kMaxLogShare * beside.height ? beside.height - log : beside.height};
}

monitor::Area WorldWindow::log_area() {
  const monitor::Area free = free_area();
  return {0, free.height, free.width, bottom() - free.height};
}

void WorldWindow::show_message(std::string words) {
  messages_.add(std::move(words), now_);
  dirty_ = true;
}

std::string WorldWindow::title() const {
  if (!watched_.control) return {};
  return wire::address_text(watched_.control->address());
}

void WorldWindow::select(std::string object) {
  if (object != selected_) object_panel_.reset();
  selected_ = std::move(object);
  scene_dirty_ = dirty_ = true;
}

void WorldWindow::select_next() {
  const auto& objects = watched_.world.world().objects;
  if (objects.empty()) return;
  const auto found =
      std::find_if(objects.begin(), objects.end(), [&](const auto& each) { return each.name == selected_; });
  select(found == objects.end() || found + 1 == objects.end() ? objects.front().name : (found + 1)->name);
}

void WorldWindow::look_through(int camera) {
  if (camera == 0) return scene_.look_freely();
  const client::Object* agent = selected_object();
  // If nothing is selected, this is the agent through whose eyes the user is looking.
  if (!agent && scene_.eye() != 0) agent = watched_.world.world().find(scene_.eye_of());
  const std::string problem = agent ? scene_.look_through(*agent, camera) : "click an agent to look through its eyes";
  if (!problem.empty()) show_message(problem);
}

void WorldWindow::cancel() {
  if (watched_.control && watched_.control->is_talking())
    object_panel_.end_talking(false);
  else if (drag_)
    drag_.reset(), press_.reset(), scene_dirty_ = true;
  else if (help_)
    help_ = false;
  else if (full_screen_)
    full_screen_ = false;
  else if (scene_.eye() != 0)
    scene_.look_freely();
  else
    select({});
}

void WorldWindow::handle(const Input& input) {
  switch (input.kind) {
    case Input::Kind::quit:
      quits_ = true;
      return;
    case Input::Kind::letter:
    case Input::Kind::key_down:
    case Input::Kind::key_up:
      handle_key(input);
      break;
    case Input::Kind::unfocused:
      walk_keys_.release_all();
      // Otherwise the end of the drag would never be noticed.
      if (drag_) scene_dirty_ = true;
      drag_.reset();
      press_.reset();
      object_panel_.end_talking(false);
      if (seek_bar_) seek_bar_->handle(input, screen());
      break;
    case Input::Kind::redraw:
      break;
    default:
      handle_mouse(input);
  }
  take_words();
  dirty_ = true;
}

void WorldWindow::take_words() {
  if (control_panel_)
    if (std::string words = control_panel_->take_words(); !words.empty()) show_message(std::move(words));
  if (std::string words = object_panel_.take_words(); !words.empty()) show_message(std::move(words));
}

void WorldWindow::handle_key(const Input& input) {
  if (input.kind == Input::Kind::key_up) return walk_keys_.hold(input.key, false);
  if (control_panel_ && control_panel_->handle(input, screen(), now_)) return;
  if (const client::Object* const object = selected_object())
    if (object_panel_.handle(input, screen(), bottom(), *object)) return;
  if (watched_.playback) {
    if (auto words = monitor::press_playback_key(*watched_.playback, input)) {
      if (!words->empty()) show_message(std::move(*words));
      return;
    }
  }
  press_key(input);
  if (input.kind == Input::Kind::key_down) walk_keys_.hold(input.key, true);
}

bool WorldWindow::press_key(const Input& input) {
  for (const Binding& binding : kBindings) {
    if (binding.needs_server && !watched_.control) continue;
    const bool meant = input.kind == Input::Kind::letter ? input.is_one_of(binding.letters)
                                                         : binding.key != Key::none && binding.key == input.key;
    if (!meant || !binding.act || (input.repeated && !binding.repeats)) continue;
    binding.act(*this, input);
    return true;
  }
  return false;
}

void WorldWindow::handle_mouse(const Input& input) {
  const float tall = scene_.area().height;
  const float right = (input.x - mouse_x_) / tall, down = (input.y - mouse_y_) / tall;
  mouse_x_ = input.x, mouse_y_ = input.y;
  if (input.kind == Input::Kind::button_up && input.button == 1) object_panel_.end_talking(true);
  // A press in the picture belongs to the picture until the button is released, wherever the mouse is.
  if (!press_ && handle_panels(input)) return;
  switch (input.kind) {
    case Input::Kind::button_down:
      if (!press_) press(input);
      break;
    case Input::Kind::motion:
      if (press_) pull(input, right, down);
      break;
    case Input::Kind::button_up:
      if (press_ && input.button == press_->button) release(input);
      break;
    case Input::Kind::wheel:
      scene_.move_camera().zoom(input.wheel);
      break;
    default:
      break;
  }
}

bool WorldWindow::handle_panels(const Input& input) {
  const bool is_press = input.kind == Input::Kind::button_down;
  const monitor::Screen on = screen();
  const bool taken =
      (control_panel_ && control_panel_->handle(input, on, now_)) || (seek_bar_ && seek_bar_->handle(input, on));
  const client::Object* const object = selected_object();
  // Clicking anywhere else ends editing.
  if (taken && is_press) object_panel_.stop_editing();
  return taken || (object && object_panel_.handle(input, on, bottom(), *object)) || log_pane_.handle(input, log_area());
}

void WorldWindow::press(const Input& input) {
  Press pressed{input.button, {input.x, input.y}, {}, {}};
  if (const auto sighting = scene_.at(input.x, input.y)) {
    pressed.object = sighting->object;
    pressed.place = sighting->place;
  }
  press_ = std::move(pressed);
}

void WorldWindow::pull(const Input& input, float right, float down) {
  if (!press_->moved) {
    if (glm::distance(press_->at, {input.x, input.y}) <= kTremble * screen().unit()) return;
    press_->moved = true;
    // The small movement up to this point counts, too.
    const float tall = scene_.area().height;
    right = (input.x - press_->at.x) / tall, down = (input.y - press_->at.y) / tall;
    const client::Object* const object = selected_object();
    if (press_->button == 1 && object && watched_.control && press_->object == selected_)
      drag_.emplace(*object, press_->place);
  }
  if (drag_) {
    drag_->move(scene_.ray(input.x, input.y), input.shift, kReachOfDrag * scene_.stage().radius);
    scene_dirty_ = true;
  } else if (press_->button == 1) {
    scene_.move_camera().turn(right, down);
  } else {
    scene_.move_camera().shift(right, down);
  }
}

void WorldWindow::release(const Input& input) {
  const Press pressed = *std::exchange(press_, std::nullopt);
  if (drag_)
    drop();
  else if (!pressed.moved && input.button == 1)
    select(pressed.object);
}

void WorldWindow::drop() {
  const ObjectDrag drag = *std::exchange(drag_, std::nullopt);
  scene_dirty_ = true;
  const client::Object* const object = watched_.world.world().find(drag.object());
  const sight::Vector place = drag.place();
  if (!object || !watched_.control->move(*object, place)) return show_message("this could not be sent");
  dropped_ = {drag.object(), place};
  show_message(fmt::format("{} to ({:.6g}, {:.6g}, {:.6g})", shown_name(drag.object()), place[0], place[1], place[2]));
}

void WorldWindow::advance(double now) {
  now_ = now;
  watched_.world.advance(now);
  if (watched_.world.has_changed()) scene_dirty_ = true;
  if (dropped_ && !watched_.control->awaits_change()) dropped_.reset(), scene_dirty_ = true;
  for (LogLine& line : watched_.world.take_lines()) {
    if (line.is_problem) show_message(wire::without_controls(line.text));
    if (line.level == wire::LogLevel::display) display_ = line, display_until_ = now + kDisplayed;
    log_pane_.add(std::move(line));
    dirty_ = true;
  }
  if (display_ && now >= display_until_) display_.reset(), dirty_ = true;
  if (messages_.expire(now)) dirty_ = true;
  if (watched_.control && watched_.control->is_talking()) dirty_ = true;
  if (control_panel_ && control_panel_->expire(now)) dirty_ = true;
}

bool WorldWindow::needs_picture() const {
  return dirty_ || scene_dirty_ || takes_picture_ || scene_.cameras().is_moving() || walk_keys_.are_held();
}

void WorldWindow::update_scene() {
  if (!std::exchange(scene_dirty_, false)) return;
  const client::World& world = watched_.world.world();
  const client::ShapeBase& shapes = watched_.world.shapes();
  if (drag_)
    scene_.update(with_object_at(world, drag_->object(), drag_->place()), shapes, selected_, true);
  else if (dropped_)
    scene_.update(with_object_at(world, dropped_->object, dropped_->place), shapes, selected_);
  else
    scene_.update(world, shapes, selected_);
}

void WorldWindow::draw(int width, int height) {
  const auto passed = static_cast<float>(drawn_ ? now_ - *drawn_ : 0.0);
  drawn_ = now_;
  dirty_ = false;
  width_ = static_cast<float>(width), height_ = static_cast<float>(height);
  if (walk_keys_.are_held()) walk_keys_.walk(scene_.move_camera(), passed);
  update_scene();
  scene_.draw(width, height, free_area(), passed);
  draw_panels(screen());
  picture_rate_.count(now_);
  scene_.painter().end();
}

void WorldWindow::draw_panels(const monitor::Screen& screen) {
  draw_display_text(screen);
  const monitor::Area log = log_area();
  if (log_pane_.is_shown() && log.height > 0) log_pane_.draw(screen, log);
  if (const client::Object* const object = selected_object()) object_panel_.draw(screen, bottom(), *object);
  if (control_panel_) control_panel_->draw(screen, watched_.world.status(), right_words());
  if (seek_bar_) seek_bar_->draw(screen, {});
  if (scene_.eye() != 0)
    draw_caption(screen, fmt::format("camera {} of {}", scene_.eye(), shown_name(scene_.eye_of())));
  const float used = height_ - log.y;
  // The server's state is shown in its panel.
  messages_.draw(screen, {}, watched_.playback ? watched_.world.status() : monitor::Status(), used);
  if (help_) draw_help(screen);
}

void WorldWindow::draw_caption(const monitor::Screen& screen, const std::string& words) const {
  const monitor::Area& area = scene_.area();
  const float unit = screen.unit(), size = 15 * unit;
  screen.painter.outlined_text(screen.fitted(words, 15, area.width - 28 * unit), area.x + 14 * unit, area.y + 20 * unit,
                               size, monitor::colours::kAmber);
}

void WorldWindow::draw_display_text(const monitor::Screen& screen) const {
  if (!display_) return;
  const float unit = screen.unit(), size = static_cast<float>(display_->size > 0 ? display_->size : kUsualSize);
  const std::string words = wire::without_controls(display_->text);
  const float middle = scene_.area().x + scene_.area().width / 2;
  const float room = 2 * middle - 40 * unit, fitting = screen.fitting_size(words, std::min(size, 160.0F), 14, room);
  const std::string shown = screen.fitted(words, fitting, room);
  screen.painter.outlined_text(shown, middle, (30 + fitting) * unit, fitting * unit, colour_of(*display_), 0.5F);
}

std::string WorldWindow::right_words() const {
  const client::World& world = watched_.world.world();
  std::string words = fmt::format("{} objects   {:.2f} s   ? help", world.objects.size(), world.time);
  if (rate_shown_) words = fmt::format("{} pictures/s   {}", picture_rate_.last(), words);
  return words;
}

void WorldWindow::draw_help(const monitor::Screen& screen) const {
  std::vector<monitor::KeyHelp> lines;
  if (watched_.playback) lines = monitor::playback_key_help(*watched_.playback);
  for (const Binding& binding : kBindings)
    if (binding.keys && (watched_.control || !binding.needs_server)) lines.push_back({binding.keys, binding.words});
  monitor::draw_key_help(screen, lines);
}

}  // namespace sigverse::window
