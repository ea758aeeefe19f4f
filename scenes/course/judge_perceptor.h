// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenes/course/judge.h"
#include "spark/agent/perceptor.h"

namespace course {

/// The percept `(judge (state ready|running|reached|late) (time s) (collisions N) (left m))`: the state of the agent's
/// run.
class JudgePerceptor : public spark::Perceptor {
 public:
  JudgePerceptor() : Perceptor("judge") {}
  void perceive(spark::PerceptWriter& writer) override;
  std::string_view help() const override {
    return "(judge (state ready|running|reached|late) (time T) (collisions N) (left D)), seconds and metres";
  }

 protected:
  /// Throws if the script has created no CourseJudge.
  void linked() override;

 private:
  spark::Held<const CourseJudge> judge_{*this};
};

}  // namespace course
