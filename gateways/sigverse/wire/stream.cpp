// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/stream.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

namespace sigverse::wire {
namespace {

void set_non_blocking(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

bool is_socket(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode);
}

bool would_block(int error) {
  return error == EAGAIN || error == EWOULDBLOCK;
}

}  // namespace

Stream::Stream(int in, int out) : in_(in), out_(out), socket_(is_socket(out)) {
  set_non_blocking(in);
  if (out != in) set_non_blocking(out);
}

Stream::~Stream() {
  close();
}

Stream::Stream(Stream&& other) noexcept {
  *this = std::move(other);
}

Stream& Stream::operator=(Stream&& other) noexcept {
  std::swap(in_, other.in_);
  std::swap(out_, other.out_);
  std::swap(timer_, other.timer_);
  std::swap(socket_, other.socket_);
  std::swap(buffer_, other.buffer_);
  std::swap(filled_, other.filled_);
  std::swap(handed_out_, other.handed_out_);
  std::swap(queue_, other.queue_);
  std::swap(queue_sent_, other.queue_sent_);
  std::swap(spin_count_, other.spin_count_);
  std::swap(spins_left_, other.spins_left_);
  std::swap(problem_, other.problem_);
  return *this;
}

void Stream::close() {
  if (in_ >= 0) ::close(in_);
  if (out_ >= 0 && out_ != in_) ::close(out_);
  if (timer_ >= 0) ::close(timer_);
  in_ = out_ = timer_ = -1;
}

void Stream::limit(Timeout total) {
  if (timer_ < 0 && total >= Timeout(0)) timer_ = ::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  // A time of zero would disarm the timer.
  const auto milliseconds = std::max<Timeout::rep>(total.count(), total < Timeout(0) ? 0 : 1);
  itimerspec time{};
  time.it_value.tv_sec = static_cast<time_t>(milliseconds / 1000);
  time.it_value.tv_nsec = static_cast<long>(milliseconds % 1000 * 1'000'000);
  if (timer_ >= 0) ::timerfd_settime(timer_, 0, &time, nullptr);
}

/// Errors count as events; the next system call reports them.
bool Stream::wait(int descriptor, short events, Timeout timeout) const {
  // `poll` ignores a negative descriptor.
  pollfd watched[] = {{descriptor, events, 0}, {timer_, POLLIN, 0}, {unsent() > 0 ? out_ : -1, POLLOUT, 0}};
  int ready = -1;
  do {
    ready = ::poll(watched, std::size(watched), static_cast<int>(timeout.count()));
  } while (ready < 0 && errno == EINTR);
  return ready != 0 && watched[1].revents == 0;
}

Stream::What Stream::ended(const char* what) {
  problem_ = what;
  close();
  return What::ended;
}

void Stream::drop_handed_out() {
  if (handed_out_ == 0) return;
  std::copy(buffer_.data() + handed_out_, buffer_.data() + filled_, buffer_.data());
  filled_ -= handed_out_;
  handed_out_ = 0;
}

Stream::What Stream::fill(std::size_t count, Timeout timeout) {
  if (buffer_.size() < count) buffer_.resize(count);
  while (filled_ < count) {
    if (in_ < 0 || !send_queue()) return What::ended;
    const ssize_t got = ::read(in_, buffer_.data() + filled_, count - filled_);
    if (got > 0) {
      filled_ += static_cast<std::size_t>(got);
      if (std::exchange(spins_left_, 0) > 0) spin_count_.report(true);
    } else if (got == 0) {
      return ended(filled_ == 0 ? "the server has closed the connection"
                                : "the server has closed the connection in the middle of a packet");
    } else if (would_block(errno)) {
      if (spins_left_ > 0) {
        if (--spins_left_ == 0) spin_count_.report(false);
        continue;
      }
      if (wait(in_, POLLIN, timeout)) continue;
      problem_ = "the server does not answer";
      return What::timed_out;
    } else if (errno != EINTR) {
      return ended(std::strerror(errno));
    }
  }
  return What::octets;
}

Stream::Received Stream::receive(Timeout timeout) {
  drop_handed_out();
  for (;;) {
    const Unit unit = first_unit({buffer_.data(), filled_});
    if (unit.kind == Unit::Kind::broken) {
      problem_ = unit.problem;
      return {What::broken};
    }
    if (unit.kind != Unit::Kind::incomplete) {
      handed_out_ = unit.size;
      return {unit.kind == Unit::Kind::packet ? What::packet : What::raw, {buffer_.data(), unit.size}};
    }
    const What result = fill(unit.size, timeout);
    if (result != What::octets) return {result};
  }
}

Stream::Received Stream::receive_octets(std::size_t count, Timeout timeout) {
  drop_handed_out();
  const What result = fill(count, timeout);
  if (result != What::octets) return {result};
  handed_out_ = count;
  return {result, {buffer_.data(), count}};
}

bool Stream::send_some(std::string_view& octets) {
  while (!octets.empty()) {
    const ssize_t sent = socket_ ? ::send(out_, octets.data(), octets.size(), MSG_NOSIGNAL)
                                 : ::write(out_, octets.data(), octets.size());
    if (sent >= 0) {
      octets.remove_prefix(static_cast<std::size_t>(sent));
    } else if (would_block(errno)) {
      return true;
    } else if (errno != EINTR) {
      ended(errno == EPIPE ? "the server has closed the connection" : std::strerror(errno));
      return false;
    }
  }
  return true;
}

bool Stream::send(std::string_view octets, Timeout timeout) {
  while (!octets.empty()) {
    if (out_ < 0 || !send_some(octets)) return false;
    if (!octets.empty() && !wait(out_, POLLOUT, timeout)) ended("the server no longer reads");
  }
  return true;
}

bool Stream::send_queue() {
  if (unsent() == 0) return true;
  std::string_view left = std::string_view(queue_).substr(queue_sent_);
  const bool is_open = send_some(left);
  queue_sent_ = queue_.size() - left.size();
  if (left.empty()) {
    queue_.clear();
    queue_sent_ = 0;
  }
  return is_open;
}

bool Stream::post(std::string_view octets) {
  if (out_ < 0) return false;
  if (unsent() == 0) {
    if (!send_some(octets)) return false;
  } else if (unsent() > kMaxUnsent) {
    ended("the server does not read fast enough");
    return false;
  }
  // Sent octets are removed only if they are the larger half, so that octets are rarely moved.
  if (queue_sent_ > queue_.size() / 2) queue_.erase(0, std::exchange(queue_sent_, 0));
  queue_.append(octets);
  return true;
}

}  // namespace sigverse::wire
