// SPDX-License-Identifier: Apache-2.0
#include "spark/net/alarm.h"

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "spark/core/descriptor.h"
#include "spark/net/loop.h"

namespace spark::net {

namespace asio = boost::asio;
using boost::system::error_code;

struct Alarm::State : std::enable_shared_from_this<Alarm::State> {
  State(Loop& loop, std::function<void()> call) : watched(loop.io()), raised(std::move(call)) {}

  void wait();
  void ring();

  /// The descriptor is closed by its owner, not by `close`, which another thread's `raise` may not notice in time.
  Descriptor event;
  asio::posix::stream_descriptor watched;
  std::function<void()> raised;
  std::atomic<bool> is_raised = false;
  bool closed = false;
};

Alarm::Alarm(Loop& loop, std::function<void()> raised) : state_(std::make_shared<State>(loop, std::move(raised))) {
  const auto fail = [](int number) {
    throw std::runtime_error(
        fmt::format("cannot make an alarm: {}", error_code(number, boost::system::system_category()).message()));
  };
  state_->event = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!state_->event) fail(errno);
  error_code error;
  state_->watched.assign(state_->event.get(), error);
  if (error) fail(error.value());
  state_->wait();
}

Alarm::~Alarm() {
  close();
}

void Alarm::raise() noexcept {
  // Only the first call since the loop last looked has to notify the system.
  if (state_->is_raised.exchange(true, std::memory_order_acq_rel)) return;
  const std::uint64_t one = 1;
  // It fails only if the counter is full, which wakes the loop as well.
  [[maybe_unused]] const auto written = ::write(state_->event.get(), &one, sizeof one);
}

void Alarm::close() {
  if (std::exchange(state_->closed, true)) return;
  state_->watched.release();  // which cancels the wait
}

void Alarm::State::wait() {
  watched.async_wait(asio::posix::stream_descriptor::wait_read, [self = shared_from_this()](const error_code& error) {
    if (!error && !self->closed) self->ring();
  });
}

void Alarm::State::ring() {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto size = ::read(event.get(), &count, sizeof count);
  // Before the call, so that a `raise` during it causes another one.
  is_raised.exchange(false, std::memory_order_acq_rel);
  wait();
  raised();
}

}  // namespace spark::net
