// SPDX-License-Identifier: Apache-2.0
#include "scenes/course/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/articulation.h"
#include "spark/physics/collider.h"
#include "spark/script/script_engine.h"

namespace course {
namespace {

double on_floor(const spark::Vec3& way) {
  return std::hypot(way.x, way.y);
}

constexpr const char* kLayCourse = "layCourse";

std::string counted(int collisions) {
  return fmt::format("{} collision{}", collisions, collisions == 1 ? "" : "s");
}

std::string_view result_of(Run::State state) {
  return state == Run::State::late ? "time limit" : name_of(state);
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
  if (!(seconds > 0.0 && seconds <= 1e6)) return false;
  time_limit_ = seconds;
  return true;
}

bool CourseJudge::set_runs(int count) {
  if (count < 0 || count > 1000000) return false;
  run_limit_ = count;
  return true;
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
  const spark::Step until = has_ended(run) ? run.ended : run.seen;
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
  if (next_run_ == NextRun::asked)
    request_next_run();
  else
    next_run_ = NextRun::none;
}

bool CourseJudge::begin_another_run() {
  if (run_limit_ > 0 && run_number_ >= run_limit_) return false;
  next_run_ = NextRun::asked;
  return true;
}

void CourseJudge::request_next_run() {
  next_run_ = NextRun::requested;
  auto* game = core().find_first<spark::GameControlServer>();
  game->request_restart({core().random.stream("course").next(), [this] { lay_course(); }});
}

/// Lets the script move objects on the course. After an error they stay where they are.
void CourseJudge::lay_course() const try {
  auto& scripts = spark::ScriptEngine::of(core());
  if (scripts.is_defined(kLayCourse)) scripts.call(kLayCourse, {});
} catch (const std::exception& error) {
  core().log.error("{}", error.what());
}

void CourseJudge::restart() {
  // A trainer's reset starts the count of runs again; another run continues it.
  if (std::exchange(next_run_, NextRun::none) == NextRun::requested) {
    for (const Run& run : runs_) {
      if (run.state == Run::State::running) core().log.normal("{}", outcome(run));
      past_runs_.push_back(outcome(run));
      if (past_runs_.size() > kMaxPastRuns) past_runs_.pop_front();
    }
    ++run_number_;
  } else {
    past_runs_.clear();
    run_number_ = 1;
  }
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
  run.seen = now;
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
  else if (!(patient_ && run.state == Run::State::ready) && now - run.began >= steps(time_limit_))
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
  if (run_limit_ != 1 && state != Run::State::gone) core().log.normal("{}", outcome(run));
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
    text += fmt::format("{} {:.1f} s, {}, {:.1f} m left", name_of(run.state), seconds(run), counted(run.collisions),
                        left(run));
  }
  return run_number_ > 1 ? fmt::format("run {}  {}", run_number_, text) : text;
}

std::string CourseJudge::whose(const Run& run) const {
  return runs_.size() > 1 ? " of " + run.label : std::string();
}

/// One line about a run that has ended or was aborted.
std::string CourseJudge::outcome(const Run& run) const {
  const std::string_view result = run.state == Run::State::running ? "abandoned" : result_of(run.state);
  return fmt::format("run {}{}: {}, {:.2f} s, {}, {:.2f} m", run_number_, whose(run), result, seconds(run),
                     counted(run.collisions), run.path);
}

std::vector<std::string> CourseJudge::summary() const {
  std::vector<std::string> lines(past_runs_.begin(), past_runs_.end());
  if (run_number_ > 1) lines.push_back(fmt::format("runs: {}", run_number_));
  for (const Run& run : runs_) {
    lines.push_back(fmt::format("result{}: {}", whose(run), result_of(run.state)));
    lines.push_back(fmt::format("time{}: {:.2f} s", whose(run), seconds(run)));
    lines.push_back(fmt::format("collisions{}: {}", whose(run), run.collisions));
    lines.push_back(fmt::format("path{}: {:.2f} m", whose(run), run.path));
  }
  return lines;
}

bool CourseJudge::finished() const {
  if (run_limit_ == 0 || run_number_ < run_limit_ || next_run_ != NextRun::none) return false;
  return over_since_ && core().clock.now() - *over_since_ >= steps(kFarewell);
}

}  // namespace course
