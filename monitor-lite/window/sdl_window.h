// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "monitor-lite/window/input.h"

union SDL_Event;

namespace monitor {

/// What a letter takes over from the key that has typed it.
struct TypingKey {
  bool repeated = false;  ///< it is held
  char place = '\0';      ///< what it writes on a keyboard of the USA
};

/// The meaning of an SDL event; nothing if it is of no interest. `scale`: pixels of the picture per unit of the mouse.
/// `key` is that of the key event before, for letters.
std::optional<Input> input_of(const SDL_Event& event, float scale, TypingKey& key);

class X11Parent;

/// A window with OpenGL 3.3, and the keys and mouse over it. One at a time.
class SdlWindow {
 public:
  /// `parent` is the number of a window of X11, of any program, which it then fills; 0: it is a window of its own. When
  /// the parent is destroyed, the next input is `quit`. Throws `std::runtime_error` with one line if there is no
  /// screen, no such OpenGL, or no such parent.
  SdlWindow(const char* title, int width, int height, unsigned long parent = 0);
  ~SdlWindow();
  SdlWindow(const SdlWindow&) = delete;
  SdlWindow& operator=(const SdlWindow&) = delete;

  /// The next input. Waits for one at most this many seconds.
  std::optional<Input> next_input(double longest);
  /// The size of the picture, in pixels; more than the window's on screens with small pixels.
  int width() const;
  int height() const;
  void set_full_screen(bool full);
  void set_title(const std::string& title);
  /// Shows what was drawn.
  void show();

 private:
  struct Handles;
  void embed(unsigned long parent);

  std::unique_ptr<Handles> handles_;
  std::unique_ptr<X11Parent> parent_;
  bool lost_parent_ = false;  ///< and has reported it
  bool full_screen_ = false;
  TypingKey key_;
};

}  // namespace monitor
