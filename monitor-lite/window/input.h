// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cctype>
#include <cstring>

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
    letter,       ///< `letter` was typed, whatever keys that takes, or one of another alphabet with the key at `place`
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
  char letter = '\0';  ///< printable ASCII; '\0': one of another alphabet
  char place = '\0';   ///< what the key of that writes on a keyboard of the USA
  Key key = Key::none;
  int button = 0;            ///< 1 left, 2 middle, 3 right
  bool repeated = false;     ///< by holding the key
  bool shift = false;        ///< of keys and of the mouse
  float x = 0.0F, y = 0.0F;  ///< pixels from the top left
  float wheel = 0.0F;

  /// The letter by which a key is known: without case, so that neither Shift nor Caps Lock changes it, and by place
  /// where the layout has other letters. '\0': it is no letter.
  char key_letter() const {
    if (kind != Kind::letter) return '\0';
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter != '\0' ? letter : place)));
  }
  /// Whether it is a key with one of these letters.
  bool is_one_of(const char* letters) const {
    const char known = key_letter();
    return known != '\0' && std::strchr(letters, known) != nullptr;
  }
};

}  // namespace monitor
