// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>

namespace monitor {
namespace {

bool shows_field(const glm::mat4& view, float x, float y) {
  for (const glm::vec2& corner : {glm::vec2(-x, -y), {x, -y}, {-x, y}, {x, y}}) {
    const glm::vec4 place = view * glm::vec4(corner, 0, 1);
    if (place.w <= 0 || std::abs(place.x / place.w) > 0.98F || place.y / place.w > 0.72F || place.y / place.w < -0.96F)
      return false;
  }
  return true;
}

}  // namespace

glm::mat4 Camera::matrix(float aspect) const {
  const glm::mat4 view = glm::lookAt(eye, target, up);
  const float half = field_of_view / 2;
  const glm::mat4 projection = flat ? glm::ortho(-half * aspect, half * aspect, -half, half, 0.1F, 500.0F)
                                    : glm::perspective(glm::radians(field_of_view), aspect, 0.2F, 1500.0F);
  return projection * view;
}

bool Camera::hit(float x, float y, float aspect, float height, glm::vec3& place) const {
  const glm::mat4 back = glm::inverse(matrix(aspect));
  const glm::vec4 near = back * glm::vec4(x, y, -1, 1), far = back * glm::vec4(x, y, 1, 1);
  const glm::vec3 begin = glm::vec3(near) / near.w, way = glm::vec3(far) / far.w - begin;
  if (std::abs(way.z) < 1e-6F) return false;
  const float share = (height - begin.z) / way.z;
  place = begin + way * share;
  return share >= 0 && share <= 1 && std::isfinite(place.x) && std::isfinite(place.y);
}

float Camera::pixel_size(const glm::vec3& place, int height) const {
  const auto pixels = static_cast<float>(height);
  if (flat) return field_of_view / pixels;
  return 2.0F * glm::distance(eye, place) * std::tan(glm::radians(field_of_view) / 2) / pixels;
}

Camera camera_named(std::string_view name, const Game& game, const Snapshot& snapshot, float aspect) {
  const auto length = static_cast<float>(game.field_length);
  const auto width = static_cast<float>(game.field_width);
  const glm::vec3 ball(snapshot.ball.x, snapshot.ball.y, snapshot.ball.z);
  Camera camera;
  if (name == "top") {
    camera.flat = true;
    // The score board has its place above the field.
    camera.field_of_view = std::max((width + 4) * 1.20F, (length + 8) / aspect);
    camera.eye = {0, camera.field_of_view * 0.055F, 200};
    camera.target = {0, camera.eye.y, 0};
    camera.up = {0, 1, 0};
  } else if (name == "ball") {
    camera.target = {ball.x, ball.y, std::min(ball.z, 3.0F)};
    camera.eye = camera.target + glm::vec3(0, -14, 7);
  } else if (name == "left" || name == "right") {
    const float side = name == "left" ? -1.0F : 1.0F;
    camera.eye = {side * (length / 2 + 15), 0, 13};
    camera.target = {side * (length / 2 - 17), ball.y * 0.25F, 0};
    camera.field_of_view = 50.0F;
  } else {
    camera.target = {0, -width * 0.05F, 0};
    // As far away as the whole field needs, whichever way the picture is long; the score board is above it.
    for (float distance = width / 2; distance < 2000.0F; distance *= 1.03F) {
      camera.eye = camera.target + distance * glm::vec3(0, -0.78F, 0.62F);
      if (shows_field(camera.matrix(aspect), length / 2 + 3, width / 2 + 2)) break;
    }
  }
  return camera;
}

}  // namespace monitor
