// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/monitor_connection.h"

#include <fmt/format.h>

#include <utility>

#include "spark/core/log.h"

namespace spark {
namespace {
/// Limit for messages that are not commands, the same as for agents; a skipped message has a larger weight, like its
/// bytes.
constexpr int kMaxRefused = 100000;
constexpr int kTooLongWeight = 1000;

/// A message that announces this many bytes is not an error but another protocol.
constexpr std::size_t kOtherProtocolBytes = 16u << 20;
}  // namespace

MonitorConnection::MonitorConnection(std::shared_ptr<net::Connection> connection, std::shared_ptr<CommandLane> lane,
                                     TrainerGate gate, Limits limits, Owner& owner, Log& log)
    : connection_(std::move(connection)),
      peer_(std::make_shared<const std::string>("monitor " + connection_->peer())),
      lane_(std::move(lane)),
      gate_(std::move(gate)),
      limits_(limits),
      owner_(owner),
      log_(log),
      reader_({1 + limits.command, kOtherProtocolBytes}) {}

MonitorConnection::~MonitorConnection() {
  closed_ = true;  // its owner no longer has it
  connection_->close();
}

std::string MonitorConnection::refusal(std::string_view why) {
  return fmt::format("(Refused {})\n", why);
}

void MonitorConnection::start() {
  connection_->start([this] { take_commands(); });
}

void MonitorConnection::check_timeouts(RealClock::Time now) {
  if (closed_) return;
  if (!reader_.is_midway())
    midway_since_.reset();
  else if (!midway_since_)
    midway_since_ = now;
  if (midway_since_ && now - *midway_since_ >= MonitorLimits::kSlowMessage) {
    log_.complain(*peer_, "has not completed a message within {} s, disconnected", MonitorLimits::kSlowMessage.count());
    owner_.cut_off();
    return refuse(fmt::format("a message was not complete within {} s", MonitorLimits::kSlowMessage.count()));
  }
  if (place_ != Place::reserved) return;
  if (!reserved_since_) reserved_since_ = now;
  if (now - *reserved_since_ >= MonitorLimits::kProofTakes)
    refuse("all other places are taken, and this one is for trainers that prove they know the secret");
}

void MonitorConnection::refuse(std::string_view why) {
  send(std::make_shared<const std::string>(refusal(why)));
  close_when_sent();
}

void MonitorConnection::begin(Line header) {
  if (closed_) return;
  begun_ = true;
  has_state_ = false;
  behind_ = false;
  send(std::move(header));
}

void MonitorConnection::begin_again(const Line& header) {
  if (begun_ && !behind_) begin(header);
}

void MonitorConnection::frame(const Line& line) {
  if (send_or_miss(line)) has_state_ = true;
}

void MonitorConnection::notice(const Line& line) {
  send_or_miss(line);
}

/// False if the peer misses the line.
bool MonitorConnection::send_or_miss(const Line& line) {
  if (!begun_ || closed_) return false;
  if (behind_) {
    miss(line->size());
    return false;
  }
  send(line);
  if (!closed_ && waiting_bytes() > limits_.unsent) fall_behind();
  return true;
}

void MonitorConnection::fall_behind() {
  behind_ = true;
  missed_ = 0;
  log_.complain("monitor port", "{} leaves more than {} bytes unread and misses frames until it has read them", *peer_,
                limits_.unsent);
  connection_->when_sent([this] {
    if (!closed_) owner_.caught_up(*this);
  });
}

void MonitorConnection::last(const LastLines& lines, bool misses_frames) {
  if (closed_ || !begun_) return;
  const Line& line = behind_ || misses_frames || !has_state_ ? lines.whole : lines.farewell;
  if (!line->empty()) send(line);
}

void MonitorConnection::miss(std::size_t bytes) {
  owner_.missed_frame();
  missed_ += bytes;
  // The connection may have broken before anything was sent.
  if (connection_->is_write_closed()) return close();
  if (missed_ + waiting_bytes() <= limits_.missed) return;
  log_.complain("monitor port", "{} leaves {} bytes unread and has missed {}, disconnected", *peer_, waiting_bytes(),
                missed_);
  cut_off();
}

void MonitorConnection::take_commands() {
  using Result = net::FrameReader::Result;
  const std::size_t came = connection_->input().size();
  reader_.feed(connection_->input());
  std::string_view message;
  bool reads_on = true;
  while (reads_on) {
    switch (reader_.next(message)) {
      case Result::message:
        midway_since_.reset();
        reads_on = handle(message);
        break;
      case Result::skipped:
        midway_since_.reset();
        log_.complain(*peer_, "skipped a message of {} bytes, the maximum is {}", reader_.length(), limits_.command);
        owner_.misbehaved();
        reads_on = count_mistake(kTooLongWeight);
        break;
      case Result::senseless:
        log_.complain(*peer_, "announces {}; disconnected", reader_.described());
        owner_.misbehaved();
        owner_.cut_off();
        return close();
      case Result::none:
        reads_on = false;
        break;
    }
  }
  if (closed_) return;
  if (dropped_ > 0) {
    owner_.flooded(*this, dropped_);
    return cut_off();
  }
  connection_->take(came);
  if (connection_->has_ended()) return close();
  if (reader_.is_midway()) owner_.is_midway();
}

/// Counts messages that are not commands, because each costs time. False if there were too many.
bool MonitorConnection::count_mistake(int weight) {
  refused_ += weight;
  if (refused_ <= kMaxRefused) return true;
  log_.complain("monitor port", "{} breaks the protocol, disconnected", *peer_);
  cut_off();
  return false;
}

bool MonitorConnection::handle(std::string_view message) {
  if (message.empty()) {
    log_.complain(*peer_, "an empty message");
    owner_.misbehaved();
    return count_mistake(1);
  }
  switch (const char letter = message.front()) {
    case 'W':
    case 'P':
    case 'R':
    case 'S':
      return command(letter, message.substr(1));
    case 'T':
      return prove(message.substr(1));
    case 'D':
      close();
      return false;
    default:
      log_.complain(*peer_, "a message of unknown kind '{}'", Printable{std::string_view(&letter, 1)});
      owner_.misbehaved();
      return count_mistake(1);
  }
}

bool MonitorConnection::command(char letter, std::string_view text) {
  if (!gate_.is_open()) {
    owner_.refused(*this, letter);
    return count_mistake(1);
  }
  if (!owner_.command(*this, letter, text)) ++dropped_;
  return true;
}

bool MonitorConnection::prove(std::string_view text) {
  TrainerGate::Answer answer = gate_.answer(text);
  send(std::make_shared<const std::string>(std::move(answer.line) + '\n'));
  if (closed_) return false;
  if (answer.refused) {
    owner_.refused(*this, 'T');
    return count_mistake(kTooLongWeight);
  }
  if (gate_.proof() == TrainerGate::Proof::proven) owner_.proven(*this);
  return true;
}

void MonitorConnection::send(Line line) {
  if (closed_) return;
  connection_->send(std::move(line));
  if (connection_->is_write_closed()) close();
}

void MonitorConnection::cut_off() {
  owner_.cut_off();
  reset();
}

void MonitorConnection::reset() {
  connection_->reset();
  closed();
}

void MonitorConnection::close() {
  connection_->close();
  closed();
}

void MonitorConnection::close_when_sent() {
  if (!closed_) connection_->close_when_sent([this] { closed(); });
}

bool MonitorConnection::has_progressed() {
  const std::uint64_t taken = connection_->sent() + connection_->unsent() - connection_->unacknowledged();
  return std::exchange(taken_, taken) != taken;
}

void MonitorConnection::closed() {
  if (closed_.exchange(true)) return;
  if (is_noted) log_.debug("{} has left", *peer_);
  owner_.closed(*this);
}

}  // namespace spark
