// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/world_run.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "spark/core/line_limit.h"
#include "spark/core/log.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"

namespace rtm {
namespace {

/// The maximum number of callers that wait at the same time. Each of them occupies a thread of the ORB, which has a few
/// dozen.
constexpr int kMaxCallers = 8;
constexpr std::uint64_t kLinesInFull = 5;  ///< about pauses

}  // namespace

struct WorldRun::Requests : std::enable_shared_from_this<Requests> {
  struct Request {
    std::optional<Answer> answer{};
    bool is_abandoned = false;  ///< the caller no longer waits
    // Steps only:
    spark::Step steps = 0;
    spark::Step first = 0;  ///< the step at which they began
  };
  using Order = std::function<void(Requests&, const std::shared_ptr<Request>&)>;

  Requests(const Parts& the_parts, std::chrono::milliseconds longest)
      : parts(the_parts),
        timeout(longest),
        lane(the_parts.commands.open_lane({2 * kMaxCallers, 2 * kMaxCallers * spark::CommandLane::kCommandBytes})) {}

  const Parts parts;
  const std::chrono::milliseconds timeout;
  const std::shared_ptr<spark::CommandLane> lane;
  std::mutex mutex;
  std::condition_variable answered;
  bool has_ended = false;
  int callers = 0;
  std::shared_ptr<Request> stepping;               ///< the request whose steps are being made
  std::deque<std::shared_ptr<Request>> waiting{};  ///< requests whose steps are made later
  spark::LineLimit limit{kLinesInFull};
  std::vector<std::string_view> lines{};  ///< written when the lock is free

  Answer ask(spark::Step steps, Order order);
  // Called with the lock, on the simulation thread:
  void pause();
  void run();
  void report(std::string_view event);
  void follow();
  void settle(Request& request, Answer answer);
  void begin_steps(const std::shared_ptr<Request>& request);
  std::optional<Answer> progress() const;
};

/// Runs `order` on the simulation thread, and waits for the answer.
WorldRun::Answer WorldRun::Requests::ask(spark::Step steps, Order order) {
  const auto self = shared_from_this();
  const auto request = std::make_shared<Request>();
  request->steps = steps;
  const auto command = [self, request, order = std::move(order)] {
    const std::lock_guard lock(self->mutex);
    // A request whose caller no longer waits must not be carried out later.
    if (!self->has_ended && !request->is_abandoned) order(*self, request);
  };
  std::unique_lock lock(mutex);
  if (has_ended) return Answer::ended;
  if (callers >= kMaxCallers || !lane->post(command, 0)) return Answer::busy;
  ++callers;
  lock.unlock();
  parts.real_clock.wait(timeout, [&](spark::RealClock::Duration longest) {
    std::unique_lock waiting_lock(mutex);
    return answered.wait_for(waiting_lock, longest, [&] { return request->answer || has_ended; });
  });
  lock.lock();
  --callers;
  if (request->answer) return *request->answer;
  request->is_abandoned = true;
  std::erase(waiting, request);
  return has_ended ? Answer::ended : Answer::late;
}

void WorldRun::Requests::pause() {
  if (!parts.control.paused()) report("a caller of the world's service pauses the simulation");
  parts.control.pause();
}

void WorldRun::Requests::run() {
  if (parts.control.paused()) report("a caller of the world's service resumes the simulation");
  parts.control.run();
}

void WorldRun::Requests::report(std::string_view event) {
  if (limit.next()) lines.push_back(event);
}

void WorldRun::Requests::settle(Request& request, Answer answer) {
  request.answer = answer;
  answered.notify_all();
}

void WorldRun::Requests::begin_steps(const std::shared_ptr<Request>& request) {
  // Without a pause that this side holds, the world would resume as soon as a monitor that steps it leaves.
  if (!parts.control.is_held()) pause();
  request->first = parts.clock.now();
  parts.control.step(request->steps);
  stepping = request;
}

/// The result of the steps that are being made; nothing while they are.
std::optional<WorldRun::Answer> WorldRun::Requests::progress() const {
  if (parts.clock.begin() > stepping->first) return Answer::interrupted;
  if (parts.clock.now() - stepping->first >= stepping->steps) return Answer::done;
  if (parts.control.paused()) return Answer::interrupted;
  return std::nullopt;
}

WorldRun::WorldRun(const Parts& parts, std::chrono::milliseconds timeout)
    : requests_(std::make_shared<Requests>(parts, timeout)) {}

WorldRun::~WorldRun() {
  end();
}

double WorldRun::time() const {
  return static_cast<double>(requests_->parts.clock.now()) * time_step();
}

double WorldRun::time_step() const {
  return requests_->parts.clock.step_seconds();
}

WorldRun::Answer WorldRun::pause() {
  return requests_->ask(0, [](Requests& requests, const auto& request) {
    requests.pause();
    requests.settle(*request, Answer::done);
  });
}

WorldRun::Answer WorldRun::run() {
  return requests_->ask(0, [](Requests& requests, const auto& request) {
    requests.run();
    requests.settle(*request, Answer::done);
  });
}

WorldRun::Answer WorldRun::step(std::uint64_t steps) {
  if (steps > static_cast<std::uint64_t>(spark::RunControl::kMaxSteps)) return Answer::too_many;
  return requests_->ask(static_cast<spark::Step>(steps),
                        [](Requests& requests, const auto& request) { requests.waiting.push_back(request); });
}

/// Does the work of `WorldRun::follow`, with the lock.
void WorldRun::Requests::follow() {
  for (;;) {
    if (stepping) {
      const auto answer = progress();
      if (!answer && !stepping->is_abandoned) return;
      if (answer)
        settle(*stepping, *answer);
      else
        parts.control.pause();
      stepping.reset();
    }
    if (waiting.empty()) return;
    begin_steps(waiting.front());
    waiting.pop_front();
  }
}

void WorldRun::follow() {
  std::vector<std::string_view> lines;
  {
    const std::lock_guard lock(requests_->mutex);
    requests_->follow();
    lines.swap(requests_->lines);
  }
  for (const std::string_view line : lines) requests_->parts.log.normal("{}", line);
}

void WorldRun::end() {
  Requests& requests = *requests_;
  const std::lock_guard lock(requests.mutex);
  if (std::exchange(requests.has_ended, true)) return;
  requests.lane->clear();
  requests.lane->close();
  requests.stepping.reset();
  requests.waiting.clear();
  requests.answered.notify_all();
}

std::string_view to_string(WorldRun::Answer answer) {
  switch (answer) {
    case WorldRun::Answer::done:
      return "done";
    case WorldRun::Answer::late:
      return "it takes too long";
    case WorldRun::Answer::interrupted:
      return "the world was paused, or was restarted, before all steps were made";
    case WorldRun::Answer::ended:
      return "the simulation ends";
    case WorldRun::Answer::busy:
      return "too many callers wait";
    case WorldRun::Answer::too_many:
      return "too many steps";
  }
  return "?";
}

}  // namespace rtm
