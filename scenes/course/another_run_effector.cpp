// SPDX-License-Identifier: Apache-2.0
#include "scenes/course/another_run_effector.h"

#include <stdexcept>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"

namespace course {

void AnotherRunEffector::linked() {
  judge_.reset(core().find_first<CourseJudge>());
  if (!judge_) throw std::runtime_error(full_path() + ": the script has created no CourseJudge");
  Effector::linked();
}

void AnotherRunEffector::realise(const spark::Arguments&) {
  if (!judge_->begin_another_run()) complain("({}): this is the last run", spark::Printable{name()});
}

}  // namespace course
