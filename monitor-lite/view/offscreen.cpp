// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/offscreen.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <stdexcept>

namespace monitor {
struct Offscreen::Context {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  Context() {
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
      display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display == EGL_NO_DISPLAY) display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr))
      throw std::runtime_error("there is no EGL to draw with on this machine");
    eglBindAPI(EGL_OPENGL_API);
    const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    eglChooseConfig(display, wanted, &config, 1, &count);
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    context = eglCreateContext(display, count > 0 ? config : nullptr, EGL_NO_CONTEXT, version);
    if (context == EGL_NO_CONTEXT || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
      throw std::runtime_error("there is no OpenGL 3.3 on this machine");
  }
  ~Context() {
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    eglTerminate(display);
  }
};

Offscreen::Offscreen(int width, int height) : context_(std::make_unique<Context>()) {
  glGenRenderbuffers(2, buffers_);
  glGenFramebuffers(1, &drawn_);
  resize(width, height);
}

void Offscreen::resize(int width, int height) {
  width = std::clamp(width, 1, kMaxPixels);
  height = std::clamp(height, 1, kMaxPixels);
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_);
  if (width == width_ && height == height_) return;
  width_ = width;
  height_ = height;
  const auto store = [&](unsigned buffer, GLenum format, GLenum use) {
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorage(GL_RENDERBUFFER, format, width_, height_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, use, GL_RENDERBUFFER, buffer);
  };
  store(buffers_[0], GL_RGBA8, GL_COLOR_ATTACHMENT0);
  store(buffers_[1], GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw std::runtime_error("this machine cannot draw pictures of that size");
}

Offscreen::~Offscreen() {
  glDeleteFramebuffers(1, &drawn_);
  glDeleteRenderbuffers(2, buffers_);
}

Picture Offscreen::picture() {
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_);
  return read_picture(width_, height_);
}

std::vector<float> Offscreen::depths(float nearest, float farthest) {
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_);
  return read_depths(width_, height_, nearest, farthest);
}

}  // namespace monitor
