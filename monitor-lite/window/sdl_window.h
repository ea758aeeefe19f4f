// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "monitor-lite/window/input.h"

union SDL_Event;

namespace monitor {

/// The properties of a letter that come from the key that has typed it.
struct TypingKey {
  bool repeated = false;  ///< it is held
  char place = '\0';      ///< its letter on a US keyboard
};

/// Converts an SDL event; nothing for irrelevant ones. `scale`: pixels of the picture per unit of the mouse. `key` is
/// that of the previous key event, for letters.
std::optional<Input> input_of(const SDL_Event& event, float scale, TypingKey& key);

class X11Parent;

/// A window with OpenGL 3.3, with keys and mouse. At most one at a time.
class SdlWindow {
 public:
  /// `parent` is the id of an X11 window, of any program, which this one then fills; 0: a top-level window. When the
  /// parent is destroyed, the next input is `quit`. Throws `std::runtime_error` with one line if there is no screen, no
  /// such OpenGL, or no such parent.
  SdlWindow(const char* title, int width, int height, unsigned long parent = 0);
  ~SdlWindow();
  SdlWindow(const SdlWindow&) = delete;
  SdlWindow& operator=(const SdlWindow&) = delete;

  /// The next input. Waits for at most this many seconds.
  std::optional<Input> next_input(double longest);
  /// The size of the picture, in pixels; larger than the window's on high-density screens.
  int width() const;
  int height() const;
  void set_full_screen(bool full);
  void set_title(const std::string& title);
  /// Presents the picture.
  void show();

 private:
  struct Handles;
  void embed(unsigned long parent);

  std::unique_ptr<Handles> handles_;
  std::unique_ptr<X11Parent> parent_;
  bool lost_parent_ = false;  ///< and this has been reported
  bool full_screen_ = false;
  TypingKey key_;
};

}  // namespace monitor
