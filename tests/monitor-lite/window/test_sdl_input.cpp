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

TEST_CASE("letters are what was typed, on any keyboard, others are of no interest") {
  bool repeated = false;
  const auto question = input_of(typed("?"), 1, repeated);
  REQUIRE(question);
  CHECK(question->kind == Input::Kind::letter);
  CHECK(question->letter == '?');
  CHECK_FALSE(input_of(typed("\xc3\xa4"), 1, repeated));
  CHECK_FALSE(input_of(typed("ab"), 1, repeated));
  CHECK_FALSE(input_of(typed("\n"), 1, repeated));
}

TEST_CASE("a letter knows whether its key is held") {
  bool repeated = false;
  CHECK_FALSE(input_of(key(SDL_KEYDOWN, SDLK_SPACE, SDL_SCANCODE_SPACE), 1, repeated));
  CHECK_FALSE(input_of(typed(" "), 1, repeated)->repeated);
  input_of(key(SDL_KEYDOWN, SDLK_SPACE, SDL_SCANCODE_SPACE, 1), 1, repeated);
  CHECK(input_of(typed(" "), 1, repeated)->repeated);
  input_of(key(SDL_KEYUP, SDLK_SPACE, SDL_SCANCODE_SPACE), 1, repeated);
  input_of(key(SDL_KEYDOWN, SDLK_SPACE, SDL_SCANCODE_SPACE), 1, repeated);
  CHECK_FALSE(input_of(typed(" "), 1, repeated)->repeated);
}

TEST_CASE("keys have their names, and those that walk are found by their place") {
  bool repeated = false;
  const auto left = input_of(key(SDL_KEYDOWN, SDLK_LEFT, SDL_SCANCODE_LEFT), 1, repeated);
  REQUIRE(left);
  CHECK((left->kind == Input::Kind::key_down && left->key == Key::left && !left->shift));
  SDL_Event with_shift = key(SDL_KEYDOWN, SDLK_RIGHT, SDL_SCANCODE_RIGHT);
  with_shift.key.keysym.mod = KMOD_LSHIFT;
  CHECK(input_of(with_shift, 1, repeated)->shift);
  const auto w = input_of(key(SDL_KEYUP, SDLK_z, SDL_SCANCODE_W), 1, repeated);  // as on French keyboards
  REQUIRE(w);
  CHECK((w->kind == Input::Kind::key_up && w->key == Key::w));
  CHECK(input_of(key(SDL_KEYDOWN, SDLK_F12, SDL_SCANCODE_F12), 1, repeated)->key == Key::f12);
  for (const auto& [code, scancode, meant] : {std::tuple(SDLK_RETURN, SDL_SCANCODE_RETURN, Key::enter),
                                              {SDLK_KP_ENTER, SDL_SCANCODE_KP_ENTER, Key::enter},
                                              {SDLK_BACKSPACE, SDL_SCANCODE_BACKSPACE, Key::backspace},
                                              {SDLK_DELETE, SDL_SCANCODE_DELETE, Key::remove},
                                              {SDLK_TAB, SDL_SCANCODE_TAB, Key::tab},
                                              {SDLK_PAGEUP, SDL_SCANCODE_PAGEUP, Key::page_up},
                                              {SDLK_PAGEDOWN, SDL_SCANCODE_PAGEDOWN, Key::page_down}}) {
    const auto pressed = input_of(key(SDL_KEYDOWN, code, scancode), 1, repeated);
    REQUIRE(pressed);
    CHECK(pressed->key == meant);
  }
}

TEST_CASE("the mouse is reported in pixels of the picture") {
  bool repeated = false;
  SDL_Event down = event(SDL_MOUSEBUTTONDOWN);
  down.button.button = SDL_BUTTON_RIGHT;
  down.button.x = 100, down.button.y = 50;
  const auto pressed = input_of(down, 2.0F, repeated);
  REQUIRE(pressed);
  CHECK((pressed->kind == Input::Kind::button_down && pressed->button == 3 && pressed->x == 200 && pressed->y == 100));
  down.button.button = SDL_BUTTON_X1;
  CHECK_FALSE(input_of(down, 1, repeated));
  SDL_Event moved = event(SDL_MOUSEMOTION);
  moved.motion.x = 7, moved.motion.y = 9;
  const auto motion = input_of(moved, 1, repeated);
  REQUIRE(motion);
  CHECK((motion->kind == Input::Kind::motion && motion->x == 7 && motion->y == 9));
  CHECK_FALSE(motion->shift);
  SDL_SetModState(KMOD_RSHIFT);
  CHECK(input_of(moved, 1, repeated)->shift);
  SDL_SetModState(KMOD_NONE);
  SDL_Event wheel = event(SDL_MOUSEWHEEL);
  wheel.wheel.preciseY = -1.5F;
  CHECK(input_of(wheel, 1, repeated)->wheel == -1.5F);
}

TEST_CASE("closing, covering and leaving the window") {
  bool repeated = false;
  CHECK(input_of(event(SDL_QUIT), 1, repeated)->kind == Input::Kind::quit);
  SDL_Event window = event(SDL_WINDOWEVENT);
  window.window.event = SDL_WINDOWEVENT_FOCUS_LOST;
  CHECK(input_of(window, 1, repeated)->kind == Input::Kind::unfocused);
  window.window.event = SDL_WINDOWEVENT_SIZE_CHANGED;
  CHECK(input_of(window, 1, repeated)->kind == Input::Kind::redraw);
  window.window.event = SDL_WINDOWEVENT_ENTER;
  CHECK_FALSE(input_of(window, 1, repeated));
}
