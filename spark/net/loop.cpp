// SPDX-License-Identifier: Apache-2.0
#include "spark/net/loop.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <cerrno>
#include <stdexcept>
#include <utility>
#include <vector>

namespace spark::net {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {
/// Maximum callbacks in one `poll`; more than a match has connections.
constexpr int kMaxHandlersAtOnce = 512;
}  // namespace

struct Loop::Watch::State {
  explicit State(asio::io_context& io) : descriptor(io) {}
  asio::posix::stream_descriptor descriptor;
  bool armed = false;
  bool over = false;
};

struct Loop::Parts {
  asio::io_context io{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{io.get_executor()};
  asio::strand<asio::io_context::executor_type> posts{io.get_executor()};
  asio::steady_timer alarm{io};
  std::vector<std::shared_ptr<Watch::State>> watches;
  bool ending = false;

  void arm_watches();
};

Loop::Loop(RealClock& clock) : clock_(clock), parts_(std::make_unique<Parts>()) {}
Loop::~Loop() = default;

asio::io_context& Loop::io() {
  return parts_->io;
}

void Loop::run() {
  while (!parts_->io.stopped()) {
    wait(Duration::max());
    // A pending timer counts as pending work, which Asio does not know.
    if (parts_->ending && timers_.is_empty()) parts_->work.reset();
  }
}

void Loop::end() {
  parts_->ending = true;
}

void Loop::poll() {
  for (int i = 0; i < kMaxHandlersAtOnce && parts_->io.poll_one() > 0; ++i) continue;
  call_timers();
}

void Loop::call_timers() {
  if (!timers_.is_empty()) timers_.call_due(now());
}

/// A descriptor that was readable is watched again only now: other code reads it, and has had an opportunity to do so.
void Loop::Parts::arm_watches() {
  std::erase_if(watches, [](const auto& watch) { return watch->over; });
  for (const auto& watch : watches) {
    if (std::exchange(watch->armed, true)) continue;
    watch->descriptor.async_wait(asio::posix::stream_descriptor::wait_read,
                                 [watch](const error_code&) { watch->armed = false; });
  }
}

void Loop::wait(Duration longest) {
  parts_->arm_watches();
  if (!timers_.is_empty()) longest = std::min(longest, std::max(timers_.next() - now(), Duration::zero()));
  bool some = false;
  clock_.wait(longest, [&](Duration left) { return some = block(left); });
  if (some)
    poll();
  else
    call_timers();
}

/// Waits for the system; true after a callback.
bool Loop::block(Duration longest) {
  using std::chrono::milliseconds;
  if (longest == Duration::max()) return parts_->io.run_one() > 0;
  if (longest <= Duration::zero()) return parts_->io.poll_one() > 0;
  // The system waits in whole milliseconds unless there is a timer, which costs two more calls.
  if (longest >= milliseconds(20)) return parts_->io.run_one_for(std::chrono::floor<milliseconds>(longest)) > 0;
  parts_->alarm.expires_after(longest);
  parts_->alarm.async_wait([](const error_code&) {});
  const bool some = parts_->io.run_one_for(milliseconds(20)) > 0;
  // Before the rest is done, because a cancelled timer also counts as work, and would end the next wait at once.
  parts_->alarm.cancel();
  return some;
}

void Loop::post(std::function<void()> what) {
  asio::post(parts_->posts, std::move(what));
}

Loop::Watch::Watch(std::shared_ptr<State> state) : state_(std::move(state)) {}

Loop::Watch::~Watch() {
  end();
}

Loop::Watch& Loop::Watch::operator=(Watch&& other) noexcept {
  end();
  state_ = std::move(other.state_);
  return *this;
}

void Loop::Watch::end() {
  if (!state_) return;
  state_->over = true;
  error_code ignored;
  state_->descriptor.close(ignored);
  state_.reset();
}

Loop::Watch Loop::watch(int descriptor) {
  auto state = std::make_shared<Watch::State>(parts_->io);
  error_code error;
  // A duplicate, because the system does not watch a descriptor twice.
  if (const int own = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0); own < 0) {
    error.assign(errno, boost::system::system_category());
  } else {
    state->descriptor.assign(own, error);
    if (error) ::close(own);
  }
  if (error) throw std::runtime_error(fmt::format("cannot wait for a descriptor: {}", error.message()));
  parts_->watches.push_back(state);
  return Watch(std::move(state));
}

void Timer::start(Loop::Duration after, std::function<void()> done) {
  cancel();
  pending_ = loop_.timers_.add(loop_.now() + after, std::move(done));
}

void Timer::cancel() {
  if (pending_) loop_.timers_.remove(*pending_);
  pending_.reset();
}

}  // namespace spark::net
