// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/monitor/init_line.h"

#include <cmath>
#include <span>
#include <string_view>

#include "soccer-plugin/play_mode.h"
#include "spark/core/variables.h"
#include "spark/sexp/writer.h"

namespace soccer {
namespace {

// In the order that monitors of 0.5.2 know.
constexpr std::string_view kNames[] = {
    "FieldLength", "FieldWidth",       "FieldHeight",       "GoalWidth",           "GoalDepth",   "GoalHeight",
    "BorderSize",  "FreeKickDistance", "WaitBeforeKickOff", "AgentMass",           "AgentRadius", "AgentMaxSpeed",
    "BallRadius",  "BallMass",         "RuleGoalPauseTime", "RuleKickInPauseTime", "RuleHalfTime"};

}  // namespace

void append_init_line(std::string& out, const spark::Variables& variables) {
  spark::sexp::Writer writer(out);
  writer.open("Init").put(' ');
  for (const std::string_view name : kNames) {
    const auto value = variables.real(std::string("Soccer.").append(name));
    if (value && std::isfinite(*value)) writer.open(name).real(*value).close();
  }
  // Settings for more than two halves; monitors of 0.5.2 ignore them.
  for (const std::string_view name : {"ExtraHalfTime", "ShootOut"}) {
    const auto value = variables.real(std::string("Soccer.").append(name));
    if (value && std::isfinite(*value) && *value > 0) writer.open(name).real(*value).close();
  }
  if (variables.boolean("Soccer.MonitorKicks").value_or(false)) writer.open("MonitorKicks").integer(1).close();
  writer.open("play_modes");
  const bool has_shoot_out = variables.real("Soccer.ShootOut").value_or(0.0) > 0;
  for (const NamedPlayMode& mode : std::span(kPlayModes).first(has_shoot_out ? kPlayModes.size() : kPlayModesOfPlay))
    writer.atom(mode.name);
  writer.close().close();
}

}  // namespace soccer
