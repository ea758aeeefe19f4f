// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/drawing_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "spark/core/log.h"

namespace monitor {
namespace {

// Bright on grass, and as different from each other as eight colours can be for colour-blind people, too.
constexpr std::array<glm::vec4, 8> kLayerColours{{{1.00F, 0.93F, 0.30F, 0.95F},
                                                  {0.45F, 0.85F, 1.00F, 0.95F},
                                                  {1.00F, 0.55F, 0.75F, 0.95F},
                                                  {0.95F, 0.95F, 0.98F, 0.95F},
                                                  {1.00F, 0.62F, 0.25F, 0.95F},
                                                  {0.55F, 1.00F, 0.55F, 0.95F},
                                                  {0.78F, 0.65F, 1.00F, 0.95F},
                                                  {1.00F, 0.40F, 0.35F, 0.95F}}};
constexpr float kGround = 0.02F;                          // m
constexpr float kThin = 0.7F, kThick = 2.0F;              // half widths
constexpr std::size_t kPieces = 16, kCircleCorners = 49;  // of a line, of a circle
constexpr float kAbovePlace = 30.0F;                      // height of words above the place that they describe
constexpr float kLetters = 13.0F, kSmallLetters = 10.5F;
constexpr double kAroundPlayer = 0.75;  // m
constexpr int kMaxMoves = 12;           // attempts to move words that would overlap others
constexpr std::size_t kMaxLabel = 60;

}  // namespace

ShownDrawings shown(DrawingSource& drawings, const DrawingChoice& choice, double place) {
  ShownDrawings shown;
  if (!choice.on) return shown;
  shown.drawn = drawings.at(place);
  std::erase_if(shown.drawn, [&](const DrawnShape& drawn) { return !choice.shows(drawn); });
  shown.layers = drawings.layers();
  shown.player = choice.player;
  return shown;
}

glm::vec4 layer_colour(std::size_t index) {
  return kLayerColours[index % kLayerColours.size()];
}

void DrawingView::draw(const ShownDrawings& drawings, const Snapshot& now) {
  labels_.clear();
  const auto colour_of = [&](const DrawnShape& drawn) {
    const auto found = std::ranges::lower_bound(drawings.layers, drawn.layer);
    return layer_colour(static_cast<std::size_t>(found - drawings.layers.begin()));
  };
  for (const DrawnShape& drawn : drawings.drawn) {
    if (drawn.kind == DrawnShape::Kind::line) draw_line(drawn, colour_of(drawn));
    if (drawn.kind == DrawnShape::Kind::circle) draw_circle(drawn, colour_of(drawn));
    const bool has_number = !drawings.player && drawn.by.first != Side::none;
    if (drawn.kind != DrawnShape::Kind::words && has_number) draw_number(drawn);
  }
  if (drawings.player)
    if (const Player* player = now.player(drawings.player->first, drawings.player->second))
      draw_circle({.from = player->position, .radius = kAroundPlayer}, {1, 1, 1, 0.9F});
  for (const DrawnShape& drawn : drawings.drawn)
    if (drawn.kind == DrawnShape::Kind::words)
      draw_words(drawn, !drawings.player && drawn.by.first != Side::none, colour_of(drawn));
}

/// Draws a line that grows from thin to thick; parts of it that are behind the camera are omitted.
void DrawingView::draw_path(std::span<const Point> points, float begin, float end, const glm::vec4& colour) {
  std::vector<Overlay::Knot> bright, dark;
  const auto finish = [&] {
    painter_.ribbon(dark);
    painter_.ribbon(bright);
    bright.clear();
    dark.clear();
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    glm::vec2 pixel;
    if (!painter_.project({points[i].x, points[i].y, kGround}, pixel)) {
      finish();
      continue;
    }
    const float share = static_cast<float>(i) / static_cast<float>(points.size() - 1);
    const float half = (begin + (end - begin) * share) * unit_;
    dark.push_back({pixel, half + 0.9F * unit_, {0, 0, 0, 0.5F * colour.a}});
    bright.push_back({pixel, half, colour});
  }
  finish();
}

void DrawingView::draw_line(const DrawnShape& line, const glm::vec4& colour) {
  std::array<Point, kPieces + 1> points;
  for (std::size_t i = 0; i <= kPieces; ++i) {
    const double share = static_cast<double>(i) / kPieces;
    points[i] = {std::lerp(line.from.x, line.to.x, share), std::lerp(line.from.y, line.to.y, share), 0};
  }
  draw_path(points, kThin, kThick, colour);
}

void DrawingView::draw_circle(const DrawnShape& circle, const glm::vec4& colour) {
  std::array<Point, kCircleCorners> points;
  for (std::size_t i = 0; i < kCircleCorners; ++i) {
    const double turn = static_cast<double>(i) / (kCircleCorners - 1) * glm::two_pi<double>();
    points[i] = {circle.from.x + circle.radius * std::cos(turn), circle.from.y + circle.radius * std::sin(turn), 0};
  }
  draw_path(points, 1.2F, 1.2F, colour);
}

/// Writes the number in the middle of a circle or a line.
void DrawingView::draw_number(const DrawnShape& drawn) {
  const bool is_line = drawn.kind == DrawnShape::Kind::line;
  const double x = is_line ? (drawn.from.x + drawn.to.x) / 2 : drawn.from.x;
  const double y = is_line ? (drawn.from.y + drawn.to.y) / 2 : drawn.from.y;
  glm::vec2 pixel;
  if (!painter_.project({x, y, kGround}, pixel)) return;
  painter_.outlined_text(std::to_string(drawn.by.second), pixel.x, pixel.y, kSmallLetters * unit_,
                         palette_.of(drawn.by.first), 0.5F);
}

void DrawingView::draw_words(const DrawnShape& words, bool with_number, const glm::vec4& colour) {
  glm::vec2 pixel;
  if (!painter_.project({words.from.x, words.from.y, kGround}, pixel)) return;
  pixel.y -= kAbovePlace * unit_;
  std::string text = spark::printable(words.words, kMaxLabel);
  if (with_number) text = fmt::format("{}: {}", words.by.second, text);
  const float size = kLetters * unit_, half = painter_.text_width(text, size) / 2;
  if (pixel.x >= 0 && pixel.x <= width_)
    pixel.x = std::clamp(pixel.x, std::min(half, width_ / 2), std::max(width_ - half, width_ / 2));
  glm::vec4 label(pixel.x - half, pixel.y - size * 0.55F, pixel.x + half, pixel.y + size * 0.55F);
  const auto lies_upon = [&](const glm::vec4& other) {
    return label.x < other.z && other.x < label.z && label.y < other.w && other.y < label.w;
  };
  for (int move = 0; move < kMaxMoves; ++move) {
    const auto other = std::ranges::find_if(labels_, lies_upon);
    if (other == labels_.end()) break;
    const float down = other->w - label.y + 0.5F;
    label += glm::vec4(0, down, 0, down);
  }
  labels_.push_back(label);
  painter_.outlined_text(text, pixel.x, (label.y + label.w) / 2, size, colour, 0.5F);
}

}  // namespace monitor
