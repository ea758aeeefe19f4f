// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/world_view.h"

#include <algorithm>
#include <cmath>

namespace monitor {
namespace {

constexpr glm::vec4 kShadow{0, 0, 0, 0.45F};
constexpr float kPlayer = 7.0F;     ///< least radius of a player, pixels in 720 lines
constexpr float kInTheAir = 0.25F;  ///< m between ball and ground

glm::vec3 vec(const Point& p) {
  return {p.x, p.y, p.z};
}

}  // namespace

float WorldView::at_least(float metres, float pixels, const glm::vec3& place) const {
  return std::max(metres, pixels * camera_.pixel_size(place, height_) * static_cast<float>(height_) / 720.0F);
}

void WorldView::draw(const Game& game, const Snapshot& snapshot, const Camera& camera, int width, int height) {
  game_ = &game;
  now_ = &snapshot;
  camera_ = camera;
  height_ = height;
  view_ = camera.matrix(static_cast<float>(width) / static_cast<float>(height));
  const glm::vec4 eye = camera.flat ? glm::vec4(0, 0, 1, 0) : glm::vec4(camera.eye, 1);
  painter_.begin(width, height, view_, eye, palette_.sky);
  draw_field();
  painter_.layer(Painter::Layer::ground);
  for (const Player& player : snapshot.players)
    if (player.created) draw_on_ground(player);
  draw_below_ball();
  painter_.layer(Painter::Layer::solid);
  draw_walls();
  for (const float side : {-1.0F, 1.0F}) draw_goal(side);
  for (const Player& player : snapshot.players)
    if (player.created) draw_player(player);
  draw_ball();
  painter_.layer(Painter::Layer::glass);
  for (const float side : {-1.0F, 1.0F}) draw_net(side);
}

void WorldView::draw_field() {
  const Ground::Colours colours{palette_.grass, palette_.stripe, palette_.outside,
                                palette_.lines, palette_.left,   palette_.right};
  ground_.draw(view_, *game_, colours, height_);
}

void WorldView::draw_walls() {
  const auto length = static_cast<float>(game_->field_length), width = static_cast<float>(game_->field_width);
  const auto border = static_cast<float>(game_->border_size) / 2;
  const float x = length / 2, y = width / 2;
  for (const float side : {-1.0F, 1.0F}) {
    painter_.box({side * (x + border), 0, 0.3F}, {0.12F, width + 2 * border, 0.6F}, {0.32F, 0.36F, 0.40F, 1});
    painter_.box({0, side * (y + border), 0.3F}, {length + 2 * border, 0.12F, 0.6F}, {0.32F, 0.36F, 0.40F, 1});
  }
}

void WorldView::draw_goal(float side) {
  const auto width = static_cast<float>(game_->goal_width), height = static_cast<float>(game_->goal_height);
  const auto depth = static_cast<float>(game_->goal_depth);
  const float front = side * static_cast<float>(game_->field_length) / 2;
  const float bar = at_least(0.10F, 2.0F, {front, 0, height});
  const glm::vec4& team = side < 0 ? palette_.left : palette_.right;
  const glm::vec4 frame = glm::mix(palette_.lines, team, 0.35F);
  for (const float post : {-1.0F, 1.0F}) {
    const float y = post * (width + bar) / 2;
    painter_.box({front, y, height / 2}, {bar, bar, height}, frame);
    painter_.box({front + side * depth, y, height / 2}, {bar / 2, bar / 2, height}, frame);
    painter_.box({front + side * depth / 2, y, height}, {depth, bar / 2, bar / 2}, frame);
  }
  painter_.box({front, 0, height + bar / 2}, {bar, width + 2 * bar, bar}, frame);
  painter_.box({front + side * depth, 0, height}, {bar / 2, width + bar, bar / 2}, frame);
}

void WorldView::draw_net(float side) {
  const auto width = static_cast<float>(game_->goal_width), height = static_cast<float>(game_->goal_height);
  const auto depth = static_cast<float>(game_->goal_depth);
  const float front = side * static_cast<float>(game_->field_length) / 2;
  // Roof, back and sides.
  const glm::vec4 net{0.9F, 0.95F, 1.0F, 0.13F};
  painter_.box({front + side * depth, 0, height / 2}, {0.02F, width, height}, net);
  painter_.box({front + side * depth / 2, 0, height}, {depth, width, 0.02F}, net);
  for (const float post : {-1.0F, 1.0F})
    painter_.box({front + side * depth / 2, post * width / 2, height / 2}, {depth, 0.02F, height}, net);
}

void WorldView::draw_on_ground(const Player& player) {
  const glm::vec3 place = vec(player.position);
  const float radius = at_least(static_cast<float>(game_->agent_radius), kPlayer, place);
  const glm::vec2 ground(place.x, place.y);
  painter_.ring(ground, 0, radius * 1.05F, 0.01F, kShadow);
  if (player.last_toucher) painter_.ring(ground, radius * 1.35F, radius * 1.75F, 0.012F, {1, 1, 1, 0.95F});
}

void WorldView::draw_player(const Player& player) {
  const glm::vec3 place = vec(player.position);
  const float radius = at_least(static_cast<float>(game_->agent_radius), kPlayer, place);
  // A player who is drawn larger than he is stands on the ground all the same.
  const float lift = std::max(0.0F, radius - static_cast<float>(game_->agent_radius));
  painter_.sphere(place + glm::vec3(0, 0, lift), radius, palette_.of(player.side));
}

void WorldView::draw_below_ball() {
  const glm::vec3 place = vec(now_->ball);
  const auto size = static_cast<float>(game_->ball_radius);
  const float radius = at_least(size, 3.6F, place);
  const glm::vec2 ground(place.x, place.y);
  const float height = place.z - size;
  painter_.ring(ground, 0, radius * 1.15F, 0.014F, kShadow);
  if (height <= kInTheAir) return;
  // A ring on the ground that grows with the height.
  const float ring = radius * (1.5F + height * 0.35F);
  painter_.ring(ground, ring, ring + at_least(0.06F, 1.6F, place), 0.016F, {1, 1, 1, 0.8F});
}

void WorldView::draw_ball() {
  const glm::vec3 place = vec(now_->ball);
  const auto size = static_cast<float>(game_->ball_radius);
  const float radius = at_least(size, 3.6F, place);
  if (place.z - size > kInTheAir) {
    const float width = at_least(0.03F, 1.0F, place);  // a plumb line
    painter_.box({place.x, place.y, place.z / 2}, {width, width, place.z}, {1, 1, 1, 0.55F});
  }
  painter_.sphere(place + glm::vec3(0, 0, radius - size), radius, palette_.ball);
}

bool WorldView::above(const Player& player, float size, glm::vec2& pixel) const {
  const glm::vec3 place = vec(player.position);
  const float radius = at_least(static_cast<float>(game_->agent_radius), kPlayer, place);
  const glm::vec3 way = camera_.flat ? glm::vec3(0, radius * 2.0F, 0) : glm::vec3(0, 0, radius * 2.6F);
  if (!player.created || !painter_.project(place + way, pixel)) return false;
  pixel.y -= size * 0.5F;
  return true;
}

}  // namespace monitor
