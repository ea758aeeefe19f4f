// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/body_reader.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include "spark/core/number_text.h"

namespace monitor {
namespace {

using spark::sexp::Expression;

constexpr double kMaxDistance = 1e6;  // m; anything farther away cannot be drawn
constexpr std::size_t kMaxName = 256;
constexpr std::size_t kMaxShapes = 100;  // of one body
constexpr std::size_t kMaxScenery = 5000;
constexpr std::size_t kMaxJoints = 5000;

/// Reads exactly this many numbers, from element `first` of the list to its end.
bool read_numbers(const Expression& list, std::size_t first, std::span<double> numbers) {
  if (list.size() != first + numbers.size()) return false;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (!spark::whole_number(list[first + i].text(), numbers[i]) || !(std::abs(numbers[i]) <= kMaxDistance))
      return false;
  return true;
}

bool read_name(const Expression& item, std::string& name) {
  if (item.size() < 2) return false;
  name = item[1].text().substr(0, kMaxName);
  return !name.empty();
}

struct KnownShape {
  std::string_view name;
  BodyShape::Kind kind;
  std::size_t lengths;
};
constexpr KnownShape kShapes[] = {{"sphere", BodyShape::Kind::sphere, 1},
                                  {"box", BodyShape::Kind::box, 3},
                                  {"capsule", BodyShape::Kind::capsule, 2},
                                  {"cylinder", BodyShape::Kind::cylinder, 2},
                                  {"plane", BodyShape::Kind::plane, 0}};
constexpr std::string_view kJoints[] = {"ball", "hinge", "hinge2", "universal", "slider", "fixed"};

/// Normalises the rotation to length 1, because its digits are truncated; returns false if it is none.
bool read_rotation(std::span<const double, 4> numbers, std::array<double, 4>& rotation) {
  const double length = std::hypot(std::hypot(numbers[0], numbers[1]), std::hypot(numbers[2], numbers[3]));
  if (!(length > 0.9 && length < 1.1)) return false;
  for (std::size_t i = 0; i < 4; ++i) rotation[i] = numbers[i] / length;
  return true;
}

/// Reads lengths, middle and, if there are four more numbers, the rotation.
bool read_shape(const Expression& item, const KnownShape& known, BodyShape& shape) {
  double numbers[10] = {};
  const std::size_t usual = known.lengths + 3;
  const bool is_turned = item.size() == 1 + usual + 4;
  if (!read_numbers(item, 1, std::span(numbers, is_turned ? usual + 4 : usual))) return false;
  shape.kind = known.kind;
  for (std::size_t i = 0; i < known.lengths; ++i) {
    if (numbers[i] < 0.0) return false;
    shape.lengths[i] = numbers[i];
  }
  const double* middle = numbers + known.lengths;
  shape.middle = {middle[0], middle[1], middle[2]};
  return !is_turned || read_rotation(std::span<const double, 4>(middle + 3, 4), shape.rotation);
}

/// Reads `(colour red green blue)`, or `(colour)` for no colour.
bool read_colour(const Expression& item, std::optional<std::array<double, 3>>& colour) {
  colour.reset();
  if (item.size() == 1) return true;
  std::array<double, 3> parts{};
  if (!read_numbers(item, 1, parts)) return false;
  for (const double part : parts)
    if (part < 0 || part > 1) return false;
  colour = parts;
  return true;
}

/// Reads shapes, from element `first` of the list on.
bool read_shape_list(const Expression& list, std::size_t first, std::size_t most, std::vector<BodyShape>& shapes) {
  std::optional<std::array<double, 3>> colour;
  for (std::size_t i = first; i < list.size() && shapes.size() < most; ++i) {
    if (list[i].name() == "colour" && !read_colour(list[i], colour)) return false;
    for (const KnownShape& known : kShapes) {
      if (list[i].name() != known.name) continue;
      BodyShape shape;
      if (!read_shape(list[i], known, shape)) return false;
      shape.colour = colour;
      shapes.push_back(shape);
    }
  }
  return true;
}

bool read_joint(const Expression& item, BodyJoint& joint) {
  constexpr std::size_t kFirst = 3, kMaxAxes = 2;  // index of the first number; maximum number of axes
  if (item.size() < kFirst + 3 || (item.size() - kFirst) % 3 != 0 || item.size() > kFirst + 3 * (kMaxAxes + 1))
    return false;
  double n[9] = {};
  if (!read_numbers(item, kFirst, std::span(n, item.size() - kFirst))) return false;
  joint.kind = item.name();
  joint.first = item[1].text().substr(0, kMaxName);
  joint.second = item[2].text().substr(0, kMaxName);
  joint.anchor = {n[0], n[1], n[2]};
  for (std::size_t at = 3; at < item.size() - kFirst; at += 3) joint.axes.push_back({n[at], n[at + 1], n[at + 2]});
  return !joint.first.empty();
}

}  // namespace

bool read_body(const Expression& item, Body& body) {
  constexpr std::size_t kPose = 7, kMotion = 6;
  double n[kPose + kMotion] = {};
  const bool moves = item.size() == 2 + kPose + kMotion;
  if (!read_name(item, body.name) || !read_numbers(item, 2, std::span(n, moves ? kPose + kMotion : kPose)))
    return false;
  body.position = {n[0], n[1], n[2]};
  if (moves) {
    body.velocity = {n[7], n[8], n[9]};
    body.angular_velocity = {n[10], n[11], n[12]};
  }
  return read_rotation(std::span<const double, 4>(n + 3, 4), body.rotation);
}

bool read_shapes(const Expression& item, std::string& name, std::vector<BodyShape>& shapes) {
  return read_name(item, name) && read_shape_list(item, 2, kMaxShapes, shapes);
}

bool read_scenery(const Expression& item, std::vector<BodyShape>& shapes) {
  return read_shape_list(item, 1, kMaxScenery, shapes);
}

bool read_joints(const Expression& item, std::vector<BodyJoint>& joints) {
  for (std::size_t i = 1; i < item.size() && joints.size() < kMaxJoints; ++i) {
    if (!item[i].is_list() || std::ranges::find(kJoints, item[i].name()) == std::end(kJoints)) continue;
    BodyJoint joint;
    if (!read_joint(item[i], joint)) return false;
    joints.push_back(std::move(joint));
  }
  return true;
}

}  // namespace monitor
