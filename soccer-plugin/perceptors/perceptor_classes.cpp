// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/perceptors/agent_state_perceptor.h"
#include "soccer-plugin/perceptors/game_state_perceptor.h"
#include "soccer-plugin/perceptors/hear_perceptor.h"
#include "soccer-plugin/perceptors/restricted_vision_perceptor.h"
#include "soccer-plugin/perceptors/vision_perceptor.h"
#include "soccer-plugin/soccer_classes.h"
#include "spark/core/class_registry.h"

namespace soccer {
namespace {

constexpr const char* kBase = "oxygen/Perceptor";

spark::ClassInfo& add_vision_methods(spark::ClassInfo& info) {
  return info
      .method("setNoiseParams", &VisionBase::set_noise_params,
              "distance (%), vertical (degrees), horizontal (degrees), calibration (m)",
              "Standard deviations of what is seen, and the largest calibration error of each axis.")
      .method("addNoise", &VisionBase::add_noise, "on", "Off: everything is seen exactly.")
      .method("setSenseMyPos", &VisionBase::set_sense_my_pos, "on",
              "Adds (mypos x y z), exact, in the player's own frame.");
}

}  // namespace

void register_perceptor_classes(spark::ClassRegistry& classes) {
  add_vision_methods(classes.add<VisionPerceptor>("VisionPerceptor", kBase, "Sees everything around."))
      .method("setStaticSenseAxis", &VisionBase::set_static_sense_axis, "on",
              "Off: directions are relative to the body's up vector.")
      .method("useRandomNoise", &VisionPerceptor::use_random_noise, "on",
              "Off: the errors stay the same for the whole match.");
  add_vision_methods(
      classes.add<RestrictedVisionPerceptor>("RestrictedVisionPerceptor", kBase, "Sees what its camera shows."))
      .method("setStaticSenseAxis", &VisionBase::set_static_sense_axis, "on", "Accepted without effect.")
      .method("setViewCones", &RestrictedVisionPerceptor::set_view_cones, "horizontal, vertical (degrees)",
              "Half angles of the field of view.")
      .method("setPanRange", &RestrictedVisionPerceptor::set_pan_range, "min, max (degrees)",
              "How far the camera turns.")
      .method("setTiltRange", &RestrictedVisionPerceptor::set_tilt_range, "min, max (degrees)",
              "How far the camera looks down and up.");
  classes.add<GameStatePerceptor>("GameStatePerceptor", kBase, "Game time and play mode.");
  classes.add<AgentStatePerceptor>("AgentStatePerceptor", kBase, "Camera, battery and temperature.");
  classes.add<HearPerceptor>("HearPerceptor", kBase, "What players say.");
}

}  // namespace soccer
