// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenes/course/judge.h"
#include "spark/agent/effector.h"

namespace course {

/// The action `(again)`, or with the name of the node: starts another run for all robots on the course
/// (`CourseJudge::begin_another_run`).
class AnotherRunEffector : public spark::Effector {
 public:
  AnotherRunEffector() { set_name("again"); }
  std::string_view predicate() const override { return name(); }
  std::string_view help() const override { return "Begins another run over the course."; }
  /// Complains if there are no more runs.
  void realise(const spark::Arguments& arguments) override;

 protected:
  /// Throws if the script has created no CourseJudge.
  void linked() override;

 private:
  spark::Held<CourseJudge> judge_{*this};
};

}  // namespace course
