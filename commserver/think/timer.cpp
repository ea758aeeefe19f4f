// SPDX-License-Identifier: Apache-2.0
#include "commserver/think/timer.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "spark/core/log.h"
#include "spark/core/number_text.h"
#include "spark/core/split.h"

namespace commserver {

Timer Timer::parse(std::string_view text) {
  Timer timer;
  timer.text_ = text;
  const std::vector<std::string> words = spark::split_at_blanks(text);
  if (words.empty() || (words.size() == 1 && words[0] == "default")) return timer;
  const auto refuse = [&](std::string_view why) {
    throw std::runtime_error(fmt::format("timer '{}': {}", spark::printable(text), why));
  };

  if (words[0] == "fixed") {
    std::int64_t steps = -1;
    if (words.size() != 2 || !spark::whole_integer(words[1], steps) || steps < 0 || steps > kMaxSteps)
      refuse(fmt::format("'fixed' needs a number of steps from 0 to {}", kMaxSteps));
    timer.steps_ = steps;
  } else if (words[0] == "jiffies" || words[0].starts_with("perfctr")) {
    double divisor = 0.0;
    if (words.size() != 2 || !spark::whole_number(words[1], divisor) || !std::isfinite(divisor) || divisor <= 0.0)
      refuse(fmt::format("'{}' needs one positive number", spark::printable(words[0])));
    timer.kind_ = words[0] == "jiffies" ? Kind::jiffies : Kind::instructions;
    timer.units_per_step_ = timer.kind_ == Kind::jiffies ? divisor / 1000.0 : divisor * 1000.0;
  } else {
    refuse("unknown kind (known are: default, fixed, jiffies, perfctr...)");
  }
  return timer;
}

}  // namespace commserver
