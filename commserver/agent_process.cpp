// SPDX-License-Identifier: Apache-2.0
#include "commserver/agent_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace commserver {
namespace {
/// From the first sign of an agent's end to the last. Usually a fraction of a millisecond.
constexpr std::chrono::milliseconds kClosingGrace{200};
}  // namespace

AgentProcess::AgentProcess(spark::AgentId id, int child, spark::Descriptor from_agent, spark::Descriptor to_agent,
                           std::unique_ptr<ThinkMeter> meter, AgentDialogue::Rules rules,
                           std::chrono::milliseconds think_limit, spark::PollSet& polls, spark::Log& log)
    : id_(id),
      child_(child),
      from_agent_(std::move(from_agent)),
      to_agent_(std::move(to_agent)),
      think_limit_(think_limit),
      polls_(polls),
      dialogue_(id, std::move(meter), rules, log) {
  polls_.add(from_agent_.get(), EPOLLIN, input_key(id_));
}

AgentProcess::~AgentProcess() {
  close();
}

void AgentProcess::read(std::span<char> buffer, spark::AgentGatewayListener& listener) {
  if (!from_agent_) return;
  ssize_t count;
  do {
    count = ::read(from_agent_.get(), buffer.data(), buffer.size());
  } while (count < 0 && errno == EINTR);
  drained_ = count < static_cast<ssize_t>(buffer.size());
  if (count > 0) {
    dialogue_.statistics().counts.bytes_from += static_cast<std::uint64_t>(count);
    // Only now: whatever it said after it had closed its input is read when that can be seen.
    if (has_closed_input()) stop_talking();
    reader_.feed({buffer.data(), static_cast<std::size_t>(count)});
    take_messages(listener);
    if (dialogue_.has_finished()) begin_closing();
  } else if (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) {
    close_input();
    begin_closing();
  }
}

bool AgentProcess::has_closed_input() const {
  if (!to_agent_) return false;
  pollfd output{to_agent_.get(), 0, 0};
  return ::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

/// It does not listen any more; but what it said before still counts.
void AgentProcess::stop_talking() {
  int unread = 0;  // nobody can read it now, so this is what the agent has left for ever
  ::ioctl(to_agent_.get(), FIONREAD, &unread);
  spark::net::FrameWriter& outgoing = dialogue_.outgoing();
  dialogue_.stops_listening(outgoing.sent_in_all() - static_cast<std::uint64_t>(std::max(0, unread)));
  close_output();
  outgoing.clear();
}

void AgentProcess::take_messages(spark::AgentGatewayListener& listener) {
  std::string_view message;
  // The listener may drop this agent at any message.
  while (!closed_ && !senseless_) {
    switch (reader_.next(message)) {
      case spark::net::FrameReader::Result::message:
        take(message, listener);
        break;
      case spark::net::FrameReader::Result::skipped:
        dialogue_.complain(fmt::format("skipped a message of {} bytes, the maximum is {}", reader_.length(),
                                       spark::net::FrameLimits{}.max_message));
        break;
      case spark::net::FrameReader::Result::none:
        return;
      case spark::net::FrameReader::Result::senseless:
        senseless_ = true;
        break;
    }
  }
}

void AgentProcess::take(std::string_view message, spark::AgentGatewayListener& listener) {
  const bool was_thinking = dialogue_.is_thinking();
  dialogue_.take(message, listener);
  if (was_thinking && !dialogue_.is_thinking()) dialogue_.statistics().thinking.add(Clock::now() - thinking_began_);
}

void AgentProcess::discard(std::span<char> buffer) {
  if (!from_agent_) return;
  const ssize_t count = ::read(from_agent_.get(), buffer.data(), buffer.size());
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) close_input();
}

void AgentProcess::deliver() {
  if (closed_) return;
  if (dialogue_.open_next()) thinking_began_ = Clock::now();
  send();
}

void AgentProcess::send() {
  spark::net::FrameWriter& outgoing = dialogue_.outgoing();
  if (!to_agent_) return outgoing.clear();
  while (!outgoing.pending().empty()) {
    const ssize_t count = ::write(to_agent_.get(), outgoing.pending().data(), outgoing.pending().size());
    if (count >= 0) {
      outgoing.sent(static_cast<std::size_t>(count));
      dialogue_.statistics().counts.bytes_to += static_cast<std::uint64_t>(count);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      break;
    } else if (errno != EINTR) {
      stop_talking();
      if (dialogue_.has_finished()) begin_closing();
      return;
    }
  }
  if (const bool wanted = !outgoing.pending().empty(); wanted != watching_output_) {
    if (wanted)
      polls_.add(to_agent_.get(), EPOLLOUT, output_key(id_));
    else
      polls_.remove(to_agent_.get());
    watching_output_ = wanted;
  }
}

void AgentProcess::has_exited(std::string how) {
  if (!exit_) exit_ = std::move(how);
  drained_ = false;  // it may have said something since the last read
  begin_closing();
}

void AgentProcess::begin_closing() {
  if (closing_) return;
  closing_ = true;
  closing_ends_ = Clock::now() + kClosingGrace;
}

std::string AgentProcess::loss(Clock::time_point now) const {
  if (senseless_) return fmt::format("sends garbage (a message of {} bytes)", reader_.length());
  if (const char* why = dialogue_.hopeless()) return why;
  if (closing_) {
    if (exit_ && (drained_ || !from_agent_)) return *exit_;
    if (now >= closing_ends_) return exit_ ? *exit_ : from_agent_ ? "closed its input" : "closed its pipe";
  }
  if (dialogue_.is_thinking() && now >= thinking_began_ + think_limit_)
    return fmt::format("did not finish thinking within {} s", static_cast<double>(think_limit_.count()) / 1000.0);
  return {};
}

std::optional<AgentProcess::Clock::time_point> AgentProcess::deadline() const {
  if (closing_) return closing_ends_;
  if (dialogue_.is_thinking()) return thinking_began_ + think_limit_;
  return std::nullopt;
}

void AgentProcess::close() {
  close_input();
  close_output();
  dialogue_.outgoing().clear();
  closed_ = true;
}

void AgentProcess::close_input() {
  if (from_agent_) polls_.remove(from_agent_.get());
  from_agent_.close();
}

void AgentProcess::close_output() {
  if (watching_output_) polls_.remove(to_agent_.get());
  watching_output_ = false;
  to_agent_.close();
}

}  // namespace commserver
