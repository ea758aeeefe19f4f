// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/effectors/beam_effector.h"
#include "soccer-plugin/effectors/catch_effector.h"
#include "soccer-plugin/effectors/drive_effector.h"
#include "soccer-plugin/effectors/init_effector.h"
#include "soccer-plugin/effectors/kick_effector.h"
#include "soccer-plugin/effectors/pan_tilt_effector.h"
#include "soccer-plugin/effectors/say_effector.h"
#include "soccer-plugin/soccer_classes.h"
#include "spark/core/class_registry.h"

namespace soccer {

void register_effector_classes(spark::ClassRegistry& classes) {
  constexpr const char* kBase = "oxygen/Effector";
  classes.add<InitEffector>("InitEffector", kBase, "Joins a team.");
  classes.add<BeamEffector>("BeamEffector", kBase, "Moves a player before kick-off.");
  classes.add<DriveEffector>("DriveEffector", kBase, "A motor that pushes a player.")
      .method("setForceFactor", &DriveEffector::set_force_factor, "newtons per unit", "Force at drive power 1.")
      .method("setSigma", &DriveEffector::set_sigma, "sigma", "Relative noise of each component of the force.")
      .method("setMaxPower", &DriveEffector::set_max_power, "power", "Longer drive vectors are shortened to this.")
      .method("setConsumption", &DriveEffector::set_consumption, "newton steps per percent",
              "How long the battery lasts.");
  classes.add<KickEffector>("KickEffector", kBase, "Kicks the ball.")
      .method("setKickMargin", &KickEffector::set_kick_margin, "margin (m)", "Largest gap to the ball.")
      .method("setForceFactor", &KickEffector::set_force_factor, "newtons per unit", "Force at kick power 1.")
      .method("setTorqueFactor", &KickEffector::set_torque_factor, "factor", "Spin given by a kick.")
      .method("setSteps", &KickEffector::set_steps, "steps", "How long a kick pushes.")
      .method("setNoiseParams", &KickEffector::set_noise_params,
              "power, theta (rad), phi at the ends (degrees), phi in the middle (degrees)",
              "Standard deviations of a kick.")
      .method("setMaxPower", &KickEffector::set_max_power, "power", "Largest kick power.")
      .method("setAngleRange", &KickEffector::set_angle_range, "min, max (degrees)", "Range of the elevation.");
  classes.add<CatchEffector>("CatchEffector", kBase, "Lets a goalkeeper take the ball.")
      .method("setCatchMargin", &CatchEffector::set_catch_margin, "margin (m)", "Largest gap to the ball.");
  classes.add<SayEffector>("SayEffector", kBase, "Sends a message to the players around.");
  classes.add<PanTiltEffector>("PanTiltEffector", kBase, "Turns a player's camera.")
      .method("setSigma", &PanTiltEffector::set_sigma, "sigma (degrees)", "Noise of each turn.")
      .method("setMaxPanAngleDelta", &PanTiltEffector::set_max_pan_delta, "degrees", "Largest turn at once.")
      .method("setMaxTiltAngleDelta", &PanTiltEffector::set_max_tilt_delta, "degrees", "Largest turn at once.");
}

}  // namespace soccer
