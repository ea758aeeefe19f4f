// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/window/control_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace sigverse::window {
namespace {

using monitor::Area;
using monitor::Input;
using monitor::Screen;

constexpr double kSecondPress = 3.0;  // s in which the second press that ends the server has to follow
constexpr float kRow = 28.0F, kMargin = 10.0F;
constexpr float kLength = 846.0F;  // of the row of fields and buttons, if there is room
constexpr glm::vec4 kGround{0.06F, 0.08F, 0.10F, 1}, kButton{0.20F, 0.24F, 0.29F, 1}, kFaint{0.38F, 0.41F, 0.45F, 1};

/// Green, amber or red.
const glm::vec4& lamp(monitor::Status::Kind kind) {
  static constexpr glm::vec4 kGreen{0.30F, 0.72F, 0.38F, 1};
  return kind == monitor::Status::Kind::waiting   ? monitor::colours::kRed
         : kind == monitor::Status::Kind::running ? kGreen
                                                  : monitor::colours::kAmber;
}

bool is_same(const wire::Address& a, const wire::Address& b) {
  return a.host == b.host && a.port == b.port;
}

}  // namespace

ControlPanel::ControlPanel(WorldControl& control, std::vector<wire::Address> choices)
    : control_(control),
      choices_(std::move(choices)),
      host_(control.address().host),
      port_(std::to_string(control.address().port)) {
  std::erase_if(choices_, [&](const wire::Address& choice) { return is_same(choice, control_.address()); });
  choices_.insert(choices_.begin(), control_.address());
}

ControlPanel::Layout ControlPanel::layout(const Screen& screen) const {
  const float unit = screen.unit(), row = kRow * unit, margin = kMargin * unit;
  Layout all;
  all.whole = {0, screen.height - height(screen), screen.width, height(screen)};
  const float y = all.whole.y + 34 * unit;
  const float scale = std::min(unit, (screen.width - 2 * margin) / kLength);
  float x = margin;
  const auto next = [&](float width, float gap) {
    const Area area{x, y, width * scale, row};
    x += (width + gap) * scale;
    return area;
  };
  all.host = next(190, 3);
  all.port = next(62, 3);
  const bool connected = control_.is_connected();
  const auto add = [&](float width, float gap, std::string words, Action action, bool possible) {
    all.buttons.push_back({next(width, gap), std::move(words), action, possible});
  };
  add(28, 8, choices_shown_ ? "v" : "^", Action::choose, true);
  add(104, 22, connected || control_.is_connecting() ? "Disconnect" : "Connect", Action::connect, true);
  add(68, 6, "Start", Action::start, connected);
  add(68, 6, "Stop", Action::stop, connected);
  add(68, 6, "Reset", Action::reset, connected);
  add(84, 22, "Restart", Action::restart, connected);
  const bool sure = now_ < end_pressed_ + kSecondPress;
  add(96, 6, sure ? "End it?" : "Quit server", Action::end, connected);
  if (!choices_shown_) return all;
  const float line = 26 * unit, most = all.whole.y / line;
  const std::size_t count = std::min(choices_.size(), static_cast<std::size_t>(most));
  float top = all.whole.y - line * static_cast<float>(count);
  for (std::size_t i = 0; i < count; ++i, top += line)
    all.choices.push_back({margin, top, all.buttons.front().area.x + all.buttons.front().area.width - margin, line});
  return all;
}

bool ControlPanel::handle(const Input& input, const Screen& screen, double now) {
  now_ = now;
  switch (input.kind) {
    case Input::Kind::button_down:
      if (input.button != 1) return layout(screen).whole.contains(input.x, input.y);
      return press(input.x, input.y, layout(screen), now);
    case Input::Kind::motion:
    case Input::Kind::wheel:
    case Input::Kind::button_up:
      return layout(screen).whole.contains(input.x, input.y);
    case Input::Kind::letter:
    case Input::Kind::key_down:
      return press_key(input);
    default:
      return false;
  }
}

bool ControlPanel::expire(double now) {
  now_ = now;
  if (now < end_pressed_ + kSecondPress || end_pressed_ < 0) return false;
  end_pressed_ = kNever;
  return true;
}

bool ControlPanel::press(float x, float y, const Layout& layout, double now) {
  const bool were_shown = std::exchange(choices_shown_, false);
  focus_ = nullptr;
  if (were_shown)
    for (std::size_t i = 0; i < layout.choices.size(); ++i)
      if (layout.choices[i].contains(x, y)) return connect(choices_[i]), true;
  if (!layout.whole.contains(x, y)) return were_shown;
  if (layout.host.contains(x, y)) focus_ = &host_;
  if (layout.port.contains(x, y)) focus_ = &port_;
  for (const Button& button : layout.buttons) {
    if (!button.area.contains(x, y) || !button.is_possible) continue;
    if (button.action == Action::choose)
      choices_shown_ = !were_shown;
    else
      act(button.action, now);
  }
  return true;
}

bool ControlPanel::press_key(const Input& input) {
  if (!focus_) return false;
  switch (focus_->handle(input)) {
    case TextField::Result::entered:
      connect();
      break;
    case TextField::Result::cancelled:
      host_.set(control_.address().host);
      port_.set(std::to_string(control_.address().port));
      focus_ = nullptr;
      break;
    case TextField::Result::next:
      focus_ = focus_ == &host_ ? &port_ : &host_;
      break;
    default:
      break;
  }
  return true;
}

void ControlPanel::act(Action action, double now) {
  switch (action) {
    case Action::connect:
      if (control_.is_connected() || control_.is_connecting())
        control_.disconnect();
      else
        connect();
      return;
    case Action::start:
      return control(wire::SimCommand::start, "start sent");
    case Action::stop:
      return control(wire::SimCommand::stop, "stop sent");
    case Action::reset:
      return control(wire::SimCommand::reset, "reset sent");
    case Action::restart:
      return control(wire::SimCommand::restart, "restart sent");
    case Action::end:
      if (now >= end_pressed_ + kSecondPress) {
        end_pressed_ = now;
        words_ = "press again to end the server; q closes only this window";
        return;
      }
      end_pressed_ = kNever;
      control_.end_simulation();
      words_ = "the server ends";
      return;
    case Action::choose:
      return;
  }
}

void ControlPanel::control(wire::SimCommand command, const char* words) {
  control_.control(command);
  words_ = words;
}

void ControlPanel::connect() {
  if (host_.text().empty()) {
    words_ = "a host is missing";
    return;
  }
  // A host, whether a name or an address, does not end in a port.
  const std::string host = wire::address_text({host_.text(), 1}), bare = host.substr(0, host.size() - 1);
  if (const auto server = wire::read_address(bare + port_.text()); server && !port_.text().empty())
    connect(*server);
  else
    words_ = fmt::format("'{}': a port is a number from 1 to 65535", port_.text());
}

void ControlPanel::connect(const wire::Address& server) {
  focus_ = nullptr;
  host_.set(server.host);
  port_.set(std::to_string(server.port));
  if (std::none_of(choices_.begin(), choices_.end(), [&](const auto& choice) { return is_same(choice, server); }))
    choices_.push_back(server);
  control_.connect(server);
}

void ControlPanel::draw(const Screen& screen, const monitor::Status& status, const std::string& right) const {
  const float unit = screen.unit(), margin = kMargin * unit;
  const Layout all = layout(screen);
  screen.panel(all.whole, kGround);
  const float line = all.whole.y + 18 * unit, side = screen.text_width(right, 13);
  screen.text(right, screen.width - margin, line, 13, monitor::colours::kDim, 1);
  screen.chip({margin, line - 6 * unit, 12 * unit, 12 * unit}, lamp(status.kind));
  screen.text(screen.fitted(status.text, 14, screen.width - side - 4 * margin - 12 * unit), 2 * margin + 12 * unit,
              line, 14, monitor::colours::kBright);
  host_.draw(screen, all.host, 14, focus_ == &host_);
  port_.draw(screen, all.port, 14, focus_ == &port_);
  for (const Button& button : all.buttons) {
    const bool pointed = button.is_possible && screen.is_pointed_at(button.area);
    screen.panel(button.area, pointed ? monitor::colours::kPaper : kButton);
    screen.text(button.words, button.area.x + button.area.width / 2, button.area.middle(),
                screen.fitting_size(button.words, 14, 8, button.area.width - 4 * unit),
                pointed              ? monitor::colours::kInk
                : button.is_possible ? monitor::colours::kBright
                                     : kFaint,
                0.5F);
  }
  for (std::size_t i = 0; i < all.choices.size(); ++i) {
    const Area& area = all.choices[i];
    const bool pointed = screen.is_pointed_at(area);
    screen.panel(area, pointed ? monitor::colours::kPaper : kGround);
    screen.text(screen.fitted(wire::address_text(choices_[i]), 14, area.width - 12 * unit), area.x + 6 * unit,
                area.middle(), 14, pointed ? monitor::colours::kInk : monitor::colours::kBright);
  }
}

}  // namespace sigverse::window
