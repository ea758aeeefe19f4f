// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/spades_variables.h"

#include <optional>

#include "spark/core/variables.h"
#include "spark/sim/time_limit_aspect.h"

namespace spark {
namespace {

struct Range {
  double least;
  double most;
  const char* unit;
};

struct SpadesVariable {
  const char* name;
  Value usual;
  std::optional<Range> range{};
};

// In seconds.
constexpr double kShortestStep = 0.0005, kLongestStep = 0.1, kLongestTiming = 1000;

const SpadesVariable kSpadesVariables[] = {
    {"Spades.TimePerStep", 0.01, Range{kShortestStep, kLongestStep, "s"}},
    {"Spades.SenseInterval", 0.2, Range{kShortestStep, kLongestTiming, "s"}},  // behaviour 5.1, and the next two
    {"Spades.SenseLatency", 0.1, Range{0, kLongestTiming, "s"}},
    {"Spades.ActionLatency", 0.1, Range{0, kLongestTiming, "s"}},
    {"Spades.MonitorInterval", std::int64_t{15}, Range{1, 1e6, "steps"}},
    {"Spades.EndTime", 0.0, Range{0, TimeLimitAspect::kMaxSeconds, "s"}},
    {"Spades.RunIntegratedCommserver", true},
    {"Spades.CommServersWanted", std::int64_t{1}, Range{1, 1000, ""}},
    {"Spades.SendAgentThinkTimes", false},
};

}  // namespace

void bound_spades_variables(Variables& variables) {
  for (const auto& [name, usual, range] : kSpadesVariables)
    if (range) variables.set_range(name, range->least, range->most, range->unit);
}

void declare_spades_variables(Variables& variables) {
  for (const auto& [name, usual, range] : kSpadesVariables) variables.declare(name, usual);
}

}  // namespace spark
