// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/broadcast/broadcast_window.h"

#include <algorithm>
#include <utility>

namespace monitor {
namespace {

constexpr double kMaxPassed = 1.0;  // s; longer pauses between two pictures are cut

}  // namespace

BroadcastWindow::BroadcastWindow(Channel& channel, const Palette& palette, bool is_log,
                                 std::function<void(const Event&)> on_event)
    : programme_(channel, palette), palette_(palette), is_log_(is_log), on_event_(std::move(on_event)) {}

void BroadcastWindow::handle(const Input& input) {
  if (input.kind == Input::Kind::quit) quits_ = true;
  if (input.kind == Input::Kind::letter && !input.repeated) press_letter(input.key_letter());
  if (input.kind == Input::Kind::key_down) press_key(input);
  dirty_ = true;
}

void BroadcastWindow::press_letter(char letter) {
  if (letter == 'q') quits_ = true;
  if (letter == 'f') toggle_full_screen();
  if (letter == ' ' && is_log_) programme_.pause(!programme_.is_paused());
  if (letter == '?' || letter == 'h')
    show_message(
        is_log_ ? "Space pauses, Left and Right seek, Home starts again, f full screen, F12 saves the picture, q quits"
                : "f full screen, F12 saves the picture, q quits");
}

void BroadcastWindow::press_key(const Input& input) {
  if (input.key == Key::f11 && !input.repeated) toggle_full_screen();
  if (input.key == Key::escape) full_screen_ = false;
  if (input.key == Key::f12 && !input.repeated) takes_picture_ = true;
  if (!is_log_) return;
  const double seconds = input.shift ? 30.0 : 5.0;
  if (input.key == Key::left) programme_.seek_by(-seconds);
  if (input.key == Key::right) programme_.seek_by(seconds);
  if (input.key == Key::home) programme_.seek_to_begin();
}

void BroadcastWindow::advance(double now) {
  // The first call only starts the clock.
  if (now_ > 0.0) clock_ += std::clamp(now - now_, 0.0, kMaxPassed);
  now_ = now;
  programme_.advance(clock_);
  for (const Event& event : programme_.take_events())
    if (on_event_) on_event_(event);
  messages_.expire(now);
  // Ball, cameras or cards nearly always move.
  dirty_ = dirty_ || !programme_.is_paused();
}

void BroadcastWindow::draw(int width, int height) {
  dirty_ = false;
  programme_.draw(width, height);
  const Screen screen{programme_.painter(), static_cast<float>(width), static_cast<float>(height)};
  messages_.draw(screen, palette_, {}, 0.0F);
  programme_.end_picture();
}

void BroadcastWindow::show_message(std::string words) {
  messages_.add(std::move(words), now_);
  dirty_ = true;
}

}  // namespace monitor
