// SPDX-License-Identifier: Apache-2.0
#include "scenes/course/judge_perceptor.h"

#include <stdexcept>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"

namespace course {

void JudgePerceptor::linked() {
  judge_.reset(core().find_first<CourseJudge>());
  if (!judge_) throw std::runtime_error(full_path() + ": the script has created no CourseJudge");
  Perceptor::linked();
}

void JudgePerceptor::perceive(spark::PerceptWriter& writer) {
  const Run* run = judge_->find(agent());
  if (!run) return;
  writer.begin(predicate());
  writer.field("state", name_of(run->state));
  writer.field("time", judge_->seconds(*run), spark::Unit::second);
  writer.field("collisions", run->collisions);
  writer.field("left", judge_->left(*run), spark::Unit::metre);
  writer.end();
}

}  // namespace course
