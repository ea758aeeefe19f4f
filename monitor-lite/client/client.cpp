// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/client.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace monitor {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kBetweenTries{500};
constexpr std::size_t kReadSize = 64 << 10;
constexpr milliseconds kMaxWait{1'000'000};
constexpr milliseconds kMaxPatience = std::chrono::hours(24 * 365);  // what the clock can be asked for

void set_option(int socket, int level, int name, int value) {
  ::setsockopt(socket, level, name, &value, sizeof value);
}

/// A machine that vanishes (its cable is pulled) says nothing, and who only watches has nothing to send whose answer
/// could be missed. So it is asked after 5 s of silence, every 2 s, and given up when it has not answered for 10 s; the
/// same holds for the first answer and for commands.
void notice_silence(int socket) {
  set_option(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, 5);
  set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, 2);
  set_option(socket, IPPROTO_TCP, TCP_KEEPCNT, 3);
  set_option(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, 10'000);
}

std::chrono::steady_clock::time_point end_of(milliseconds patience) {
  return std::chrono::steady_clock::now() + std::min(patience, kMaxPatience);
}

}  // namespace

Client::Client(std::string host, std::uint16_t port, AddressLookup::Resolve resolve, TeamNames names)
    : host_(std::move(host)), port_(port), lookup_(host_, port_, std::move(resolve)), reader_(std::move(names)) {}

Client::~Client() {
  if (socket_ >= 0) ::close(socket_);
}

Client::State Client::poll(milliseconds longest, const OnFrame& on_frame) {
  if (state_ == State::over) return state_;
  longest = std::clamp(longest, milliseconds(0), kMaxWait);
  if (has_line()) {  // left by a listener that has thrown, or that polls itself
    take_lines(on_frame);
    return state_;
  }
  if (socket_ < 0) {
    const auto deadline = Clock::now() + longest;
    wait_for_connection(longest);
    if (socket_ < 0) return state_;
    longest = std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(deadline - Clock::now()));
  }
  const bool writes = !connected_ || !output_.empty();
  pollfd watched{socket_, static_cast<short>(writes ? POLLIN | POLLOUT : POLLIN), 0};
  if (::poll(&watched, 1, static_cast<int>(longest.count())) <= 0) return state_;
  if (!connected_) finish_connecting();
  if (socket_ >= 0 && (watched.revents & POLLOUT) != 0) write();
  if (socket_ >= 0 && (watched.revents & (POLLIN | POLLHUP | POLLERR)) != 0) read(on_frame);
  return state_;
}

void Client::wait_for_connection(milliseconds longest) {
  const auto now = Clock::now();
  if (now < next_try_) {
    const auto wait = std::chrono::ceil<milliseconds>(next_try_ - now);
    ::poll(nullptr, 0, static_cast<int>(std::min(wait, longest).count()));
  } else if (const auto found = lookup_.ask(longest)) {
    connect(*found);
  }
}

void Client::connect(const Addresses& found) {
  if (found.all.empty()) return lose(fmt::format("cannot find {}: {}", host_, found.problem));
  places_ = found.all.size();
  const Address& place = found.all[next_place_ % places_];
  const int made = ::socket(place.family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, place.protocol);
  if (made >= 0) notice_silence(made);
  const auto* where = reinterpret_cast<const sockaddr*>(&place.place);
  if (made >= 0 && (::connect(made, where, place.size) == 0 || errno == EINPROGRESS)) {
    socket_ = made;
    return;
  }
  const int error = errno;
  if (made >= 0) ::close(made);
  refused(error);
}

void Client::refused(int error) {
  lose(fmt::format("no server on {} port {}: {}", host_, port_, std::strerror(error)));
  // "localhost" may mean ::1 first, where nobody listens.
  if (++next_place_ % places_ != 0) next_try_ = Clock::now();
}

void Client::finish_connecting() {
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) return refused(error);
  set_option(socket_, IPPROTO_TCP, TCP_NODELAY, 1);
  connected_ = true;
  frames_ = 0;
  problem_.clear();
}

void Client::lose(std::string why) {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
  connected_ = skipping_ = false;
  input_.clear();
  taken_ = searched_ = 0;
  output_.clear();
  problem_ = std::move(why);
  if (state_ != State::over) state_ = State::connecting;
  next_try_ = Clock::now() + kBetweenTries;
}

void Client::read(const OnFrame& on_frame) {
  const std::size_t before = input_.size();
  input_.resize(before + kReadSize);
  const ssize_t count = ::recv(socket_, input_.data() + before, kReadSize, 0);
  const int error = errno;
  input_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(0, count)));
  if (count > 0) return take_lines(on_frame);
  if (count < 0 && (error == EAGAIN || error == EINTR)) return;
  lose(count == 0 ? "the server has closed the connection" : std::strerror(error));
}

void Client::take_lines(const OnFrame& on_frame) {
  // `on_frame` may poll itself and take the lines behind this one. What has been searched is not searched again: the
  // bytes of a long line may come one by one.
  for (std::size_t end; (end = input_.find('\n', std::max(taken_, searched_))) != std::string::npos;) {
    const auto line = std::string_view(input_).substr(taken_, end - taken_);
    taken_ = end + 1;
    if (!std::exchange(skipping_, false)) take_line(line, on_frame);
  }
  input_.erase(0, taken_);
  taken_ = 0;
  searched_ = input_.size();
  if (input_.size() <= LineReader::kMaxLineSize) return;
  problem_ = "a line without end is left out";
  skipping_ = true;
  input_.clear();
  searched_ = 0;
}

void Client::take_line(std::string_view line, const OnFrame& on_frame) {
  const LineReader::Kind kind = reader_.read(line);
  if (!reader_.problem().empty()) problem_ = reader_.problem();
  if (kind == LineReader::Kind::init || kind == LineReader::Kind::info) state_ = State::watching;
  if (kind == LineReader::Kind::die) {
    state_ = State::over;
    lose("the match is over");
  }
  if (kind != LineReader::Kind::info) return;
  ++frames_;
  if (reader_.snapshot().acknowledged) ++acknowledgements_;
  if (on_frame) on_frame(reader_.snapshot());
}

void Client::write() {
  while (!output_.empty()) {
    const ssize_t count = ::send(socket_, output_.data(), output_.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0) return lose(std::strerror(errno));
    output_.erase(0, static_cast<std::size_t>(count));
  }
}

bool Client::send_message(char letter, std::string_view text) {
  if (!connected_ || text.size() >= kMaxCommandSize || output_.size() + text.size() > kMaxUnsent) return false;
  const auto length = static_cast<std::uint32_t>(text.size() + 1);
  for (int shift = 24; shift >= 0; shift -= 8) output_ += static_cast<char>(length >> shift & 0xff);
  output_ += letter;
  output_ += text;
  write();
  return connected_;
}

bool Client::send(std::string_view commands) {
  return send_message('W', commands);
}

bool Client::step(int steps) {
  return send_message('S', std::to_string(steps));
}

bool Client::poll_until(const std::function<bool()>& done, Clock::time_point deadline, const OnFrame& on_frame) {
  while (!done()) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    if (left <= milliseconds(0) || state_ == State::over) return false;
    poll(std::min(left, kMaxWait), on_frame);
  }
  return true;
}

bool Client::wait_until(const Condition& condition, milliseconds patience, const OnFrame& on_frame) {
  bool found = false;
  return poll_until([&] { return found; }, end_of(patience),
                    [&](const Snapshot& snapshot) {
                      found = found || condition(snapshot);
                      if (on_frame) on_frame(snapshot);
                    });
}

bool Client::command(std::string_view commands, milliseconds patience, const OnFrame& on_frame) {
  const auto deadline = end_of(patience);
  if (!poll_until([&] { return connected_; }, deadline, on_frame)) return false;
  const std::uint64_t before = acknowledgements_;
  if (!send(fmt::format("{}(getAck done)", commands))) return false;
  poll_until([&] { return acknowledgements_ != before || !connected_; }, deadline, on_frame);
  return acknowledgements_ != before;
}

bool Client::advance(std::string_view commands, int frames, milliseconds patience, const OnFrame& on_frame) {
  const auto deadline = end_of(patience);
  if (!poll_until([&] { return state_ == State::watching; }, deadline, on_frame)) return false;
  const std::uint64_t before = acknowledgements_;
  if (!pause() || !send(fmt::format("{}(getAck done)", commands)) || !step(frames * steps_per_frame_)) return false;
  // Frames on their way from before the pause are none of ours; the first of ours has the answer.
  int seen = 0;
  poll_until([&] { return seen >= frames || !connected_; }, deadline,
             [&](const Snapshot& snapshot) {
               if (acknowledgements_ != before) ++seen;
               if (on_frame) on_frame(snapshot);
             });
  return seen >= frames;
}

}  // namespace monitor
