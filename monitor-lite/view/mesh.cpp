// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/mesh.h"

#include <epoxy/gl.h>

#include <cstddef>

#include "monitor-lite/view/vertex_layout.h"

namespace monitor {

Mesh::Mesh(std::span<const Vertex> vertices, std::span<const Triangle> triangles, bool is_solid)
    : count_(static_cast<int>(triangles.size() * 3)), is_solid_(is_solid) {
  glGenVertexArrays(1, &arrays_);
  glGenBuffers(2, buffers_);
  glBindVertexArray(arrays_);
  glBindBuffer(GL_ARRAY_BUFFER, buffers_[0]);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size_bytes()), vertices.data(), GL_STATIC_DRAW);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers_[1]);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(triangles.size_bytes()), triangles.data(),
               GL_STATIC_DRAW);
  for (const unsigned attribute : {0U, 1U, 2U, 3U}) glEnableVertexAttribArray(attribute);
  lay_out_floats(0, 3, sizeof(Vertex), offsetof(Vertex, place));
  lay_out_floats(1, 3, sizeof(Vertex), offsetof(Vertex, normal));
  lay_out_floats(2, 3, sizeof(Vertex), offsetof(Vertex, colour));
  lay_out_floats(3, 2, sizeof(Vertex), offsetof(Vertex, texture));
}

Mesh::~Mesh() {
  glDeleteVertexArrays(1, &arrays_);
  glDeleteBuffers(2, buffers_);
}

void Mesh::draw() const {
  glBindVertexArray(arrays_);
  glDrawElements(GL_TRIANGLES, count_, GL_UNSIGNED_INT, nullptr);
}

}  // namespace monitor
