// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/x11_parent.h"

#include <X11/Xlib.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <stdexcept>

namespace monitor {
namespace {

int ignore_error(Display* /*display*/, XErrorEvent* /*error*/) {
  return 0;
}

}  // namespace

struct X11Parent::Library {
  Library() : handle(dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL)) {
    if (!handle) throw std::runtime_error(fmt::format("a window cannot be put into another: {}", dlerror()));
    find(set_error_handler, "XSetErrorHandler");
    find(window_attributes, "XGetWindowAttributes");
    find(reparent, "XReparentWindow");
    find(resize, "XResizeWindow");
    find(set_input_focus, "XSetInputFocus");
    find(sync, "XSync");
  }
  ~Library() { dlclose(handle); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  template <typename Function>
  void find(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(dlsym(handle, name));
    if (!function) throw std::runtime_error(fmt::format("libX11 has no {}", name));
  }

  void* handle;
  decltype(XSetErrorHandler)* set_error_handler = nullptr;
  decltype(XGetWindowAttributes)* window_attributes = nullptr;
  decltype(XReparentWindow)* reparent = nullptr;
  decltype(XResizeWindow)* resize = nullptr;
  decltype(XSetInputFocus)* set_input_focus = nullptr;
  decltype(XSync)* sync = nullptr;
};

X11Parent::X11Parent(_XDisplay* display, unsigned long parent, unsigned long child)
    : library_(std::make_unique<Library>()), display_(display), parent_(parent), child_(child) {
  library_->set_error_handler(ignore_error);
  XWindowAttributes attributes;
  if (library_->window_attributes(display_, parent_, &attributes) == 0)
    throw std::runtime_error(fmt::format("there is no window {} (0x{:x}) to draw into", parent, parent));
  library_->reparent(display_, child_, parent_, 0, 0);
  follow();
  library_->sync(display_, False);
}

X11Parent::~X11Parent() = default;

bool X11Parent::follow() {
  XWindowAttributes attributes;
  if (library_->window_attributes(display_, parent_, &attributes) == 0) return false;
  if (attributes.width == width_ && attributes.height == height_) return true;
  width_ = attributes.width, height_ = attributes.height;
  library_->resize(display_, child_, static_cast<unsigned>(width_), static_cast<unsigned>(height_));
  return true;
}

void X11Parent::take_keys() {
  library_->set_input_focus(display_, child_, RevertToParent, CurrentTime);
}

}  // namespace monitor
