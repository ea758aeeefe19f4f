// SPDX-License-Identifier: Apache-2.0
#include "commserver/think/think_times.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "spark/core/number_text.h"

namespace commserver {

using spark::Step;

std::filesystem::path think_times_file(const std::filesystem::path& folder, spark::AgentId agent) {
  return folder / fmt::format("agent{}-ttimes.log", agent);
}

RecordingMeter::RecordingMeter(std::unique_ptr<ThinkMeter> meter, const std::filesystem::path& file, spark::Log& log)
    : meter_(std::move(meter)), name_(file.string()), file_(file), log_(log) {
  say_if_it_ended();
}

RecordingMeter::~RecordingMeter() {
  file_.close();
  say_if_it_ended();
}

void RecordingMeter::say_if_it_ended() {
  if (file_ || std::exchange(has_ended_, true)) return;
  log_.error("cannot write {}: {}; these thinking times end here", name_, std::strerror(errno));
}

void RecordingMeter::begin_cycle() {
  meter_->begin_cycle();
  if (line_begun_) file_ << '\n';
  line_begun_ = true;
}

Step RecordingMeter::cost(char letter) {
  const Step steps = meter_->cost(letter);
  word_.assign(1, letter);
  spark::append_integer(word_, steps);
  word_ += ' ';
  file_ << word_;
  say_if_it_ended();
  return steps;
}

ReplayingMeter::ReplayingMeter(const std::filesystem::path& file, Step min_cost, spark::AgentId agent, spark::Log& log)
    : file_(file), min_cost_(min_cost), last_(min_cost), agent_(agent), log_(log) {
  if (!file_) throw std::runtime_error(fmt::format("cannot open the recorded thinking times {}", file.string()));
}

void ReplayingMeter::begin_cycle() {
  line_.clear();
  place_ = 0;
  std::getline(file_, line_);
}

Step ReplayingMeter::cost(char letter) {
  if (differs_) return last_;
  Step steps = 0;
  switch (take(letter, steps)) {
    case Found::cost:
      last_ = steps;
      break;
    case Found::end:
      break;
    case Found::other:
      differs_ = true;
      log_.warning("agent {} does not behave as in the match whose thinking times are replayed", agent_);
  }
  return last_;
}

ReplayingMeter::Found ReplayingMeter::take(char letter, Step& steps) {
  const std::size_t end = std::min(line_.find(' ', place_), line_.size());
  const std::string_view word = std::string_view(line_).substr(place_, end - place_);
  place_ = std::min(end + 1, line_.size());
  // The recorded match may have ended in the middle of a cycle.
  if (word.empty() && file_.eof()) return Found::end;
  const bool fits = !word.empty() && word.front() == letter && spark::whole_integer(word.substr(1), steps) &&
                    steps >= min_cost_ && steps <= 1'000'000;
  return fits ? Found::cost : Found::other;
}

}  // namespace commserver
