// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/spades_variables.h"

#include "spark/core/variables.h"
#include "spark/sim/time_limit_aspect.h"

namespace spark {
namespace {

// In seconds.
constexpr double kShortestStep = 0.0005, kLongestStep = 0.1, kLongestTiming = 1000;

using Range = Variable::Range;
const Variable kSpadesVariables[] = {
    {"Spades.TimePerStep", 0.01, "simulated length of a step", "s", Range{kShortestStep, kLongestStep}},
    // behaviour 5.1, and the next two
    {"Spades.SenseInterval", 0.2, "time from a sensation to the next", "s", Range{kShortestStep, kLongestTiming}},
    {"Spades.SenseLatency", 0.1, "time until a sensation arrives", "s", Range{0, kLongestTiming}},
    {"Spades.ActionLatency", 0.1, "time until an act takes effect", "s", Range{0, kLongestTiming}},
    {"Spades.MonitorInterval", std::int64_t{15}, "time from a frame to the next", "steps", Range{1, 1e6}},
    {"Spades.EndTime", 0.0, "simulated time after which the match ends; 0: no limit", "s",
     Range{0, TimeLimitAspect::kMaxSeconds}},
    {"Spades.RunIntegratedCommserver", true, "agents are started on this machine"},
    {"Spades.CommServersWanted", std::int64_t{1}, "commservers the match waits for, the integrated one included", "",
     Range{1, 1000}},
    {"Spades.SendAgentThinkTimes", false, "agents are sent the cost of their thinking"},
};

}  // namespace

void bound_spades_variables(Variables& variables) {
  variables.describe(kSpadesVariables);
}

void declare_spades_variables(Variables& variables) {
  variables.declare(kSpadesVariables);
}

}  // namespace spark
