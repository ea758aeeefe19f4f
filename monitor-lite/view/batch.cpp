// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/batch.h"

#include <epoxy/gl.h>

#include <cstddef>

#include "monitor-lite/view/vertex_layout.h"

namespace monitor {
namespace {

constexpr float kSquare[] = {-1, -1, 1, -1, -1, 1, 1, 1};

}  // namespace

Batch::Batch() {
  glGenVertexArrays(1, &vertices_);
  glGenBuffers(1, &square_);
  glGenBuffers(1, &buffer_);
  glBindVertexArray(vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, square_);
  glBufferData(GL_ARRAY_BUFFER, sizeof kSquare, kSquare, GL_STATIC_DRAW);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  lay_out_floats(1, 4, sizeof(Thing), offsetof(Thing, centre));
  lay_out_floats(2, 3, sizeof(Thing), offsetof(Thing, size));
  lay_out_floats(3, 4, sizeof(Thing), offsetof(Thing, colour));
  for (unsigned attribute = 0; attribute < 4; ++attribute) glEnableVertexAttribArray(attribute);
  for (unsigned attribute = 1; attribute < 4; ++attribute) glVertexAttribDivisor(attribute, 1);
}

Batch::~Batch() {
  glDeleteVertexArrays(1, &vertices_);
  glDeleteBuffers(1, &square_);
  glDeleteBuffers(1, &buffer_);
}

void Batch::draw() {
  if (things_.empty()) return;
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(things_.size() * sizeof(Thing)), things_.data(),
               GL_STREAM_DRAW);
  glBindVertexArray(vertices_);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<int>(things_.size()));
  things_.clear();
}

}  // namespace monitor
