// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/painter.h"

#include <epoxy/gl.h>

#include <cmath>
#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <stdexcept>
#include <string>

namespace monitor {
namespace {

constexpr const char* kSolidVertex = R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 direction;
uniform mat4 view, model;
out vec3 normal;
void main() {
  normal = mat3(model) * direction;
  gl_Position = view * model * vec4(position, 1.0);
})";
constexpr const char* kSolidFragment = R"(#version 330 core
in vec3 normal;
uniform vec4 colour;
uniform float light;
out vec4 pixel;
void main() {
  vec3 n = normalize(normal);
  float sun = max(dot(n, normalize(vec3(-0.35, -0.55, 0.76))), 0.0);
  float sky = 0.5 + 0.5 * n.z;
  pixel = vec4(colour.rgb * mix(1.0, 0.30 + 0.25 * sky + 0.60 * sun, light), colour.a);
})";
constexpr const char* kLetterVertex = R"(#version 330 core
layout(location = 0) in vec4 place;
uniform vec2 size;
out vec2 at;
void main() {
  at = place.zw;
  gl_Position = vec4(place.x / size.x * 2.0 - 1.0, 1.0 - place.y / size.y * 2.0, 0.0, 1.0);
})";
constexpr const char* kLetterFragment = R"(#version 330 core
in vec2 at;
uniform sampler2D glyphs;
uniform vec4 colour;
uniform float solid;
out vec4 pixel;
void main() { pixel = vec4(colour.rgb, colour.a * max(solid, texture(glyphs, at).r)); })";

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

unsigned link(const char* vertex, const char* fragment) {
  const unsigned program = glCreateProgram();
  const unsigned parts[] = {compile(GL_VERTEX_SHADER, vertex), compile(GL_FRAGMENT_SHADER, fragment)};
  for (const unsigned part : parts) glAttachShader(program, part);
  glLinkProgram(program);
  for (const unsigned part : parts) glDeleteShader(part);
  return program;
}

/// Positions and normals, taking turns.
std::vector<glm::vec3> make_sphere() {
  constexpr int kRows = 16, kColumns = 32;
  std::vector<glm::vec3> mesh;
  const auto point = [](int row, int column) {
    const float polar = glm::pi<float>() * static_cast<float>(row) / kRows;
    const float around = glm::two_pi<float>() * static_cast<float>(column) / kColumns;
    return glm::vec3(std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around), std::cos(polar));
  };
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column)
      for (const glm::vec3& p : {point(row, column), point(row + 1, column), point(row + 1, column + 1),
                                 point(row, column), point(row + 1, column + 1), point(row, column + 1)})
        mesh.insert(mesh.end(), {p, p});
  return mesh;
}

std::vector<glm::vec3> make_box() {
  std::vector<glm::vec3> mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-0.5F, 0.5F}) {
      glm::vec3 normal(0), a(0), b(0);
      normal[axis] = side * 2;
      a[(axis + 1) % 3] = 0.5F;
      b[(axis + 2) % 3] = 0.5F;
      const glm::vec3 c = normal * 0.5F;
      for (const glm::vec3& p : {c - a - b, c + a - b, c + a + b, c - a - b, c + a + b, c - a + b})
        mesh.insert(mesh.end(), {p, normal});
    }
  return mesh;
}

std::vector<glm::vec3> make_square() {
  std::vector<glm::vec3> mesh;
  for (const glm::vec2& p : {glm::vec2(-0.5, -0.5), {0.5, -0.5}, {0.5, 0.5}, {-0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}})
    mesh.insert(mesh.end(), {glm::vec3(p, 0), glm::vec3(0, 0, 1)});
  return mesh;
}

constexpr int kSectors = 64;

}  // namespace

Painter::Painter(const Font& font) : font_(font) {
  solid_ = link(kSolidVertex, kSolidFragment);
  letters_ = link(kLetterVertex, kLetterFragment);
  sphere_ = upload(make_sphere());
  box_ = upload(make_box());
  square_ = upload(make_square());
  glGenVertexArrays(1, &disc_.vertices);
  glGenBuffers(1, &disc_.buffer);
  glGenVertexArrays(1, &text_vertices_);
  glGenBuffers(1, &text_buffer_);
  glGenTextures(1, &glyphs_);
  glBindTexture(GL_TEXTURE_2D, glyphs_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  const std::vector<unsigned char> none(static_cast<std::size_t>(Font::kSide) * Font::kSide);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, Font::kSide, Font::kSide, 0, GL_RED, GL_UNSIGNED_BYTE,
               font.found() ? font.pixels().data() : none.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

Painter::~Painter() {
  for (Mesh* mesh : {&sphere_, &box_, &square_, &disc_}) {
    glDeleteVertexArrays(1, &mesh->vertices);
    glDeleteBuffers(1, &mesh->buffer);
  }
  glDeleteVertexArrays(1, &text_vertices_);
  glDeleteBuffers(1, &text_buffer_);
  glDeleteTextures(1, &glyphs_);
  glDeleteProgram(solid_);
  glDeleteProgram(letters_);
}

Painter::Mesh Painter::upload(const std::vector<glm::vec3>& data) {
  Mesh mesh;
  glGenVertexArrays(1, &mesh.vertices);
  glGenBuffers(1, &mesh.buffer);
  fill(mesh, data, GL_STATIC_DRAW);
  return mesh;
}

void Painter::fill(Mesh& mesh, const std::vector<glm::vec3>& data, unsigned usage) {
  mesh.count = static_cast<int>(data.size() / 2);
  glBindVertexArray(mesh.vertices);
  glBindBuffer(GL_ARRAY_BUFFER, mesh.buffer);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.size() * sizeof(glm::vec3)), data.data(), usage);
  for (const unsigned attribute : {0U, 1U}) {
    glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(attribute, 3, GL_FLOAT, GL_FALSE, 2 * sizeof(glm::vec3),
                          reinterpret_cast<const void*>(attribute * sizeof(glm::vec3)));
  }
}

void Painter::begin(int width, int height, const glm::mat4& view, const glm::vec4& background) {
  view_ = view;
  size_ = {width, height};
  glViewport(0, 0, width, height);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_MULTISAMPLE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_TRUE);
  glClearColor(background.r, background.g, background.b, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glUseProgram(solid_);
  glUniformMatrix4fv(glGetUniformLocation(solid_, "view"), 1, GL_FALSE, glm::value_ptr(view_));
}

void Painter::layer(Layer layer) {
  layer == Layer::ground ? glDisable(GL_DEPTH_TEST) : glEnable(GL_DEPTH_TEST);
  glDepthMask(layer == Layer::glass ? GL_FALSE : GL_TRUE);
}

void Painter::draw(const Mesh& mesh, const glm::mat4& model, const glm::vec4& colour, bool lit) const {
  glUniformMatrix4fv(glGetUniformLocation(solid_, "model"), 1, GL_FALSE, glm::value_ptr(model));
  glUniform4fv(glGetUniformLocation(solid_, "colour"), 1, glm::value_ptr(colour));
  glUniform1f(glGetUniformLocation(solid_, "light"), lit ? 1.0F : 0.0F);
  glBindVertexArray(mesh.vertices);
  glDrawArrays(GL_TRIANGLES, 0, mesh.count);
}

void Painter::sphere(const glm::vec3& centre, float radius, const glm::vec4& colour) {
  draw(sphere_, glm::scale(glm::translate(glm::mat4(1), centre), glm::vec3(radius)), colour, true);
}

void Painter::box(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour) {
  draw(box_, glm::scale(glm::translate(glm::mat4(1), centre), size), colour, true);
}

void Painter::rectangle(const glm::vec2& centre, const glm::vec2& size, float height, const glm::vec4& colour) {
  const glm::mat4 place = glm::translate(glm::mat4(1), glm::vec3(centre, height));
  draw(square_, glm::scale(place, glm::vec3(size, 1)), colour, false);
}

void Painter::ring(const glm::vec2& centre, float inner, float outer, float height, const glm::vec4& colour) {
  std::vector<glm::vec3> data;
  const auto point = [&](int i, float radius) {
    const float angle = glm::two_pi<float>() * static_cast<float>(i) / kSectors;
    return glm::vec3(std::cos(angle) * radius, std::sin(angle) * radius, 0);
  };
  for (int i = 0; i < kSectors; ++i)
    for (const glm::vec3& p : {point(i, inner), point(i, outer), point(i + 1, outer), point(i, inner),
                               point(i + 1, outer), point(i + 1, inner)})
      data.insert(data.end(), {p, glm::vec3(0, 0, 1)});
  fill(disc_, data, GL_STREAM_DRAW);
  draw(disc_, glm::translate(glm::mat4(1), glm::vec3(centre, height)), colour, false);
}

void Painter::begin_overlay() {
  glDisable(GL_DEPTH_TEST);
  glUseProgram(letters_);
  glUniform2fv(glGetUniformLocation(letters_, "size"), 1, glm::value_ptr(size_));
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, glyphs_);
  glUniform1i(glGetUniformLocation(letters_, "glyphs"), 0);
  glBindVertexArray(text_vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, text_buffer_);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
}

void Painter::panel(float x, float y, float width, float height, const glm::vec4& colour) {
  const float corners[][4] = {{x, y, 0, 0}, {x + width, y, 0, 0},          {x + width, y + height, 0, 0},
                              {x, y, 0, 0}, {x + width, y + height, 0, 0}, {x, y + height, 0, 0}};
  glUniform4fv(glGetUniformLocation(letters_, "colour"), 1, glm::value_ptr(colour));
  glUniform1f(glGetUniformLocation(letters_, "solid"), 1.0F);
  glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STREAM_DRAW);
  glDrawArrays(GL_TRIANGLES, 0, 6);
}

void Painter::text(std::string_view words, float x, float y, float size, const glm::vec4& colour, float align) {
  x -= align * text_width(words, size);
  std::vector<glm::vec4> corners;
  for (const char letter : words) {
    const Font::Glyph& g = font_.glyph(letter);
    const float l = x + g.left * size, t = y + g.top * size, r = l + g.width * size, b = t + g.height * size;
    corners.insert(corners.end(), {glm::vec4(l, t, g.u0, g.v0),
                                   {r, t, g.u1, g.v0},
                                   {r, b, g.u1, g.v1},
                                   {l, t, g.u0, g.v0},
                                   {r, b, g.u1, g.v1},
                                   {l, b, g.u0, g.v1}});
    x += g.advance * size;
  }
  if (corners.empty()) return;
  glUniform4fv(glGetUniformLocation(letters_, "colour"), 1, glm::value_ptr(colour));
  glUniform1f(glGetUniformLocation(letters_, "solid"), 0.0F);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(glm::vec4)), corners.data(),
               GL_STREAM_DRAW);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<int>(corners.size()));
}

bool Painter::project(const glm::vec3& place, glm::vec2& pixel) const {
  const glm::vec4 clip = view_ * glm::vec4(place, 1);
  if (clip.w <= 0.01F) return false;
  pixel = {(clip.x / clip.w + 1) / 2 * size_.x, (1 - clip.y / clip.w) / 2 * size_.y};
  return true;
}

}  // namespace monitor
