// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/trainer/tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace monitor {
namespace {

constexpr double kNormal975 = 1.959963984540054;  // of the standard normal distribution

void estimate_share(Tally::Outcome& outcome, std::size_t attempts) {
  const double n = static_cast<double>(attempts), p = static_cast<double>(outcome.attempts) / n;
  const double z2 = kNormal975 * kNormal975;
  const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kNormal975 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  outcome.share = p;
  outcome.low = std::max(0.0, middle - half);
  outcome.high = std::min(1.0, middle + half);
}

}  // namespace

Tally tally(const Tally::Run& run, const std::vector<Attempt>& attempts) {
  Tally made;
  made.attempts = attempts.size();
  for (const std::string& name : run.outcomes) made.outcomes.push_back(Tally::Outcome{.name = name});
  const auto outcome_of = [&](const Attempt& attempt) -> Tally::Outcome& {
    const auto found = std::ranges::find(made.outcomes, attempt.outcome, &Tally::Outcome::name);
    return found != made.outcomes.end() ? *found : made.outcomes.emplace_back(Tally::Outcome{.name = attempt.outcome});
  };
  for (const Attempt& attempt : attempts) {
    Tally::Outcome& outcome = outcome_of(attempt);
    ++outcome.attempts;
    outcome.mean_seconds += attempt.seconds;
    made.seconds += attempt.seconds;
    made.mean_ball_top_speed += attempt.ball_top_speed;
    made.mean_ball_way += attempt.ball_way;
  }
  if (attempts.empty()) return made;
  for (Tally::Outcome& outcome : made.outcomes) {
    estimate_share(outcome, attempts.size());
    if (outcome.attempts > 0) outcome.mean_seconds /= static_cast<double>(outcome.attempts);
  }
  for (const Attempt& attempt : attempts) {
    Tally::Outcome& outcome = outcome_of(attempt);
    const double off = attempt.seconds - outcome.mean_seconds;
    outcome.deviation_seconds += off * off;
  }
  for (Tally::Outcome& outcome : made.outcomes)
    outcome.deviation_seconds =
        outcome.attempts < 2 ? 0 : std::sqrt(outcome.deviation_seconds / static_cast<double>(outcome.attempts - 1));
  made.mean_ball_top_speed /= static_cast<double>(attempts.size());
  made.mean_ball_way /= static_cast<double>(attempts.size());
  return made;
}

std::string short_number(double number, int decimals) {
  std::string text = fmt::format("{:.{}f}", number, decimals);
  if (text.find('.') != text.npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string table_of(const Tally::Run& run, const Tally& tally) {
  std::string text = fmt::format("{}: {} attempt{}, seed {}{}\n\n", run.play, tally.attempts,
                                 tally.attempts == 1 ? "" : "s", run.seed, run.repeats ? "" : ", not repeatable");
  std::size_t width = 7;
  for (const Tally::Outcome& each : tally.outcomes) width = std::max(width, each.name.size());
  text += fmt::format("{:{}}  attempts    share  95 %                time\n", "outcome", width);
  for (const Tally::Outcome& each : tally.outcomes) {
    text += fmt::format("{:{}}  {:8}  {:5.1f} %  {:5.1f} to {:5.1f} %", each.name, width, each.attempts,
                        100 * each.share, 100 * each.low, 100 * each.high);
    if (each.attempts > 0) text += fmt::format("  {:.2f} ± {:.2f} s", each.mean_seconds, each.deviation_seconds);
    text += '\n';
  }
  return text + fmt::format("\nball: {:.1f} m on its way, {:.1f} m/s at most, on average; {:.1f} s of the game\n",
                            tally.mean_ball_way, tally.mean_ball_top_speed, tally.seconds);
}

}  // namespace monitor
