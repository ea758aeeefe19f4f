// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/world_look.h"

#include <cmath>
#include <utility>

namespace monitor {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kDigits = 1e5;  ///< places and lengths to 0.01 mm, parts of quaternions and colours as exactly

Json rounded(double number) {
  return std::round(number * kDigits) / kDigits;
}

template <typename Numbers>
Json rounded_all(const Numbers& numbers) {
  Json all = Json::array();
  for (const double number : numbers) all.push_back(rounded(number));
  return all;
}

Json point_json(const Point& point) {
  return Json::array({rounded(point.x), rounded(point.y), rounded(point.z)});
}

const char* kind_of(BodyShape::Kind kind) {
  switch (kind) {
    case BodyShape::Kind::sphere:
      return "sphere";
    case BodyShape::Kind::box:
      return "box";
    case BodyShape::Kind::capsule:
      return "capsule";
    case BodyShape::Kind::cylinder:
      return "cylinder";
    case BodyShape::Kind::plane:
      break;
  }
  return "plane";
}

Json shapes_json(const std::vector<BodyShape>& shapes) {
  Json all = Json::array();
  for (const BodyShape& shape : shapes) {
    Json one{{"kind", kind_of(shape.kind)},
             {"size", rounded_all(shape.lengths)},
             {"place", point_json(shape.middle)},
             {"turn", rounded_all(shape.rotation)}};
    if (shape.colour) one["colour"] = rounded_all(*shape.colour);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

bool WorldLook::see(const Snapshot& snapshot) {
  bool is_new = false;
  for (const Body& body : snapshot.bodies) {
    if (names_.size() >= kMaxBodies || numbers_.contains(body.name)) continue;
    numbers_.emplace(body.name, static_cast<int>(names_.size()));
    names_.push_back(body.name);
    is_new = true;
  }
  is_new = std::exchange(shapes_, snapshot.shapes) != snapshot.shapes || is_new;
  is_new = std::exchange(scenery_, snapshot.scenery) != snapshot.scenery || is_new;
  return std::exchange(joints_, snapshot.joints) != snapshot.joints || is_new;
}

int WorldLook::number_of(std::string_view name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? -1 : found->second;
}

Json WorldLook::json() const {
  Json bodies = Json::array(), joints = Json::array();
  for (const std::string& name : names_) {
    Json body{{"name", name}};
    if (shapes_)
      if (const auto found = shapes_->find(name); found != shapes_->end()) body["shapes"] = shapes_json(found->second);
    bodies.push_back(std::move(body));
  }
  if (joints_)
    for (const BodyJoint& joint : *joints_) {
      Json axes = Json::array();
      for (const Point& axis : joint.axes) axes.push_back(point_json(axis));
      joints.push_back({{"kind", joint.kind},
                        {"first", number_of(joint.first)},
                        {"second", number_of(joint.second)},
                        {"anchor", point_json(joint.anchor)},
                        {"axes", std::move(axes)}});
    }
  return {{"bodies", std::move(bodies)},
          {"scenery", scenery_ ? shapes_json(*scenery_) : Json::array()},
          {"joints", std::move(joints)}};
}

}  // namespace monitor
