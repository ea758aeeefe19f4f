// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/monitor_connection.h"

#include <fmt/format.h>

#include <utility>

#include "spark/core/log.h"

namespace spark {
namespace {
/// As many messages that are no commands as an agent may send; one that has to be skipped weighs more, as its bytes do.
constexpr int kMaxRefused = 100000;
constexpr int kTooLongWeight = 1000;
}  // namespace

MonitorConnection::MonitorConnection(std::shared_ptr<net::Connection> connection, std::shared_ptr<CommandLane> lane,
                                     TrainerGate gate, std::size_t backlog, Owner& owner, Log& log)
    : connection_(std::move(connection)),
      peer_(std::make_shared<const std::string>("monitor " + connection_->peer())),
      lane_(std::move(lane)),
      gate_(std::move(gate)),
      backlog_(backlog),
      owner_(owner),
      log_(log) {}

MonitorConnection::~MonitorConnection() {
  closed_ = true;  // its owner has it no more
  connection_->close();
}

void MonitorConnection::start() {
  connection_->start([this] { take_commands(); });
}

void MonitorConnection::begin(Line header) {
  if (closed_) return;
  begun_ = true;
  send(std::move(header));
}

void MonitorConnection::frame(const Line& line) {
  if (begun_) send(line);
}

void MonitorConnection::take_commands() {
  using Result = net::FrameReader::Result;
  const std::size_t came = connection_->input().size();
  reader_.feed(connection_->input());
  std::string_view message;
  bool goes_on = true;
  while (goes_on) {
    switch (reader_.next(message)) {
      case Result::message:
        goes_on = handle(message);
        break;
      case Result::skipped:
        log_.complain(*peer_, "skipped a message of {} bytes, the maximum is {}", reader_.length(),
                      kLimits.max_message - 1);
        goes_on = forgive(kTooLongWeight);
        break;
      case Result::senseless:
        log_.complain(*peer_, "announces a message of {} bytes, disconnected", reader_.length());
        return close();
      case Result::none:
        goes_on = false;
        break;
    }
  }
  if (closed_) return;
  if (dropped_ > 0) {
    owner_.flooded(*this, dropped_);
    return reset();
  }
  connection_->take(came);
  if (connection_->has_ended()) close();
}

/// Counts something that is no command: each costs time. False if it was one too many.
bool MonitorConnection::forgive(int weight) {
  refused_ += weight;
  if (refused_ <= kMaxRefused) return true;
  log_.complain("monitor port", "{} breaks the protocol, disconnected", *peer_);
  reset();
  return false;
}

bool MonitorConnection::handle(std::string_view message) {
  if (message.empty()) {
    log_.complain(*peer_, "an empty message");
    return forgive(1);
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
      log_.complain(*peer_, "a message of unknown kind '{}'", printable(std::string_view(&letter, 1)));
      return forgive(1);
  }
}

bool MonitorConnection::command(char letter, std::string_view text) {
  if (!gate_.is_open()) {
    owner_.refused(*this, letter);
    return forgive(1);
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
    return forgive(kTooLongWeight);
  }
  if (gate_.proof() == TrainerGate::Proof::proven) owner_.proven(*this);
  return true;
}

void MonitorConnection::send(Line line) {
  if (closed_) return;
  connection_->send(std::move(line));
  if (connection_->is_deaf()) return close();
  if (waiting_bytes() <= backlog_) return;
  log_.warning("{}: leaves more than {} bytes unread, disconnected", *peer_, backlog_);
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

void MonitorConnection::closed() {
  if (std::exchange(closed_, true)) return;
  log_.debug("{} has left", *peer_);
  owner_.closed(*this);
}

}  // namespace spark
