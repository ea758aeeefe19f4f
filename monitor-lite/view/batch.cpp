// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/batch.h"

#include <epoxy/gl.h>

#include <cstddef>

namespace monitor {
namespace {

const void* at(std::size_t offset) {
  return reinterpret_cast<const void*>(offset);
}

}  // namespace

std::vector<Batch::Vertex> Batch::square() {
  std::vector<Vertex> mesh;
  for (const glm::vec2& p : {glm::vec2(-1, -1), {1, -1}, {1, 1}, {-1, -1}, {1, 1}, {-1, 1}})
    mesh.push_back({{p, 0}, {0, 0, 1}});
  return mesh;
}

std::vector<Batch::Vertex> Batch::cube() {
  std::vector<Vertex> mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-0.5F, 0.5F}) {
      glm::vec3 normal(0), a(0), b(0);
      normal[axis] = side * 2;
      a[(axis + 1) % 3] = 0.5F;
      b[(axis + 2) % 3] = 0.5F;
      const glm::vec3 c = normal * 0.5F;
      for (const glm::vec3& p : {c - a - b, c + a - b, c + a + b, c - a - b, c + a + b, c - a + b})
        mesh.push_back({p, normal});
    }
  return mesh;
}

Batch::Batch(std::span<const Vertex> triangles) : count_(static_cast<int>(triangles.size())) {
  glGenVertexArrays(1, &vertices_);
  glGenBuffers(1, &mesh_);
  glGenBuffers(1, &buffer_);
  glBindVertexArray(vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, mesh_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(triangles.size_bytes()), triangles.data(), GL_STATIC_DRAW);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(Vertex), at(offsetof(Vertex, position)));
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(Vertex), at(offsetof(Vertex, direction)));
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glVertexAttribPointer(2, 4, GL_FLOAT, GL_FALSE, sizeof(Thing), at(offsetof(Thing, centre)));
  glVertexAttribPointer(3, 3, GL_FLOAT, GL_FALSE, sizeof(Thing), at(offsetof(Thing, size)));
  glVertexAttribPointer(4, 4, GL_FLOAT, GL_FALSE, sizeof(Thing), at(offsetof(Thing, colour)));
  for (unsigned attribute = 0; attribute < 5; ++attribute) glEnableVertexAttribArray(attribute);
  for (unsigned attribute = 2; attribute < 5; ++attribute) glVertexAttribDivisor(attribute, 1);
}

Batch::~Batch() {
  glDeleteVertexArrays(1, &vertices_);
  glDeleteBuffers(1, &mesh_);
  glDeleteBuffers(1, &buffer_);
}

void Batch::draw() {
  if (things_.empty()) return;
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(things_.size() * sizeof(Thing)), things_.data(),
               GL_STREAM_DRAW);
  glBindVertexArray(vertices_);
  glDrawArraysInstanced(GL_TRIANGLES, 0, count_, static_cast<int>(things_.size()));
  things_.clear();
}

}  // namespace monitor
