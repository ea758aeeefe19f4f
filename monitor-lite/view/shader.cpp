// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/shader.h"

#include <epoxy/gl.h>

#include <stdexcept>
#include <string>

namespace monitor {
namespace {

unsigned compile(GLenum kind, const char* source) {
  const unsigned shader = glCreateShader(kind);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  int good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good) return shader;
  char why[512] = {};
  glGetShaderInfoLog(shader, sizeof why, nullptr, why);
  throw std::runtime_error(std::string("this OpenGL cannot compile our shaders: ") + why);
}

}  // namespace

Shader::Shader(const char* vertex, const char* fragment) : program_(glCreateProgram()) {
  const unsigned parts[] = {compile(GL_VERTEX_SHADER, vertex), compile(GL_FRAGMENT_SHADER, fragment)};
  for (const unsigned part : parts) glAttachShader(program_, part);
  glLinkProgram(program_);
  for (const unsigned part : parts) glDeleteShader(part);
}

Shader::~Shader() {
  glDeleteProgram(program_);
}

void Shader::use() const {
  glUseProgram(program_);
}

int Shader::uniform(const char* name) const {
  return glGetUniformLocation(program_, name);
}

}  // namespace monitor
