// SPDX-License-Identifier: Apache-2.0
#include "eyes.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace errand {
namespace {

constexpr const char *kService = "SIGViewer";
constexpr int kAhead = 1, kDown = 2;         // cameras
constexpr double kNear = 0.0, kFar = 400.0;  // cm; distances have steps of 1.6 cm
constexpr double kFarthestFloor = 350.0;
constexpr double kStep = 4.0;           // cm; lower obstacles can be driven over
constexpr double kTop = 130.0;          // cm; anything higher hangs above the robot
constexpr double kHeldRadius = 18.0;    // cm
constexpr int kColumns = 2, kRows = 2;  // every second ray is sufficient

Vector3d sum(const Vector3d &a, double fa, const Vector3d &b, double fb, const Vector3d &c, double fc) {
  return Vector3d(fa * a.x() + fb * b.x() + fc * c.x(), fa * a.y() + fb * b.y() + fc * c.y(),
                  fa * a.z() + fb * b.z() + fc * c.z());
}
Vector3d turned(double x, double y, double z, const Rotation &turn) {
  Vector3d v(x, y, z);
  turn.apply(v);
  return v;
}

}  // namespace

void Eyes::begin(Controller *controller) {
  controller_ = controller;
  service_ = nullptr;
  seen_.clear();
  in_sight_.clear();
}

bool Eyes::look(FloorMap &map, const std::string &held) {
  if (!service_) service_ = dynamic_cast<ViewService *>(controller_->connectToService(kService));
  if (!service_) return false;
  look_for_things();
  return look_at_floor(map, held);
}

bool Eyes::sees(const std::string &object) const {
  return std::find(in_sight_.begin(), in_sight_.end(), object) != in_sight_.end();
}

void Eyes::look_for_things() {
  in_sight_.clear();
  for (const int camera : {kAhead, kDown}) service_->detectEntities(in_sight_, camera);
  for (const std::string &name : in_sight_)
    if (SimObj *const object = controller_->getObj(name.c_str())) object->getPosition(seen_[name]);
}

/// The axes of a camera are those of its part, rotated so that the last one is the direction of view.
Eyes::Camera Eyes::camera(int id) {
  SimObj *const me = controller_->getObj(controller_->myname());
  const std::string link = me->getCameraLinkName(id);
  Vector3d part, place, direction(0.0, 0.0, 1.0);
  double w = 1.0, x = 0.0, y = 0.0, z = 0.0;
  me->getPartsPosition(part, link.c_str());
  me->getPartsQuaternion(w, x, y, z, link.c_str());
  me->getCamPos(place, id);
  me->getCamDir(direction, id);
  const Rotation turn(w, x, y, z);
  turn.apply(place);
  const double aside = std::hypot(direction.x(), direction.z()), length = std::hypot(aside, direction.y());
  // If the camera looks straight down, its left is that of the part.
  const double sine = aside > 0.0 ? direction.x() / aside : 0.0, cosine = aside > 0.0 ? direction.z() / aside : 1.0;
  const double rise = direction.y() / length;
  const double flat = aside / length;

  Camera camera;
  camera.eye = sum(part, 1.0, place, 1.0, place, 0.0);
  camera.left = turned(cosine, 0.0, -sine, turn);
  camera.up = turned(-sine * rise, flat, -cosine * rise, turn);
  camera.ahead = turned(sine * flat, rise, cosine * flat, turn);
  camera.half_height = me->getCamFOV(id) * M_PI / 360.0;
  camera.half_width = std::atan(std::tan(camera.half_height) * me->getCamAS(id));
  return camera;
}

/// The ray of column i and row j has azimuth and elevation in equal steps across the picture, from its upper left
/// corner. It ends at the floor, unless an obstacle is measured before.
bool Eyes::look_at_floor(FloorMap &map, const std::string &held) {
  const Camera eye = camera(kDown);
  const std::unique_ptr<ViewImage> picture(service_->distanceSensor2D(kNear, kFar, kDown));
  if (!picture) return false;
  Vector3d hand;
  SimObj *const thing = held.empty() ? nullptr : controller_->getObj(held.c_str());
  if (thing) thing->getPosition(hand);
  const int width = picture->getWidth(), height = picture->getHeight();
  for (int j = 0; j < height; j += kRows) {
    const double elevation = eye.half_height * (1.0 - (2.0 * j + 1.0) / height);
    for (int i = 0; i < width; i += kColumns) {
      const double azimuth = eye.half_width * (1.0 - (2.0 * i + 1.0) / width);
      const double flat = std::cos(elevation);
      const Vector3d ray =
          sum(eye.left, std::sin(azimuth) * flat, eye.up, std::sin(elevation), eye.ahead, std::cos(azimuth) * flat);
      const auto measured = static_cast<unsigned char>(picture->getBuffer()[j * width + i]);
      const double way = measured * kFar / 255.0;
      const double floor = ray.y() < -0.01 ? eye.eye.y() / -ray.y() : kFar;
      const Vector3d end = sum(eye.eye, 1.0, ray, std::min(way, floor), ray, 0.0);
      const FloorPlace below{end.x(), end.z()};
      const bool is_floor = way >= floor || end.y() < kStep;
      if (is_floor) {
        if (floor < kFarthestFloor) map.see_free(below);
      } else if (measured < 255 && end.y() < kTop &&
                 !(thing && std::hypot(end.x() - hand.x(), end.y() - hand.y(), end.z() - hand.z()) < kHeldRadius)) {
        map.see_occupied(below);
      }
    }
  }
  map.finish_look();
  return true;
}

}  // namespace errand
