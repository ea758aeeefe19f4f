// SPDX-License-Identifier: Apache-2.0
#include <SDL.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <tuple>

#include "monitor-lite/window/sdl_window.h"

using namespace monitor;

namespace {

SDL_Event event(Uint32 type) {
  SDL_Event made;
  std::memset(&made, 0, sizeof made);
  made.type = type;
  return made;
}

SDL_Event key(Uint32 type, SDL_Keycode code, SDL_Scancode scancode, Uint8 repeat = 0) {
  SDL_Event made = event(type);
  made.key.keysym.sym = code;
  made.key.keysym.scancode = scancode;
  made.key.repeat = repeat;
  return made;
}

SDL_Event typed(const char* text) {
  SDL_Event made = event(SDL_TEXTINPUT);
  std::strncpy(made.text.text, text, sizeof made.text.text - 1);
  return made;
}

}  // namespace

TEST_CASE("a typed letter is an input, a text of several letters is not") {
  TypingKey typing;
  const auto question = input_of(typed("?"), 1, typing);
  REQUIRE(question);
  CHECK(question->kind == Input::Kind::letter);
  CHECK(question->letter == '?');
  CHECK_FALSE(input_of(typed("\xc3\xa4"), 1, typing));  // no key was pressed for it
  CHECK_FALSE(input_of(typed("ab"), 1, typing));
  CHECK_FALSE(input_of(typed("\n"), 1, typing));
}

TEST_CASE("a letter of another alphabet is identified by the place of its key") {
  struct Typed {
    const char* text;
    SDL_Scancode scancode;
    char place;
  };
  for (const auto& [text, scancode, place] :
       {Typed{"\xd1\x81", SDL_SCANCODE_C, 'c'},  // Cyrillic es
        Typed{"\xce\xa8", SDL_SCANCODE_C, 'c'},  // capital psi
        Typed{"\xd1\x85", SDL_SCANCODE_LEFTBRACKET, '['}, Typed{"\xd1\x8e", SDL_SCANCODE_PERIOD, '.'},
        Typed{"\xe3\x81\xac", SDL_SCANCODE_1, '1'}}) {  // kana
    TypingKey typing;
    CHECK_FALSE(input_of(key(SDL_KEYDOWN, SDLK_UNKNOWN, scancode), 1, typing));
    const auto letter = input_of(typed(text), 1, typing);
    REQUIRE(letter);
    CHECK(letter->kind == Input::Kind::letter);
    CHECK(letter->letter == '\0');  // no text field takes it for a Latin one
    CHECK(letter->key_letter() == place);
    CHECK_FALSE(input_of(typed("\xd1\x81\xd1\x81"), 1, typing));
  }
}

TEST_CASE("a key is identified by its letter without case, otherwise by its place") {
  TypingKey typing;
  input_of(key(SDL_KEYDOWN, SDLK_m, SDL_SCANCODE_SEMICOLON), 1, typing);  // as on French keyboards
  CHECK(input_of(typed("M"), 1, typing)->key_letter() == 'm');
  input_of(key(SDL_KEYDOWN, SDLK_COMMA, SDL_SCANCODE_M), 1, typing);
  const auto comma = input_of(typed(","), 1, typing);
  REQUIRE(comma);
  CHECK((comma->is_one_of(",.") && !comma->is_one_of("m")));
  CHECK_FALSE(Input{}.is_one_of(""));
}

TEST_CASE("a letter reports whether its key is held") {
  TypingKey typing;
  CHECK_FALSE(input_of(key(SDL_KEYDOWN, SDLK_SPACE, SDL_SCANCODE_SPACE), 1, typing));
  CHECK_FALSE(input_of(typed(" "), 1, typing)->repeated);
  input_of(key(SDL_KEYDOWN, SDLK_SPACE, SDL_SCANCODE_SPACE, 1), 1, typing);
  CHECK(input_of(typed(" "), 1, typing)->repeated);
  input_of(key(SDL_KEYUP, SDLK_SPACE, SDL_SCANCODE_SPACE), 1, typing);
  input_of(key(SDL_KEYDOWN, SDLK_SPACE, SDL_SCANCODE_SPACE), 1, typing);
  CHECK_FALSE(input_of(typed(" "), 1, typing)->repeated);
}

TEST_CASE("named keys are identified by name, keys for walking by their place") {
  TypingKey typing;
  const auto left = input_of(key(SDL_KEYDOWN, SDLK_LEFT, SDL_SCANCODE_LEFT), 1, typing);
  REQUIRE(left);
  CHECK((left->kind == Input::Kind::key_down && left->key == Key::left && !left->shift));
  SDL_Event with_shift = key(SDL_KEYDOWN, SDLK_RIGHT, SDL_SCANCODE_RIGHT);
  with_shift.key.keysym.mod = KMOD_LSHIFT;
  CHECK(input_of(with_shift, 1, typing)->shift);
  const auto w = input_of(key(SDL_KEYUP, SDLK_z, SDL_SCANCODE_W), 1, typing);  // as on French keyboards
  REQUIRE(w);
  CHECK((w->kind == Input::Kind::key_up && w->key == Key::w));
  CHECK(input_of(key(SDL_KEYDOWN, SDLK_F12, SDL_SCANCODE_F12), 1, typing)->key == Key::f12);
  for (const auto& [code, scancode, meant] : {std::tuple(SDLK_RETURN, SDL_SCANCODE_RETURN, Key::enter),
                                              {SDLK_KP_ENTER, SDL_SCANCODE_KP_ENTER, Key::enter},
                                              {SDLK_BACKSPACE, SDL_SCANCODE_BACKSPACE, Key::backspace},
                                              {SDLK_DELETE, SDL_SCANCODE_DELETE, Key::remove},
                                              {SDLK_TAB, SDL_SCANCODE_TAB, Key::tab},
                                              {SDLK_PAGEUP, SDL_SCANCODE_PAGEUP, Key::page_up},
                                              {SDLK_PAGEDOWN, SDL_SCANCODE_PAGEDOWN, Key::page_down}}) {
    const auto pressed = input_of(key(SDL_KEYDOWN, code, scancode), 1, typing);
    REQUIRE(pressed);
    CHECK(pressed->key == meant);
  }
}

TEST_CASE("the mouse is reported in pixels of the picture") {
  TypingKey typing;
  SDL_Event down = event(SDL_MOUSEBUTTONDOWN);
  down.button.button = SDL_BUTTON_RIGHT;
  down.button.x = 100, down.button.y = 50;
  const auto pressed = input_of(down, 2.0F, typing);
  REQUIRE(pressed);
  CHECK((pressed->kind == Input::Kind::button_down && pressed->button == 3 && pressed->x == 200 && pressed->y == 100));
  down.button.button = SDL_BUTTON_X1;
  CHECK_FALSE(input_of(down, 1, typing));
  SDL_Event moved = event(SDL_MOUSEMOTION);
  moved.motion.x = 7, moved.motion.y = 9;
  const auto motion = input_of(moved, 1, typing);
  REQUIRE(motion);
  CHECK((motion->kind == Input::Kind::motion && motion->x == 7 && motion->y == 9));
  CHECK_FALSE(motion->shift);
  SDL_SetModState(KMOD_RSHIFT);
  CHECK(input_of(moved, 1, typing)->shift);
  SDL_SetModState(KMOD_NONE);
  SDL_Event wheel = event(SDL_MOUSEWHEEL);
  wheel.wheel.preciseY = -1.5F;
  CHECK(input_of(wheel, 1, typing)->wheel == -1.5F);
}

TEST_CASE("closing, covering and leaving the window are inputs") {
  TypingKey typing;
  CHECK(input_of(event(SDL_QUIT), 1, typing)->kind == Input::Kind::quit);
  SDL_Event window = event(SDL_WINDOWEVENT);
  window.window.event = SDL_WINDOWEVENT_FOCUS_LOST;
  CHECK(input_of(window, 1, typing)->kind == Input::Kind::unfocused);
  window.window.event = SDL_WINDOWEVENT_SIZE_CHANGED;
  CHECK(input_of(window, 1, typing)->kind == Input::Kind::redraw);
  window.window.event = SDL_WINDOWEVENT_ENTER;
  CHECK_FALSE(input_of(window, 1, typing));
}
