// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "monitor-lite/broadcast/programme.h"
#include "monitor-lite/window/messages.h"
#include "monitor-lite/window/window_content.h"

namespace monitor {

/// A broadcast in a window: runs unattended, and has keys for anyone who watches.
class BroadcastWindow final : public WindowContent {
 public:
  /// `on_event` gets the events as they are shown. With `is_log` there are keys to pause and to seek.
  BroadcastWindow(Channel& channel, const Palette& palette, bool is_log, std::function<void(const Event&)> on_event);

  void handle(const Input& input) override;
  void advance(double now) override;
  bool needs_picture() const override { return dirty_ || takes_picture_; }
  void draw(int width, int height) override;
  void show_message(std::string words) override;
  std::string title() const override { return programme_.title(); }

  const Programme& programme() const { return programme_; }

 private:
  void press_letter(char letter);
  void press_key(const Input& input);

  Programme programme_;
  Palette palette_;
  Messages messages_;
  bool is_log_;
  std::function<void(const Event&)> on_event_;
  double now_ = 0.0;
  double clock_ = 0.0;  ///< s watched
  bool dirty_ = true;
};

}  // namespace monitor
