// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/world_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <vector>

namespace monitor {
namespace {

// Minimum radii in units.
constexpr float kPlayer = 7.0F;
constexpr float kBall = 4.8F;
constexpr float kInTheAir = 0.25F;  ///< m between ball and ground
constexpr float kAboveAll = 20.0F;  ///< m

// The halo is shown while the ball is drawn smaller than this, in units.
constexpr float kHaloNeeded = 15.0F;
constexpr float kHaloFades = 8.0F;
constexpr float kHaloGap = 4.5F;  ///< between ball and halo

glm::vec3 vec(const Point& p) {
  return {p.x, p.y, p.z};
}

glm::vec4 faded(const glm::vec4& colour, float opacity) {
  return {colour.r, colour.g, colour.b, colour.a * opacity};
}

}  // namespace

float WorldView::at_least(float metres, float pixels, const glm::vec3& place) const {
  return std::max(metres, pixels * camera_.pixel_size(place, height_) * unit());
}

float WorldView::player_radius(const Player& player) const {
  return at_least(static_cast<float>(game_->agent_radius), kPlayer, vec(player.position));
}

float WorldView::ball_radius(const glm::vec3& place) const {
  return at_least(static_cast<float>(game_->ball_radius), kBall, place);
}

void WorldView::draw(const Game& game, const Snapshot& snapshot, const Camera& camera, int width, int height,
                     const Player* followed) {
  game_ = &game;
  now_ = &snapshot;
  followed_ = followed;
  camera_ = camera;
  width_ = width;
  height_ = height;
  view_ = camera.matrix(static_cast<float>(width) / static_cast<float>(height));
  const glm::vec4 eye = camera.flat ? glm::vec4(0, 0, 1, 0) : glm::vec4(camera.eye, 1);
  painter_.begin(width, height, view_, eye, palette_.sky);
  if (game.has_bodies) return draw_bodies();
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
  draw_nets();
}

void WorldView::draw_field() {
  const Ground::Colours colours{palette_.grass, palette_.stripe, palette_.outside, palette_.lines, palette_.left,
                                palette_.right, palette_.haze,   palette_.sky,     palette_.trees};
  ground_.draw(view_, camera_, *game_, colours, {width_, height_});
}

void WorldView::draw_walls() {
  const auto length = static_cast<float>(game_->field_length), width = static_cast<float>(game_->field_width);
  const auto border = static_cast<float>(game_->border_size) / 2;
  const float x = length / 2, y = width / 2;
  for (const float side : {-1.0F, 1.0F}) {
    painter_.box({side * (x + border), 0, 0.3F}, {0.12F, width + 2 * border, 0.6F}, palette_.wall);
    painter_.box({0, side * (y + border), 0.3F}, {length + 2 * border, 0.12F, 0.6F}, palette_.wall);
  }
}

void WorldView::draw_shadow(const glm::vec3& place, float radius) {
  // As under a wide sky, the shadow is wider and fainter the higher the object is.
  const float height = std::max(0.0F, place.z - radius);
  const float wider = 1.0F + 0.5F * height, fainter = 1.0F / (1.0F + 0.8F * height);
  const glm::vec2 ground(place.x, place.y + 0.35F * radius);
  painter_.ring(ground, 0, radius * 1.75F * wider, 0.01F, {0, 0.02F, 0, 0.62F * fainter}, 0.85F);
}

void WorldView::draw_on_ground(const Player& player) {
  const glm::vec3 place = vec(player.position);
  const float radius = player_radius(player);
  const glm::vec2 ground(place.x, place.y);
  draw_shadow({ground, place.z + radius - static_cast<float>(game_->agent_radius)}, radius);
  if (&player == followed_) painter_.ring(ground, radius * 2.0F, radius * 2.5F, 0.012F, palette_.chosen);
  if (player.last_toucher) painter_.ring(ground, radius * 1.35F, radius * 1.75F, 0.012F, {1, 1, 1, 0.95F});
}

void WorldView::draw_player(const Player& player) {
  const glm::vec3 place = vec(player.position);
  const float radius = player_radius(player);
  // A player who is drawn larger than life still stands on the ground.
  const float lift = std::max(0.0F, radius - static_cast<float>(game_->agent_radius));
  painter_.sphere(place + glm::vec3(0, 0, lift), radius, palette_.of(player.side));
}

void WorldView::draw_below_ball() {
  const glm::vec3 place = vec(now_->ball);
  const auto size = static_cast<float>(game_->ball_radius);
  const float radius = ball_radius(place);
  const float height = place.z - size;
  draw_shadow({place.x, place.y, radius + height}, radius);
  if (height <= kInTheAir) return;
  // A ring on the ground that grows with the height of the ball.
  const float ring = radius * (1.5F + height * 0.35F);
  painter_.ring({place.x, place.y}, ring, ring + at_least(0.06F, 1.6F, place), 0.016F, {1, 1, 1, 0.8F});
}

void WorldView::draw_ball() {
  const glm::vec3 place = vec(now_->ball);
  const auto size = static_cast<float>(game_->ball_radius);
  const float radius = ball_radius(place);
  if (place.z - size > kInTheAir) {
    const float width = at_least(0.03F, 1.0F, place);  // a plumb line
    painter_.box({place.x, place.y, place.z / 2}, {width, width, place.z}, {1, 1, 1, 0.55F});
  }
  // On a map the ball is drawn over the players, who are drawn larger than they are.
  const float lift = camera_.flat ? kAboveAll : radius - size;
  painter_.sphere(place + glm::vec3(0, 0, lift), radius, palette_.ball);
}

void WorldView::mark_ball() {
  const glm::vec3 place = vec(now_->ball);
  const float radius = ball_radius(place), pixel = camera_.pixel_size(place, height_);
  glm::vec2 centre;
  if (!painter_.project(place + glm::vec3(0, 0, radius - static_cast<float>(game_->ball_radius)), centre)) return;
  const float drawn = radius / std::max(pixel, 1e-6F) / unit();
  const float needed = std::clamp((kHaloNeeded - drawn) / kHaloFades, 0.0F, 1.0F);
  draw_trail(drawn * unit());
  if (needed <= 0) return;
  constexpr std::size_t kKnots = 33;
  std::array<Overlay::Knot, kKnots> dark, bright;
  for (std::size_t i = 0; i < kKnots; ++i) {
    const float turn = static_cast<float>(i) / (kKnots - 1) * glm::two_pi<float>();
    const glm::vec2 rim = centre + (drawn + kHaloGap) * unit() * glm::vec2(std::cos(turn), std::sin(turn));
    dark[i] = {rim, 2.0F * unit(), {0, 0, 0, 0.35F * needed}};
    bright[i] = {rim, 1.1F * unit(), faded(palette_.halo, 0.95F * needed)};
  }
  painter_.ribbon(dark);
  painter_.ribbon(bright);
}

void WorldView::draw_trail(float width) {
  std::vector<Overlay::Knot> knots;
  std::vector<Point> places = now_->ball_trail;
  if (places.empty()) return;
  places.push_back(now_->ball);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const glm::vec3 place = vec(places[i]);
    glm::vec2 pixel;
    if (!painter_.project(place + glm::vec3(0, 0, ball_radius(place) - static_cast<float>(game_->ball_radius)),
                          pixel)) {
      knots.clear();  // behind the camera
      continue;
    }
    const float share = static_cast<float>(i) / static_cast<float>(places.size() - 1);
    knots.push_back({pixel, width * (0.15F + 0.6F * share), faded(palette_.halo, 0.9F * share)});
  }
  if (knots.size() < 2) return;
  // The trail ends at the ball's rim.
  Overlay::Knot& last = knots.back();
  const glm::vec2 way = knots[knots.size() - 2].place - last.place;
  const float length = glm::length(way);
  if (length <= width) {
    knots.pop_back();
  } else {
    last.place += way / length * width;
  }
  painter_.ribbon(knots);
}

bool WorldView::above(const Player& player, float size, glm::vec2& pixel) const {
  const glm::vec3 place = vec(player.position);
  const float radius = player_radius(player);
  const glm::vec3 way = camera_.flat ? glm::vec3(0, radius * 2.0F, 0) : glm::vec3(0, 0, radius * 2.6F);
  if (!player.created || !painter_.project(place + way, pixel)) return false;
  pixel.y -= size * 0.5F;
  return true;
}

void WorldView::draw_bodies() {
  // On this plain the field and everything around it has the land's colour, and its edge is far away.
  const glm::vec4& plain = palette_.outside;
  const Ground::Colours colours{plain, plain, plain, plain, plain, plain, palette_.haze, palette_.sky, palette_.trees};
  Game far;
  far.field_length = far.field_width = 2000;
  far.border_size = 0;
  ground_.draw(view_, camera_, far, colours, {width_, height_});
  painter_.layer(Painter::Layer::ground);
  bodies_.draw_on_ground(*now_);
  painter_.layer(Painter::Layer::solid);
  bodies_.draw_solid(*now_, camera_, {width_, height_});
  painter_.layer(Painter::Layer::glass);
  bodies_.draw_glass(*now_);
}

void WorldView::mark_bodies() {
  const float size = 14.0F * unit();
  bodies_.draw_joints(*now_, unit());
  bodies_.draw_labels(*now_, size);
  bodies_.draw_scale(*now_, size, {width_, height_});
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
    // The post ends inside the bar: two smooth edges that only touch would show a seam.
    painter_.box({front, y, (height + bar) / 2}, {bar, bar, height + bar}, frame);
    painter_.box({front + side * depth, y, height / 2}, {bar / 2, bar / 2, height}, frame);
    painter_.box({front + side * depth / 2, y, height}, {depth, bar / 2, bar / 2}, frame);
  }
  painter_.box({front, 0, height + bar / 2}, {bar, width + 2 * bar, bar}, frame);
  painter_.box({front + side * depth, 0, height}, {bar / 2, width + bar, bar / 2}, frame);
}

void WorldView::draw_nets() {
  struct Panel {
    glm::vec3 centre, size;
  };
  const auto width = static_cast<float>(game_->goal_width), height = static_cast<float>(game_->goal_height);
  const auto depth = static_cast<float>(game_->goal_depth);
  std::vector<Panel> panels;
  for (const float side : {-1.0F, 1.0F}) {
    const float front = side * static_cast<float>(game_->field_length) / 2;
    panels.push_back({{front + side * depth, 0, height / 2}, {0, width, height}});
    panels.push_back({{front + side * depth / 2, 0, height}, {depth, width, 0}});
    for (const float post : {-1.0F, 1.0F})
      panels.push_back({{front + side * depth / 2, post * width / 2, height / 2}, {depth, 0, height}});
  }
  const auto away = [&](const Panel& panel) { return glm::distance(panel.centre, camera_.eye); };
  std::sort(panels.begin(), panels.end(), [&](const Panel& a, const Panel& b) { return away(a) > away(b); });
  for (const Panel& panel : panels) painter_.net(panel.centre, panel.size, {0.93F, 0.95F, 0.97F, 0.85F});
}

}  // namespace monitor
