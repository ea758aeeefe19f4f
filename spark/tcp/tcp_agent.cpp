// SPDX-License-Identifier: Apache-2.0
#include "spark/tcp/tcp_agent.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "spark/sexp/reader.h"

namespace spark {

using std::chrono::steady_clock;

namespace {

/// Whether an agent may answer its first sensation so: with acts, whatever they are, or with nothing to do.
bool is_answer(std::string_view text) {
  sexp::Reader reader;
  return text.empty() || (reader.read(text) && reader.size() > 0 && !reader.is_cut());
}

}  // namespace

TcpAgent::TcpAgent(Descriptor socket, std::unique_ptr<AnswerTimes> times, Log& log)
    : log_(log), socket_(std::move(socket)), times_(std::move(times)) {}

void TcpAgent::greet(RealTime now) {
  greeted_ = now;
  std::string frame;
  FrameWriter::begin(frame);
  FrameWriter::finish_bare(frame);
  outgoing_.add_frame(frame);
  send();
}

void TcpAgent::join(AgentId id) {
  id_ = id;
  label_ = fmt::format("agent {}", id);
}

void TcpAgent::read(std::span<char> buffer, AgentGatewayListener& listener) {
  if (!wants_to_read()) return;
  ssize_t count;
  do {
    count = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
  } while (count < 0 && errno == EINTR);
  if (count > 0) {
    statistics_.counts.bytes_from += static_cast<std::uint64_t>(count);
    take_messages({buffer.data(), static_cast<std::size_t>(count)}, listener);
  } else if (count == 0) {
    gone_ = "closed its connection";
  } else if (errno != EAGAIN && errno != EWOULDBLOCK) {
    gone_ = fmt::format("its connection broke: {}", std::strerror(errno));
  } else if (deaf_) {
    gone_ = "its connection broke";
  }
}

void TcpAgent::take_held(AgentGatewayListener& listener) {
  if (is_guest() || !held_ || !times_->can_take()) return;
  take_now(*std::exchange(held_, std::nullopt), listener);
  if (!is_closed()) take_messages(std::exchange(rest_, {}), listener);
}

bool TcpAgent::discard(std::span<char> buffer) {
  const ssize_t count = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

void TcpAgent::take_messages(std::string_view bytes, AgentGatewayListener& listener) {
  reader_.feed(bytes);
  std::string_view text;
  // The listener may drop this agent at any message.
  while (socket_ && gone_.empty() && statistics_.counts.refused <= kMaxRefused) {
    switch (reader_.next(text)) {
      case FrameReader::Result::message:
        break;
      case FrameReader::Result::skipped:
        if (is_guest()) return give_up(fmt::format("sends a message of {} bytes at first", reader_.length()));
        complain(fmt::format("a message of {} bytes skipped, {} are allowed", reader_.length(),
                             FrameReader::kMaxMessageSize));
        text = {};  // whatever it said, it was its answer
        break;
      case FrameReader::Result::none:
        return;
      case FrameReader::Result::senseless:
        gone_ = fmt::format("sends garbage (a message of {} bytes)", reader_.length());
        return;
    }
    if (take(text, listener)) continue;
    held_ = text;
    rest_ = reader_.unread();
    return;
  }
}

bool TcpAgent::take(std::string_view text, AgentGatewayListener& listener) {
  if (is_guest()) {
    if (is_answer(text)) return false;
    gone_ = fmt::format("does not speak like an agent: '{}'", printable(text));
  } else if (!times_->can_take()) {
    return false;
  } else {
    take_now(text, listener);
  }
  return true;
}

void TcpAgent::take_now(std::string_view text, AgentGatewayListener& listener) {
  const AnswerTimes::Act act = times_->act(text.size(), steady_clock::now());
  if (act.refusal) return complain(fmt::format("{}: '{}' ignored", act.refusal, printable(text)));
  if (act.first) {
    ++statistics_.counts.cycles;
    statistics_.thinking.add(act.thinking);
  }
  if (text.empty()) return;
  ++statistics_.counts.acts;
  if (act.late) ++statistics_.counts.late_acts;
  listener.agent_acted(id_, act.stamp, text);
}

void TcpAgent::complain(std::string_view what) {
  ++statistics_.counts.refused;
  log_.complain(label_, "{}", what);
}

void TcpAgent::add_sensation(std::string& frame, Step arrival, Step next_arrival) {
  times_->expect_sensation(next_arrival);
  // Nothing can be perceived before the first act: the sensation that was sent as a greeting said as much.
  if (!std::exchange(sensed_, true)) frame.clear();
  if (times_->sends_at_once()) {
    outgoing_.add_frame(frame);
    times_->sensation_sent(arrival, steady_clock::now());
    send();
  } else {
    waiting_.push_back({arrival, {}});
    std::swap(waiting_.back().frame, frame);
  }
}

void TcpAgent::attend(Step step, RealTime now) {
  while (!waiting_.empty() && waiting_.front().arrival <= step) {
    outgoing_.add_frame(waiting_.front().frame);
    times_->sensation_sent(waiting_.front().arrival, now);
    waiting_.pop_front();
  }
  // Nobody polls for room in the socket: this is called often enough, and who reads late is in no hurry.
  send();
  if (times_->loses_patience(now))
    log_.complain(label_, "has not answered in time; until its next message the world does not wait for it");
}

void TcpAgent::send() {
  if (deaf_ || !socket_) return outgoing_.clear();
  while (!outgoing_.pending().empty()) {
    const ssize_t count = ::send(socket_.get(), outgoing_.pending().data(), outgoing_.pending().size(), MSG_NOSIGNAL);
    if (count >= 0) {
      outgoing_.sent(static_cast<std::size_t>(count));
      statistics_.counts.bytes_to += static_cast<std::uint64_t>(count);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return;
    } else if (errno != EINTR) {
      deaf_ = true;
      return outgoing_.clear();
    }
  }
}

std::string TcpAgent::loss() const {
  if (!gone_.empty()) return gone_;
  if (statistics_.counts.refused > kMaxRefused) return "does not keep to the protocol";
  if (outgoing_.pending().size() > kMaxUnread) return "does not read what it is sent";
  if (times_->is_hopeless()) return "does not answer";
  return {};
}

void TcpAgent::finish() {
  send();
  ::shutdown(socket_.get(), SHUT_WR);
}

void TcpAgent::close() {
  socket_.close();
  reader_ = {};
  rest_ = {};
  held_.reset();
  outgoing_ = {};
  waiting_ = {};
}

}  // namespace spark
