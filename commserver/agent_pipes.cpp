// SPDX-License-Identifier: Apache-2.0
#include "commserver/agent_pipes.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace commserver {
namespace {

bool is_for_later(int error) {
  return error == EAGAIN || error == EWOULDBLOCK;
}

}  // namespace

AgentPipes::AgentPipes(spark::AgentId id, spark::Descriptor from_agent, spark::Descriptor to_agent,
                       spark::PollSet& polls)
    : id_(id), from_agent_(std::move(from_agent)), to_agent_(std::move(to_agent)), polls_(polls) {
  polls_.add(from_agent_.get(), EPOLLIN, input_key(id_));
}

std::optional<std::string_view> AgentPipes::read(std::span<char> buffer) {
  if (!from_agent_) return std::nullopt;
  ssize_t count;
  do {
    count = ::read(from_agent_.get(), buffer.data(), buffer.size());
  } while (count < 0 && errno == EINTR);
  if (count > 0) return std::string_view(buffer.data(), static_cast<std::size_t>(count));
  if (count < 0 && is_for_later(errno)) return std::string_view();
  stop_reading();
  return std::nullopt;
}

bool AgentPipes::send(spark::net::FrameWriter& outgoing) {
  while (!outgoing.pending().empty()) {
    const ssize_t count = ::write(to_agent_.get(), outgoing.pending().data(), outgoing.pending().size());
    if (count >= 0) {
      outgoing.sent(static_cast<std::size_t>(count));
    } else if (is_for_later(errno)) {
      break;
    } else if (errno != EINTR) {
      return false;
    }
  }
  watch_output(!outgoing.pending().empty());
  return true;
}

bool AgentPipes::is_reader_gone() const {
  if (!to_agent_) return false;
  pollfd output{to_agent_.get(), 0, 0};
  return ::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

std::size_t AgentPipes::unread() const {
  int count = 0;
  if (to_agent_) ::ioctl(to_agent_.get(), FIONREAD, &count);
  return static_cast<std::size_t>(std::max(0, count));
}

void AgentPipes::stop_sending() {
  watch_output(false);
  to_agent_.close();
}

void AgentPipes::stop_reading() {
  watch_input(false);
  from_agent_.close();
}

void AgentPipes::close() {
  stop_reading();
  stop_sending();
}

void AgentPipes::watch_input(bool wanted) {
  if (wanted == watching_input_ || !from_agent_) return;
  if (wanted)
    polls_.add(from_agent_.get(), EPOLLIN, input_key(id_));
  else
    polls_.remove(from_agent_.get());
  watching_input_ = wanted;
}

void AgentPipes::watch_output(bool wanted) {
  if (wanted == watching_output_) return;
  if (wanted)
    polls_.add(to_agent_.get(), EPOLLOUT, output_key(id_));
  else
    polls_.remove(to_agent_.get());
  watching_output_ = wanted;
}

}  // namespace commserver
