// SPDX-License-Identifier: Apache-2.0
#include "scenes/course/another_run_effector.h"
#include "scenes/course/judge.h"
#include "scenes/course/judge_perceptor.h"
#include "spark/core/class_registry.h"

/// Called by `importBundle 'course'` after it has loaded this module.
extern "C" void spark_register_bundle(spark::ClassRegistry& classes) {
  using namespace course;
  if (classes.find("CourseJudge")) return;
  classes.add<CourseJudge>("CourseJudge", "oxygen/ControlAspect", "Judges runs over an obstacle course.")
      .method("setTarget", &CourseJudge::set_target, "x, y, radius (m)", "The disc on the floor to be reached.")
      .method("setTimeLimit", &CourseJudge::set_time_limit, "seconds", "How long a run may take (300).")
      .method("setRuns", &CourseJudge::set_runs, "count",
              "How many runs there may be; 0: any number, and the server does not end by itself (1).")
      .method("setPatient", &CourseJudge::set_patient, "truth value",
              "Whether a robot that has not moved yet is never late (false).")
      .method("addObstacle", &CourseJudge::add_obstacle, "path",
              "A collider with a RecorderHandler; touching it is a collision.");
  classes.add<AnotherRunEffector>("AnotherRunEffector", "oxygen/Effector", "Begins another run over the course.");
  classes.add<JudgePerceptor>("JudgePerceptor", "oxygen/Perceptor", "The state of the agent's run.");
}
