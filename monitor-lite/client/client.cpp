// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "spark/core/log.h"
#include "spark/net/connection.h"
#include "spark/net/frame_writer.h"
#include "spark/net/socket.h"

namespace monitor {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kBetweenTries{500};
constexpr std::chrono::seconds kMaxBetweenLines{60};
constexpr milliseconds kMaxWait{1'000'000};
constexpr std::string_view kRefused = "(Refused ";
constexpr milliseconds kMaxTimeout = std::chrono::hours(24 * 365);  // a limit that the clock can represent

/// Detects a machine that vanishes silently (its cable is pulled): it is probed after 5 s of silence, every 2 s, and
/// the connection is dropped when it has not answered for 10 s. The same limits apply to the first answer and to
/// commands.
constexpr spark::net::KeepAlive kSilence{std::chrono::seconds(5), std::chrono::seconds(2), 3, milliseconds(10'000)};

}  // namespace

Client::Client(std::string host, std::uint16_t port, Resolve resolve, TeamNames names, spark::RealClock& clock)
    : host_(std::move(host)),
      port_(port),
      loop_(clock),
      connector_(loop_, std::move(resolve)),
      reader_(std::move(names)) {}

Client::~Client() {
  if (connection_) connection_->close();
}

Client::State Client::poll(milliseconds longest, const OnFrame& on_frame) {
  poll_once(longest, on_frame);
  look_for_silence();
  look_for_trouble();
  return state_;
}

Client::State Client::poll_once(milliseconds longest, const OnFrame& on_frame) {
  if (state_ == State::over) return state_;
  longest = std::clamp(longest, milliseconds(0), kMaxWait);
  if (has_line()) {  // left by a callback that has thrown, or that called poll itself
    take_lines(on_frame);
    return state_;
  }
  if (!connection_) {
    wait_for_connection(longest);  // so that a caller who waits for the connection returns in time
    return state_;
  }
  if (!served_ && other_message_.empty())  // wait no longer than until the server counts as silent
    longest = std::min(
        longest, std::max(std::chrono::ceil<milliseconds>(connected_ + kTroubleDelay - loop_.now()), milliseconds(1)));
  if (connection_->input().empty() && !connection_->has_ended()) loop_.wait(longest);
  read(on_frame);
  return state_;
}

void Client::wait_for_connection(milliseconds longest) {
  const auto left = std::chrono::ceil<milliseconds>(next_try_ - loop_.now());
  if (left > milliseconds(0)) return loop_.wait(std::min(left, longest));
  if (!connector_.is_busy())
    connector_.start(
        host_, port_, kSilence,
        [this](spark::net::Socket socket, std::string peer) { connected(std::move(socket), std::move(peer)); },
        [this](std::string why) {
          is_found_ = false;
          const bool found = !why.starts_with("cannot find ");
          lose(found ? fmt::format("no server on {} port {}: {}", host_, port_, why) : std::move(why));
        });
  loop_.wait(longest);
}

void Client::connected(spark::net::Socket socket, std::string peer) {
  const spark::net::Connection::Options options{.max_input = 256 * 1024, .system_buffer = 0, .silence = kSilence};
  connection_ = std::make_shared<spark::net::Connection>(std::move(socket), std::move(peer), options);
  connection_->start();
  frames_ = 0;
  is_found_ = true;
  served_ = false;
  other_message_.clear();
  connected_ = loop_.now();
  if (!secret_) return;
  claim_.emplace(*secret_);
  send_message('T', claim_->begin());
}

void Client::lose(std::string why) {
  if (const auto lost = std::exchange(connection_, nullptr)) lost->close();
  claim_.reset();
  skipping_ = false;
  input_.clear();
  taken_ = searched_ = 0;
  problem_ = std::move(why);
  if (state_ != State::over) state_ = State::connecting;
  next_try_ = loop_.now() + kBetweenTries;
}

void Client::read(const OnFrame& on_frame) {
  const std::string_view came = connection_->input();
  if (!came.empty()) {
    input_ += came;
    connection_->take(came.size());
    return take_lines(on_frame);
  }
  if (!connection_->has_ended()) return;
  std::string why =
      connection_->problem().empty() ? std::string("the server has closed the connection") : connection_->problem();
  if (!served_) return lose_unserved(std::move(why));
  is_found_ = false;
  lose(std::move(why));
}

void Client::lose_unserved(std::string why) {
  lose(other_message_.empty() ? fmt::format("{} (on {} port {}, before the first line of a match)", why, host_, port_)
                              : other_message_);
}

void Client::look_for_silence() {
  if (!connection_ || served_ || !other_message_.empty() || loop_.now() < connected_ + kTroubleDelay) return;
  problem_ = fmt::format("the server on {} port {} accepted the connection but sends nothing", host_, port_);
}

void Client::look_for_trouble() {
  const spark::RealClock::Time now = loop_.now();
  const bool watches = state_ == State::watching;
  if (state_ == State::over || (watches && problem_.empty())) {
    if (!well_since_) well_since_ = now;
    if (state_ == State::over || now - *well_since_ >= kTroubleDelay) next_trouble_.reset();
    return;
  }
  well_since_.reset();
  if (!next_trouble_) {
    trouble_gap_ = kTroubleDelay;
    next_trouble_ = watches ? now : now + kTroubleDelay;
  }
  if (now < *next_trouble_ || (watches && problem_ == reported_problem_)) return;
  const bool is_first = trouble_gap_ == kTroubleDelay;
  trouble_gap_ = std::min<spark::RealClock::Duration>(2 * trouble_gap_, kMaxBetweenLines);
  next_trouble_ = now + trouble_gap_;
  reported_problem_ = problem_;
  if (!report_trouble_) return;
  // Later lines only repeat the reason.
  const bool is_waiting = !is_found_ && (is_first || problem_.empty());
  const std::string waiting = is_waiting ? fmt::format("waiting for a server at {}:{}", host_, port_) : std::string();
  report_trouble_(fmt::format("{}{}{}", waiting, waiting.empty() || problem_.empty() ? "" : "; ", problem_));
}

void Client::take_lines(const OnFrame& on_frame) {
  // `on_frame` may call `poll` and take the following lines. Bytes that have been searched are not searched again,
  // because a long line may arrive byte by byte.
  for (std::size_t end; (end = input_.find('\n', std::max(taken_, searched_))) != std::string::npos;) {
    const auto line = std::string_view(input_).substr(taken_, end - taken_);
    taken_ = end + 1;
    if (!std::exchange(skipping_, false)) take_line(line, on_frame);
  }
  input_.erase(0, taken_);
  taken_ = 0;
  searched_ = input_.size();
  if (input_.size() <= LineReader::kMaxLineSize) return;
  problem_ = "an endless line is left out";
  if (!served_) other_message_ = problem_;
  skipping_ = true;
  input_.clear();
  searched_ = 0;
}

void Client::take_line(std::string_view line, const OnFrame& on_frame) {
  if (take_proof(line)) return;
  const LineReader::Kind kind = reader_.read(line);
  const bool is_of_match = kind != LineReader::Kind::die && kind != LineReader::Kind::unreadable;
  if (is_of_match && !std::exchange(served_, true) && (!claim_ || claim_->problem().empty())) problem_.clear();
  if (!reader_.problem().empty()) problem_ = reader_.problem();
  if (kind == LineReader::Kind::unreadable && line.starts_with(kRefused) && line.ends_with(')'))
    problem_ = fmt::format("the server refuses this monitor: {}",
                           spark::printable(line.substr(kRefused.size(), line.size() - kRefused.size() - 1), 200));
  if (!served_) other_message_ = problem_;
  if (is_of_match) state_ = State::watching;
  if (kind == LineReader::Kind::die) {
    state_ = State::over;
    lose("the match is over");
  }
  if (kind == LineReader::Kind::drawing && take_drawing_) take_drawing_(reader_.drawing());
  if (kind != LineReader::Kind::info) return;
  ++frames_;
  if (reader_.snapshot().acknowledged) ++acknowledgements_;
  if (on_frame) on_frame(reader_.snapshot());
}

spark::RealClock::Time Client::end_of(milliseconds timeout) const {
  return loop_.now() + std::min(timeout, kMaxTimeout);
}

bool Client::poll_until(const std::function<bool()>& done, spark::RealClock::Time deadline, const OnFrame& on_frame) {
  while (!done()) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - loop_.now());
    if (left <= milliseconds(0) || state_ == State::over) return false;
    poll(std::min(left, kMaxWait), on_frame);
  }
  return true;
}

bool Client::wait_until(const Condition& condition, milliseconds timeout, const OnFrame& on_frame) {
  bool found = false;
  return poll_until([&] { return found; }, end_of(timeout),
                    [&](const Snapshot& snapshot) {
                      found = found || condition(snapshot);
                      if (on_frame) on_frame(snapshot);
                    });
}

using std::chrono::milliseconds;

/// Returns false if the line is not part of the proof.
bool Client::take_proof(std::string_view line) {
  std::string reply;
  if (!claim_ || !claim_->take(line, reply)) return false;
  if (!reply.empty()) send_message('T', reply);
  if (!claim_->problem().empty()) problem_ = claim_->problem();
  return true;
}

bool Client::may_command() const {
  using Claim = spark::TrainerClaim::State;
  return connection_ && (!claim_ || claim_->state() == Claim::proven || claim_->state() == Claim::refused);
}

bool Client::send_command(char letter, std::string_view text) {
  return may_command() && send_message(letter, text);
}

bool Client::send_message(char letter, std::string_view text) {
  if (!connection_ || text.size() >= kMaxCommandSize || connection_->unsent() + text.size() > kMaxUnsent) return false;
  spark::net::FrameWriter message;
  message.add(letter, text);
  connection_->send(message.pending());
  return !connection_->is_write_closed();
}

bool Client::send(std::string_view commands) {
  return send_command('W', commands);
}

bool Client::step(int steps) {
  return send_command('S', std::to_string(steps));
}

bool Client::command(std::string_view commands, milliseconds timeout, const OnFrame& on_frame) {
  const auto deadline = end_of(timeout);
  if (!poll_until([&] { return may_command(); }, deadline, on_frame)) return false;
  const std::uint64_t before = acknowledgements_;
  if (!send(fmt::format("{}(getAck done)", commands))) return false;
  poll_until([&] { return acknowledgements_ != before || !connection_; }, deadline, on_frame);
  return acknowledgements_ != before;
}

bool Client::advance(std::string_view commands, int frames, milliseconds timeout, const OnFrame& on_frame) {
  const auto deadline = end_of(timeout);
  if (!poll_until([&] { return state_ == State::watching && may_command(); }, deadline, on_frame)) return false;
  const std::uint64_t before = acknowledgements_;
  if (!step(0) || !send(fmt::format("{}(getAck done)", commands)) || !step(frames * steps_per_frame_)) return false;
  // Frames that were already on their way do not count; the first one that counts has the acknowledgement.
  int seen = 0;
  poll_until([&] { return seen >= frames || !connection_; }, deadline,
             [&](const Snapshot& snapshot) {
               if (acknowledgements_ != before) ++seen;
               if (on_frame) on_frame(snapshot);
             });
  return seen >= frames;
}

}  // namespace monitor
