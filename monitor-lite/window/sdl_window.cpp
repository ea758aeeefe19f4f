// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/sdl_window.h"

#include <SDL.h>
#include <SDL_syswm.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "monitor-lite/window/x11_parent.h"

namespace monitor {
namespace {

Key key_of(SDL_Keycode code) {
  switch (code) {
    case SDLK_LEFT:
      return Key::left;
    case SDLK_RIGHT:
      return Key::right;
    case SDLK_UP:
      return Key::up;
    case SDLK_DOWN:
      return Key::down;
    case SDLK_HOME:
      return Key::home;
    case SDLK_END:
      return Key::end;
    case SDLK_PAGEUP:
      return Key::page_up;
    case SDLK_PAGEDOWN:
      return Key::page_down;
    case SDLK_ESCAPE:
      return Key::escape;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
      return Key::enter;
    case SDLK_TAB:
      return Key::tab;
    case SDLK_BACKSPACE:
      return Key::backspace;
    case SDLK_DELETE:
      return Key::remove;
    case SDLK_F1:
      return Key::f1;
    case SDLK_F11:
      return Key::f11;
    case SDLK_F12:
      return Key::f12;
    default:
      return Key::none;
  }
}

/// The movement key at this position, whatever letter it has on this keyboard.
Key walking_key(SDL_Scancode code) {
  switch (code) {
    case SDL_SCANCODE_W:
      return Key::w;
    case SDL_SCANCODE_A:
      return Key::a;
    case SDL_SCANCODE_S:
      return Key::s;
    case SDL_SCANCODE_D:
      return Key::d;
    default:
      return Key::none;
  }
}

/// The character of the key on a US keyboard, without Shift; '\0' if windows do not use it. SDL's own table depends on
/// the layout.
char place_of(SDL_Scancode code) {
  if (code >= SDL_SCANCODE_A && code <= SDL_SCANCODE_Z) return static_cast<char>('a' + (code - SDL_SCANCODE_A));
  if (code >= SDL_SCANCODE_1 && code <= SDL_SCANCODE_9) return static_cast<char>('1' + (code - SDL_SCANCODE_1));
  switch (code) {
    case SDL_SCANCODE_0:
      return '0';
    case SDL_SCANCODE_LEFTBRACKET:
      return '[';
    case SDL_SCANCODE_RIGHTBRACKET:
      return ']';
    case SDL_SCANCODE_COMMA:
      return ',';
    case SDL_SCANCODE_PERIOD:
      return '.';
    case SDL_SCANCODE_MINUS:
      return '-';
    case SDL_SCANCODE_EQUALS:
      return '+';
    default:
      return '\0';
  }
}

/// The letter in UTF-8; nothing for texts of several letters, which no single key has typed.
std::optional<Input> letter_of(const char* text, const TypingKey& key) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < ' ' || first == 0x7f) return std::nullopt;
  Input input;
  input.kind = Input::Kind::letter;
  input.repeated = key.repeated;
  input.place = key.place;
  if (first < 0x80) {
    input.letter = text[0];
    return text[1] == '\0' ? std::optional(input) : std::nullopt;
  }
  std::size_t size = 1;
  while ((static_cast<unsigned char>(text[size]) & 0xc0U) == 0x80) ++size;
  return text[size] == '\0' && key.place != '\0' ? std::optional(input) : std::nullopt;
}

int button_of(Uint8 button) {
  return button == SDL_BUTTON_LEFT ? 1 : button == SDL_BUTTON_MIDDLE ? 2 : button == SDL_BUTTON_RIGHT ? 3 : 0;
}

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + SDL_GetError());
}

bool is_set(const char* variable) {
  const char* value = SDL_getenv(variable);
  return value && *value;
}

/// Whether this is one of SDL's test drivers, which draw nothing visible. They are used only if requested by name.
bool draws_for_nobody(std::string_view driver) {
  return !is_set("SDL_VIDEODRIVER") && (driver == "offscreen" || driver == "dummy" || driver == "evdev");
}

}  // namespace

std::optional<Input> input_of(const SDL_Event& event, float scale, TypingKey& key) {
  Input input;
  input.shift = (SDL_GetModState() & KMOD_SHIFT) != 0;
  switch (event.type) {
    case SDL_QUIT:
      input.kind = Input::Kind::quit;
      return input;
    case SDL_WINDOWEVENT:
      if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) return input.kind = Input::Kind::unfocused, input;
      if (event.window.event == SDL_WINDOWEVENT_EXPOSED || event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED)
        return input.kind = Input::Kind::redraw, input;
      return std::nullopt;
    case SDL_TEXTINPUT:
      if (auto letter = letter_of(event.text.text, key)) return letter->shift = input.shift, letter;
      return std::nullopt;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
      key = {event.key.repeat != 0, place_of(event.key.keysym.scancode)};
      input.kind = event.type == SDL_KEYDOWN ? Input::Kind::key_down : Input::Kind::key_up;
      input.key = key_of(event.key.keysym.sym);
      if (input.key == Key::none) input.key = walking_key(event.key.keysym.scancode);
      if (input.key == Key::none) return std::nullopt;
      input.repeated = key.repeated;
      input.shift = (event.key.keysym.mod & KMOD_SHIFT) != 0;
      return input;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      input.kind = event.type == SDL_MOUSEBUTTONDOWN ? Input::Kind::button_down : Input::Kind::button_up;
      input.button = button_of(event.button.button);
      input.x = static_cast<float>(event.button.x) * scale;
      input.y = static_cast<float>(event.button.y) * scale;
      if (input.button == 0) return std::nullopt;
      return input;
    case SDL_MOUSEMOTION:
      input.kind = Input::Kind::motion;
      input.x = static_cast<float>(event.motion.x) * scale;
      input.y = static_cast<float>(event.motion.y) * scale;
      return input;
    case SDL_MOUSEWHEEL:
      input.kind = Input::Kind::wheel;
      input.x = static_cast<float>(event.wheel.mouseX) * scale;
      input.y = static_cast<float>(event.wheel.mouseY) * scale;
      input.wheel = event.wheel.preciseY;
      return input;
    default:
      return std::nullopt;
  }
}

struct SdlWindow::Handles {
  SDL_Window* window = nullptr;
  SDL_GLContext context = nullptr;
  bool is_gone = false;  ///< the window is gone, so nothing of it can be closed

  explicit Handles(bool needs_x11) {
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "0");  // a match is watched without touching keys
    if (needs_x11) SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11");
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    // Without a display only the console's own screen is left; SDL would fall back to invisible drawing.
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") && !is_set("SDL_VIDEODRIVER"))
      SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "kmsdrm", SDL_HINT_OVERRIDE);
    constexpr const char* kNoScreen = "there is no screen to open a window on (set DISPLAY or WAYLAND_DISPLAY)";
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) fail(kNoScreen);
    if (const char* driver = SDL_GetCurrentVideoDriver(); driver && draws_for_nobody(driver)) {
      SDL_QuitSubSystem(SDL_INIT_VIDEO);
      SDL_SetError("only a driver without a screen starts");
      fail(kNoScreen);
    }
  }
  ~Handles() {
    if (is_gone) return;
    close();
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
  }
  void close() {
    if (context) SDL_GL_DeleteContext(context);
    if (window) SDL_DestroyWindow(window);
    context = nullptr;
    window = nullptr;
  }
  /// Returns false if this machine does not support it. `flags`: SDL's, for the window.
  bool open(const char* title, int width, int height, Uint32 flags) {
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
    window = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                              SDL_WINDOW_OPENGL | SDL_WINDOW_ALLOW_HIGHDPI | flags);
    if (window) context = SDL_GL_CreateContext(window);
    if (!context) close();
    return context != nullptr;
  }
};

SdlWindow::SdlWindow(const char* title, int width, int height, unsigned long parent)
    : handles_(std::make_unique<Handles>(parent != 0)) {
  const Uint32 flags = parent != 0 ? SDL_WINDOW_HIDDEN | SDL_WINDOW_BORDERLESS : SDL_WINDOW_RESIZABLE;
  if (!handles_->open(title, width, height, flags)) fail("there is no OpenGL 3.3 for a window");
  if (parent != 0)
    embed(parent);
  else
    SDL_SetWindowMinimumSize(handles_->window, 320, 240);
  SDL_GL_SetSwapInterval(1);
  SDL_StartTextInput();
}

SdlWindow::~SdlWindow() {
  // SDL would wait for ever for the hiding of a window that X11 has destroyed with its parent.
  if (lost_parent_) handles_->is_gone = true;
}

void SdlWindow::embed(unsigned long parent) {
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  if (!SDL_GetWindowWMInfo(handles_->window, &info) || info.subsystem != SDL_SYSWM_X11)
    throw std::runtime_error("only windows of X11 can have a window in them");
  parent_ = std::make_unique<X11Parent>(info.info.x11.display, parent, info.info.x11.window);
  SDL_ShowWindow(handles_->window);
}

int SdlWindow::width() const {
  int width = 1, height = 1;
  SDL_GL_GetDrawableSize(handles_->window, &width, &height);
  return width > 0 ? width : 1;
}

int SdlWindow::height() const {
  int width = 1, height = 1;
  SDL_GL_GetDrawableSize(handles_->window, &width, &height);
  return height > 0 ? height : 1;
}

std::optional<Input> SdlWindow::next_input(double longest) {
  SDL_Event event;
  if (parent_ && !lost_parent_ && !parent_->follow()) {
    lost_parent_ = true;
    Input closed;
    closed.kind = Input::Kind::quit;
    return closed;
  }
  int units = 1, none = 1;
  SDL_GetWindowSize(handles_->window, &units, &none);
  const float scale = static_cast<float>(width()) / static_cast<float>(units > 0 ? units : 1);
  bool found = longest > 0 ? SDL_WaitEventTimeout(&event, static_cast<int>(longest * 1000) + 1) != 0
                           : SDL_PollEvent(&event) != 0;
  while (found) {
    // The window manager gives the focus to the window around this one.
    if (parent_ && event.type == SDL_MOUSEBUTTONDOWN) parent_->take_keys();
    if (const auto input = input_of(event, scale, key_)) return input;
    found = SDL_PollEvent(&event) != 0;
  }
  return std::nullopt;
}

void SdlWindow::set_full_screen(bool full) {
  if (full == full_screen_ || parent_) return;
  full_screen_ = full;
  SDL_SetWindowFullscreen(handles_->window, full ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

void SdlWindow::set_title(const std::string& title) {
  SDL_SetWindowTitle(handles_->window, title.c_str());
}

void SdlWindow::show() {
  SDL_GL_SwapWindow(handles_->window);
}

}  // namespace monitor
