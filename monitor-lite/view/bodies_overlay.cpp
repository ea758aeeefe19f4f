// SPDX-License-Identifier: Apache-2.0
// What of a world without a game lies over the picture: joints, labels, the scale of the grid.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "monitor-lite/client/words.h"
#include "monitor-lite/view/bodies_view.h"

namespace monitor {
namespace {

constexpr glm::vec4 kBright{0.97F, 0.98F, 1.0F, 1};
constexpr glm::vec4 kAnchor{1.0F, 0.97F, 0.86F, 1};
constexpr glm::vec4 kAxes[] = {{0.96F, 0.26F, 0.21F, 1}, {0.25F, 0.55F, 1.0F, 1}};  // the first, the second
constexpr float kAxis = 0.09F;  // of the stage's radius, half its length
constexpr std::size_t kMaxLabels = 60;

std::string_view group_of(std::string_view name) {
  return name.substr(0, name.find('/'));
}

}  // namespace

void BodiesView::draw_line(const glm::vec3& from, const glm::vec3& to, float half_width, const glm::vec4& colour) {
  glm::vec2 ends[2];
  if (!painter_.project(from, ends[0]) || !painter_.project(to, ends[1])) return;
  const glm::vec4 rim{0, 0, 0, 0.55F * colour.a};
  const Overlay::Knot dark[] = {{ends[0], half_width * 1.8F, rim}, {ends[1], half_width * 1.8F, rim}};
  const Overlay::Knot bright[] = {{ends[0], half_width, colour}, {ends[1], half_width, colour}};
  painter_.ribbon(dark);
  painter_.ribbon(bright);
}

/// They are inside of what they hold, so nothing hides them.
void BodiesView::draw_joints(const Snapshot& snapshot, float unit) {
  if (!snapshot.joints || snapshot.joints->empty()) return;
  std::map<std::string_view, const Body*> bodies;
  for (const Body& body : snapshot.bodies) bodies.emplace(body.name, &body);
  const float reach = stage_of(snapshot).radius * kAxis;
  for (const BodyJoint& joint : *snapshot.joints) {
    const auto first = bodies.find(joint.first);
    if (first == bodies.end()) continue;
    const glm::mat3 turn = turn_of(first->second->rotation);
    const glm::vec3 middle = vector_of(first->second->position), anchor = middle + turn * vector_of(joint.anchor);
    draw_line(anchor, middle, 0.6F * unit, kAnchor * glm::vec4(1, 1, 1, 0.6F));
    if (const auto second = bodies.find(joint.second); second != bodies.end())
      draw_line(anchor, vector_of(second->second->position), 0.6F * unit, kAnchor * glm::vec4(1, 1, 1, 0.6F));
    for (std::size_t i = 0; i < joint.axes.size(); ++i) {
      const glm::vec3 axis = turn * vector_of(joint.axes[i]) * reach;
      draw_line(anchor - axis, anchor + axis, 1.1F * unit, kAxes[std::min<std::size_t>(i, 1)]);
    }
    glm::vec2 pixel;
    if (!painter_.project(anchor, pixel)) continue;
    const glm::vec2 half(2.6F * unit, 0);
    const Overlay::Knot dark[] = {{pixel - half * 1.4F, 3.6F * unit, {0, 0, 0, 0.6F}},
                                  {pixel + half * 1.4F, 3.6F * unit, {0, 0, 0, 0.6F}}};
    const Overlay::Knot dot[] = {{pixel - half, 2.6F * unit, kAnchor}, {pixel + half, 2.6F * unit, kAnchor}};
    painter_.ribbon(dark);
    painter_.ribbon(dot);
  }
}

void BodiesView::draw_labels(const Snapshot& snapshot, float size) {
  std::set<std::string_view> told;
  std::vector<glm::vec4> labels;  // left, top, right, bottom: one that would cover another is left out
  for (const Body& body : snapshot.bodies) {
    if (labels.size() >= kMaxLabels) return;
    if (!told.insert(group_of(body.name)).second) continue;
    float above = 0;
    if (snapshot.shapes)
      if (const auto shapes = snapshot.shapes->find(body.name); shapes != snapshot.shapes->end())
        for (const BodyShape& shape : shapes->second) above = std::max(above, placed(shape, &body).reach);
    glm::vec2 pixel;
    if (!painter_.project(vector_of(body.position) + glm::vec3(0, 0, above), pixel)) continue;
    const std::string words = thing_words(body.name);
    const float half = painter_.text_width(words, size) / 2, y = pixel.y - size;
    const glm::vec4 label(pixel.x - half, y - size / 2, pixel.x + half, y + size / 2);
    if (std::ranges::any_of(labels, [&](const glm::vec4& other) {
          return label.x < other.z && other.x < label.z && label.y < other.w && other.y < label.w;
        }))
      continue;
    labels.push_back(label);
    painter_.outlined_text(words, pixel.x, y, size, kBright, 0.5F);
  }
}

void BodiesView::draw_scale(const Snapshot& snapshot, float size, const glm::vec2& corner) {
  // Above the bar of a replay, opposite to where messages stand.
  painter_.outlined_text(fmt::format("grid {:g} m", stage_of(snapshot).grid()), corner.x - size,
                         corner.y * (1 - kFreeBelow) - size, size, kBright, 1);
}

}  // namespace monitor
