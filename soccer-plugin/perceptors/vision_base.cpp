// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/perceptors/vision_base.h"

#include <algorithm>
#include <cmath>

#include "soccer-plugin/angles.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"

namespace soccer {

using spark::Unit;
using spark::Vec3;

Polar polar_of(const Vec3& v, double distance) {
  const double ratio = distance > 0.0 ? std::clamp(v.z / distance, -1.0, 1.0) : 0.0;
  return {distance, to_degrees(std::atan2(v.y, v.x)), 90.0 - to_degrees(std::acos(ratio))};
}

void VisionBase::perceive(spark::PerceptWriter& writer) {
  const Vec3 eye = player_->pose().position;
  const Side side = player_->side;
  const Vec3 calibration = noisy_ ? calibration_ * calibration_range_ : Vec3{};
  const Blind blind_part = blind(noisy_ ? spark::RandomStream::kMaxNormal * horizontal_sigma_ : 0.0);
  writer.begin(predicate());
  for (const ObjectState* object : game_->objects()) {
    if (object == player_.get()) continue;
    const Vec3 way = object->position() - eye;
    const Vec3 v = own_frame(side, way) + calibration;
    if (length(v) <= kTooClose) continue;
    if (blind_part.hides(v)) {
      skip_noise();
      continue;
    }
    Polar place = look(v, length(way));
    if (noisy_) add_noise_to(place);
    if (!sees(place)) continue;
    writer.begin(object->percept_name());
    object->write_identity(writer, *player_);
    const spark::PerceptWriter::Real polar[] = {
        {place.distance, Unit::metre}, {place.theta, Unit::degree}, {place.phi, Unit::degree}};
    writer.reals("pol", polar);
    writer.end();
  }
  if (senses_my_pos()) {
    const Vec3 mine = own_frame(side, eye);
    writer.begin("mypos");
    writer.real(mine.x, Unit::metre);
    writer.real(mine.y, Unit::metre);
    writer.real(mine.z, Unit::metre);
    writer.end();
  }
  writer.end();
}

void VisionBase::add_noise_to(Polar& place) {
  if (constant_errors_) {
    // Not scaled with the distance: in metres here, in percent below.
    place.distance += constant_error_.distance * distance_sigma_;
    place.theta += constant_error_.theta * horizontal_sigma_;
    place.phi += constant_error_.phi * vertical_sigma_;
    return;
  }
  place.distance += noise_->normal() * distance_sigma_ * place.distance / 100.0;
  place.theta += noise_->normal() * horizontal_sigma_;
  place.phi += noise_->normal() * vertical_sigma_;
}

void VisionBase::skip_noise() {
  if (!noisy_ || constant_errors_) return;
  for (int i = 0; i < 3; ++i) noise_->skip_normal();
}

bool VisionBase::set_noise_params(double distance, double vertical, double horizontal, double calibration) {
  if (distance < 0.0 || vertical < 0.0 || horizontal < 0.0 || calibration < 0.0) return false;
  distance_sigma_ = distance;
  vertical_sigma_ = vertical;
  horizontal_sigma_ = horizontal;
  calibration_range_ = calibration;
  return true;
}

void VisionBase::linked() {
  player_ = player_of(*this);
  game_ = game_of(*this);
  Perceptor::linked();
  noise_ = &agent().random_stream("vision");
  restart();
}

void VisionBase::restart() {
  if (!is_bound()) return;
  spark::RandomStream& constants = agent().random_stream("calibration");
  calibration_.x = constants.uniform(-1.0, 1.0);
  calibration_.y = constants.uniform(-1.0, 1.0);
  calibration_.z = constants.uniform(-1.0, 1.0);
  constant_error_.distance = constants.normal();
  constant_error_.theta = constants.normal();
  constant_error_.phi = constants.normal();
}

}  // namespace soccer
