// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/shader.h"

#include <epoxy/gl.h>

#include <stdexcept>

namespace monitor {
namespace {

constexpr const char* kDesktop = "#version 330 core\n";
constexpr const char* kEmbedded = "#version 300 es\nprecision highp float;\n";

unsigned compile(GLenum kind, const ShaderText& text, Shader::Dialect dialect) {
  const std::string& body = kind == GL_VERTEX_SHADER ? text.vertex : text.fragment;
  const std::string whole = (dialect == Shader::Dialect::desktop ? kDesktop : kEmbedded) + body;
  const char* source = whole.c_str();
  const unsigned shader = glCreateShader(kind);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  int good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good) return shader;
  char why[512] = {};
  glGetShaderInfoLog(shader, sizeof why, nullptr, why);
  glDeleteShader(shader);
  throw std::runtime_error(std::string("this OpenGL cannot compile the shader \"") + text.name + "\": " + why);
}

}  // namespace

Shader::Shader(const ShaderText& text, Dialect dialect) {
  const unsigned parts[] = {compile(GL_VERTEX_SHADER, text, dialect), compile(GL_FRAGMENT_SHADER, text, dialect)};
  program_ = glCreateProgram();
  for (const unsigned part : parts) glAttachShader(program_, part);
  glLinkProgram(program_);
  for (const unsigned part : parts) glDeleteShader(part);
  int good = 0;
  glGetProgramiv(program_, GL_LINK_STATUS, &good);
  if (good) return;
  char why[512] = {};
  glGetProgramInfoLog(program_, sizeof why, nullptr, why);
  glDeleteProgram(program_);
  throw std::runtime_error(std::string("this OpenGL cannot link the shader \"") + text.name + "\": " + why);
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
