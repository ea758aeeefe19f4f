// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cctype>
#include <cstring>

namespace monitor {

/// Keys that are not letters, and those that move the camera while they are held. `remove` is the key that deletes the
/// character after the cursor.
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

/// An input of the user; only the window knows its source.
struct Input {
  enum class Kind {
    letter,       ///< `letter` was typed, with any keys, or one of another alphabet with the key at `place`
    key_down,     ///< `key`
    key_up,       ///< `key`
    button_down,  ///< `button` of the mouse at `x`, `y`
    button_up,    ///< the same
    motion,       ///< the mouse is now at `x`, `y`
    wheel,        ///< `wheel` notches away from the user, the mouse at `x`, `y`
    redraw,       ///< the window has been resized or uncovered
    unfocused,    ///< the release of held keys and buttons will not be reported
    quit          ///< the window has to be closed
  };
  Kind kind = Kind::redraw;
  char letter = '\0';  ///< printable ASCII; '\0': one of another alphabet
  char place = '\0';   ///< the letter of its key on a US keyboard
  Key key = Key::none;
  int button = 0;            ///< 1 left, 2 middle, 3 right
  bool repeated = false;     ///< by a held key
  bool shift = false;        ///< of keys and of the mouse
  float x = 0.0F, y = 0.0F;  ///< pixels from the top left
  float wheel = 0.0F;

  /// The letter that identifies a key: in lower case, so that neither Shift nor Caps Lock changes it, and by position
  /// if the layout has other letters. '\0': it is not a letter.
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
