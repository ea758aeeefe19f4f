// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/parts.h"

#include "spark/core/class_registry.h"
#include "spark/parts/create_effector.h"
#include "spark/parts/force_effector.h"
#include "spark/parts/joint_effectors.h"
#include "spark/parts/joint_perceptors.h"
#include "spark/parts/perfect_vision_perceptor.h"
#include "spark/parts/scene_effector.h"
#include "spark/parts/time_perceptor.h"
#include "spark/script/bundles.h"

namespace spark {

void register_parts(ClassRegistry& classes) {
  classes.add<CreateEffector>("CreateEffector", "oxygen/Effector", "Gives an agent its body and parts.");
}

void provide_parts(Bundles& bundles) {
  bundles.provide("sparkagent", register_sparkagent);
  bundles.provide("forceeffector", register_forceeffector);
  bundles.provide("sceneeffector", register_sceneeffector);
  bundles.provide("perfectvisionperceptor", register_perfectvisionperceptor);
  bundles.provide("robotparts", register_robotparts);
}

void register_sparkagent(ClassRegistry& classes) {
  constexpr const char* kEffector = "oxygen/Effector";
  constexpr const char* kPerceptor = "oxygen/Perceptor";
  classes.add<HingeEffector>("HingeEffector", kEffector, "The motor of the hinge above it.");
  classes.add<Hinge2Effector>("Hinge2Effector", kEffector, "The motor of the wheel above it.");
  classes.add<UniversalJointEffector>("UniversalJointEffector", kEffector,
                                      "The motors of the universal joint above it.");
  classes.add<HingePerceptor>("HingePerceptor", kPerceptor, "Angle and rate of the hinge above it.");
  classes.add<Hinge2Perceptor>("Hinge2Perceptor", kPerceptor, "Steering angle and wheel rate of its joint.");
  classes.add<UniversalJointPerceptor>("UniversalJointPerceptor", kPerceptor, "Angles and rates of its joint.");
  classes.add<TimePerceptor>("TimePerceptor", kPerceptor, "The simulated time.");
}

void register_forceeffector(ClassRegistry& classes) {
  classes.add<ForceEffector>("ForceEffector", "oxygen/Effector", "Pushes the agent's body.");
}

void register_sceneeffector(ClassRegistry& classes) {
  classes.add<SceneEffector>("SceneEffector", "oxygen/Effector", "Lets an agent choose its body from a scene file.")
      .method(
          "setFloor", &SceneEffector::set_floor, "height (m)",
          "Lifts or lowers the robot until it stands on a floor of that height; unless set, it stays as in the file.");
}

void register_perfectvisionperceptor(ClassRegistry& classes) {
  classes.add<PerfectVisionPerceptor>("PerfectVisionPerceptor", "oxygen/Perceptor", "Sees every transform.")
      .method("setInversion", &PerfectVisionPerceptor::set_inversion, "x, y, z (truth values)",
              "Which axes are inverted.");
}

}  // namespace spark
