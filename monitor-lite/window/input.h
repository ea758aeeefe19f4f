// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace monitor {

/// Keys that are no letters, and those that move the camera as long as they are held. `remove` is the key that deletes
/// what is behind the cursor.
enum class Key {
  none,
  left,
  right,
  up,
  down,
  home,
  end,
  page_up,
  page_down,
  escape,
  enter,
  tab,
  backspace,
  remove,
  f1,
  f11,
  f12,
  w,
  a,
  s,
  d
};

/// Something that a person does to the window; only the window knows where it comes from.
struct Input {
  enum class Kind {
    letter,       ///< `letter` was typed, whatever keys that takes
    key_down,     ///< `key`
    key_up,       ///< `key`
    button_down,  ///< `button` of the mouse at `x`, `y`
    button_up,    ///< the same
    motion,       ///< the mouse is at `x`, `y`
    wheel,        ///< `wheel` notches away from the person, the mouse at `x`, `y`
    redraw,       ///< the window has another size, or has been uncovered
    unfocused,    ///< keys and buttons that are held will not be seen going up
    quit          ///< the window is to be closed
  };
  Kind kind = Kind::redraw;
  char letter = '\0';  ///< printable ASCII
  Key key = Key::none;
  int button = 0;            ///< 1 left, 2 middle, 3 right
  bool repeated = false;     ///< by holding the key
  bool shift = false;        ///< of keys and of the mouse
  float x = 0.0F, y = 0.0F;  ///< pixels from the top left
  float wheel = 0.0F;
};

}  // namespace monitor
