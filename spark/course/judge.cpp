// SPDX-License-Identifier: Apache-2.0
#include "spark/course/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/collider.h"
#include "spark/physics/mechanism.h"

namespace course {
namespace {

double on_floor(const spark::Vec3& way) {
  return std::hypot(way.x, way.y);
}

bool has_ended(const Run& run) {
  return run.state != Run::State::ready && run.state != Run::State::running;
}

}  // namespace

std::string_view name_of(Run::State state) {
  switch (state) {
    case Run::State::ready:
      return "ready";
    case Run::State::running:
      return "running";
    case Run::State::reached:
      return "reached";
    case Run::State::late:
      return "late";
    case Run::State::gone:
      return "gone";
  }
  return "";
}

bool CourseJudge::set_target(double x, double y, double radius) {
  const spark::Vec3 target{x, y, 0.0};
  if (!(length(target) <= 1e6) || !(radius > 0.0 && radius <= 1e6)) return false;
  target_ = target;
  radius_ = radius;
  return true;
}

bool CourseJudge::set_time_limit(double seconds) {
  return seconds > 0.0 && seconds <= 1e6 && (time_limit_ = seconds, true);
}

void CourseJudge::add_obstacle(const std::string& path) {
  auto* collider = dynamic_cast<spark::Collider*>(core().root().find(path));
  if (!collider || collider->recorders().empty())
    throw std::runtime_error(fmt::format("there is no collider with a RecorderHandler at '{}'", path));
  obstacles_.emplace_back(*this);
  obstacles_.back() = *collider->recorders().front();
}

const Run* CourseJudge::find(const spark::AgentAspect& agent) const {
  const auto at = std::ranges::find(runs_, &agent, &Run::agent);
  return at == runs_.end() ? nullptr : &*at;
}

spark::Step CourseJudge::steps(double seconds) const {
  return std::llround(seconds / core().clock.step_seconds());
}

double CourseJudge::seconds(const Run& run) const {
  if (run.state == Run::State::ready) return 0.0;
  const spark::Step until = has_ended(run) ? run.ended : core().clock.now();
  return static_cast<double>(until - run.began) * core().clock.step_seconds();
}

double CourseJudge::left(const Run& run) const {
  return on_floor(target_ - run.place);
}

void CourseJudge::update(double) {
  for (Run& run : runs_) {
    if (has_ended(run)) continue;
    if (spark::Body* body = spark::main_body(*run.agent)) follow(run, *body);
  }
  const bool over = !runs_.empty() && std::ranges::all_of(runs_, has_ended);
  if (!over)
    over_since_.reset();
  else if (!over_since_)
    over_since_ = core().clock.now();
}

void CourseJudge::restart() {
  std::erase_if(runs_, [](const Run& run) { return !run.agent; });
  for (Run& run : runs_) {
    Run fresh;
    fresh.agent = run.agent;
    fresh.label = run.label;
    run = fresh;
  }
  over_since_.reset();
}

void CourseJudge::follow(Run& run, spark::Body& body) {
  const spark::Step now = core().clock.now();
  const spark::Vec3 place = body.position();
  if (!run.has_body) {
    run.has_body = true;
    run.start = place;
    run.began = now;
  } else if (run.state == Run::State::running) {
    run.path += on_floor(place - run.place);
  }
  run.place = place;
  if (run.state == Run::State::ready && on_floor(place - run.start) >= kFirstMovement) {
    run.state = Run::State::running;
    run.began = now;
    run.path = on_floor(place - run.start);
  }
  count_collisions(run);
  if (run.state == Run::State::running && left(run) <= radius_)
    end(run, Run::State::reached);
  else if (now - run.began >= steps(time_limit_))
    end(run, Run::State::late);
}

void CourseJudge::count_collisions(Run& run) {
  const spark::Step now = core().clock.now();
  run.touched.resize(obstacles_.size(), -1);
  for (std::size_t i = 0; i < obstacles_.size(); ++i) {
    const auto& touching = obstacles_[i]->touching();
    const bool touches = std::ranges::any_of(
        touching, [&](const spark::Collider* other) { return other->ancestor<spark::AgentAspect>() == run.agent; });
    if (!touches) continue;
    if (run.touched[i] < 0 || now - run.touched[i] > steps(kApart)) ++run.collisions;
    run.touched[i] = now;
  }
}

void CourseJudge::end(Run& run, Run::State state) {
  run.state = state;
  run.ended = core().clock.now();
}

void CourseJudge::agent_connected(spark::AgentAspect& agent) {
  runs_.push_back({});
  runs_.back().agent = &agent;
  runs_.back().label = agent.label();
}

void CourseJudge::agent_disappearing(spark::AgentAspect& agent) {
  for (Run& run : runs_) {
    if (run.agent != &agent) continue;
    run.agent = nullptr;
    if (!has_ended(run)) end(run, Run::State::gone);
  }
}

std::string CourseJudge::status() const {
  std::string text;
  for (const Run& run : runs_) {
    if (!text.empty()) text += "  ";
    text += fmt::format("{} {:.1f} s, {} collisions, {:.1f} m left", name_of(run.state), seconds(run), run.collisions,
                        left(run));
  }
  return text;
}

std::vector<std::string> CourseJudge::summary() const {
  std::vector<std::string> lines;
  for (const Run& run : runs_) {
    const std::string whose = runs_.size() > 1 ? " of " + run.label : std::string();
    const std::string result = run.state == Run::State::reached ? "reached"
                               : run.state == Run::State::late  ? "time limit"
                                                                : std::string(name_of(run.state));
    lines.push_back(fmt::format("result{}: {}", whose, result));
    lines.push_back(fmt::format("time{}: {:.2f} s", whose, seconds(run)));
    lines.push_back(fmt::format("collisions{}: {}", whose, run.collisions));
    lines.push_back(fmt::format("path{}: {:.2f} m", whose, run.path));
  }
  return lines;
}

bool CourseJudge::finished() const {
  return over_since_ && core().clock.now() - *over_since_ >= steps(kFarewell);
}

}  // namespace course
