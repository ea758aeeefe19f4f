// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/stream.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
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

/// False if nothing has happened for that long. Errors count as something: the next call finds them.
bool wait(int descriptor, short events, Stream::Patience patience) {
  pollfd watched{descriptor, events, 0};
  int ready = -1;
  do {
    ready = ::poll(&watched, 1, static_cast<int>(patience.count()));
  } while (ready < 0 && errno == EINTR);
  return ready != 0;
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
  std::swap(socket_, other.socket_);
  std::swap(buffer_, other.buffer_);
  std::swap(filled_, other.filled_);
  std::swap(handed_out_, other.handed_out_);
  std::swap(looks_, other.looks_);
  std::swap(looks_left_, other.looks_left_);
  std::swap(problem_, other.problem_);
  return *this;
}

void Stream::close() {
  if (in_ >= 0) ::close(in_);
  if (out_ >= 0 && out_ != in_) ::close(out_);
  in_ = out_ = -1;
}

Stream::What Stream::ended(const char* what) {
  problem_ = what;
  close();
  return What::ended;
}

Stream::What Stream::fill(std::size_t count, Patience patience) {
  if (buffer_.size() < count) buffer_.resize(count);
  while (filled_ < count) {
    if (in_ < 0) return What::ended;
    const ssize_t got = ::read(in_, buffer_.data() + filled_, count - filled_);
    if (got > 0) {
      filled_ += static_cast<std::size_t>(got);
      if (std::exchange(looks_left_, 0) > 0) looks_.end(true);
    } else if (got == 0) {
      return ended(filled_ == 0 ? "the server has closed the connection"
                                : "the server has closed the connection in the middle of a packet");
    } else if (would_block(errno)) {
      if (looks_left_ > 0) {
        if (--looks_left_ == 0) looks_.end(false);
        continue;
      }
      if (wait(in_, POLLIN, patience)) continue;
      problem_ = "the server does not answer";
      return What::timed_out;
    } else if (errno != EINTR) {
      return ended(std::strerror(errno));
    }
  }
  return What::octets;
}

Stream::Received Stream::receive(Patience patience) {
  if (handed_out_) filled_ = 0;
  handed_out_ = false;
  for (;;) {
    const Unit unit = first_unit({buffer_.data(), filled_});
    if (unit.kind == Unit::Kind::broken) {
      problem_ = unit.problem;
      return {What::broken};
    }
    if (unit.kind != Unit::Kind::incomplete) {
      handed_out_ = true;
      return {unit.kind == Unit::Kind::packet ? What::packet : What::raw, {buffer_.data(), filled_}};
    }
    const What result = fill(unit.size, patience);
    if (result != What::octets) return {result};
  }
}

Stream::Received Stream::receive_octets(std::size_t count, Patience patience) {
  if (handed_out_) filled_ = 0;
  handed_out_ = false;
  const What result = fill(count, patience);
  if (result != What::octets) return {result};
  handed_out_ = true;
  return {result, {buffer_.data(), count}};
}

bool Stream::send(std::string_view octets, Patience patience) {
  while (!octets.empty()) {
    if (out_ < 0) return false;
    const ssize_t sent = socket_ ? ::send(out_, octets.data(), octets.size(), MSG_NOSIGNAL)
                                 : ::write(out_, octets.data(), octets.size());
    if (sent >= 0) {
      octets.remove_prefix(static_cast<std::size_t>(sent));
    } else if (would_block(errno)) {
      if (wait(out_, POLLOUT, patience)) continue;
      ended("the server takes nothing more");
    } else if (errno != EINTR) {
      ended(errno == EPIPE ? "the server has closed the connection" : std::strerror(errno));
    }
  }
  return true;
}

}  // namespace sigverse::wire
