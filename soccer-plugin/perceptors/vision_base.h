// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/game_state.h"
#include "spark/agent/perceptor.h"
#include "spark/core/held.h"
#include "spark/core/random.h"

namespace soccer {

/// A seen position: metres, and degrees to the left and upwards.
struct Polar {
  double distance = 0.0;
  double theta = 0.0;
  double phi = 0.0;
};

/// Horizontal directions that are out of sight whatever the noise: vectors whose component along the unit vector `axis`
/// is less than `limit` times their length. With a `limit` of -2 nothing is out of sight.
struct Blind {
  double axis_x = 1.0;
  double axis_y = 0.0;
  double limit = -2.0;

  bool hides(const spark::Vec3& v) const {
    const double size = std::sqrt(v.x * v.x + v.y * v.y);
    // For objects straight above or below, the squares may underflow to 0.
    return size > 1e-6 && v.x * axis_x + v.y * axis_y < limit * size;
  }
};

/// Direction of `v` as 0.5.2 computes it: theta in the horizontal plane, and phi from the ratio v.z / `distance`, which
/// is clamped because `v` includes the calibration error and `distance` does not (behaviour 4.1, fidelity F19).
Polar polar_of(const spark::Vec3& v, double distance);

/// The common part of both vision perceptors: which objects are listed, noise, and the text (behaviour 4.1, 4.2).
///
/// This runs for every sensation of every agent: no allocation, one pass over the objects, three normal draws for each.
/// Half of all objects are behind the camera: their draws are skipped, and their angles are not computed.
class VisionBase : public spark::Perceptor {
 public:
  void perceive(spark::PerceptWriter& writer) final;
  /// Draws the constant errors again, which stay the same for a whole match.
  void restart() override;

  // Script methods.
  /// Standard deviations of the distance (percent of it) and of the vertical and horizontal angle (degrees), and the
  /// largest calibration error of each axis (m); negative values are refused. Manuals list the two angles in the
  /// opposite order (behaviour 4.1).
  bool set_noise_params(double distance, double vertical, double horizontal, double calibration);
  void add_noise(bool on) { noisy_ = on; }  ///< off: neither noise nor calibration error
  void set_sense_my_pos(bool on) { sense_my_pos_ = on; }
  void set_static_sense_axis(bool on) { static_axis_ = on; }

  /// Objects nearer than this are not listed; m, with the calibration error.
  static constexpr double kTooClose = 0.1;

 protected:
  VisionBase() : Perceptor("Vision") {}
  void linked() override;

  AgentState& player() const { return *player_; }
  /// Whether it has found its player; false if it is in a wrong place of the tree.
  bool is_bound() const { return static_cast<bool>(player_); }
  /// The agent's view, without noise, of an object at `v` (own frame, m, calibration error included), `distance` m
  /// away.
  virtual Polar look(const spark::Vec3& v, double distance) const = 0;
  /// Whether an object with this view, noise included, is visible.
  virtual bool sees(const Polar&) const { return true; }
  /// The directions that may be skipped; `noise` is the largest error of theta, degrees. Called once per sensation.
  virtual Blind blind(double noise) {
    static_cast<void>(noise);
    return {};
  }
  /// Whether percepts include the agent's own position.
  virtual bool senses_my_pos() const { return sense_my_pos_; }

  bool static_axis() const { return static_axis_; }
  void use_constant_errors(bool on) { constant_errors_ = on; }

 private:
  void add_noise_to(Polar& place);
  void skip_noise();

  spark::Held<AgentState> player_{*this};
  spark::Held<const GameStateAspect> game_{*this};
  spark::RandomStream* noise_ = nullptr;

  // Class defaults (behaviour 1.7); the set-up script does not change them.
  double distance_sigma_ = 0.0965;
  double vertical_sigma_ = 0.1225;
  double horizontal_sigma_ = 0.1480;
  double calibration_range_ = 0.005;
  bool noisy_ = true;
  bool constant_errors_ = false;
  bool sense_my_pos_ = false;
  bool static_axis_ = true;

  spark::Vec3 calibration_;  ///< in units of its range, −1 … 1
  Polar constant_error_;     ///< in units of the sigmas
};

}  // namespace soccer
