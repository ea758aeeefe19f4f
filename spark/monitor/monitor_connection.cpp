// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/monitor_connection.h"

#include <algorithm>
#include <span>

#include "spark/core/log.h"

namespace spark {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {
/// Lines that leave in one write: what Asio passes to one system call.
constexpr std::size_t kMaxPerWrite = 64;
/// As many messages that are no commands as an agent may send; one that has to be skipped weighs more, as its bytes do.
constexpr int kMaxRefused = 100000;
constexpr int kTooLongWeight = 1000;
}  // namespace

MonitorConnection::MonitorConnection(Socket socket, std::string peer, std::shared_ptr<CommandLane> lane,
                                     std::size_t backlog, Owner& owner, Log& log)
    : socket_(std::move(socket)),
      peer_(std::make_shared<const std::string>(std::move(peer))),
      lane_(std::move(lane)),
      backlog_(backlog),
      owner_(owner),
      log_(log) {
  error_code ignored;
  socket_.set_option(tcp::no_delay(true), ignored);
  write_buffers_.reserve(kMaxPerWrite);
}

void MonitorConnection::start() {
  read();
}

void MonitorConnection::begin(Line header) {
  if (closed_) return;
  begun_ = true;
  send(std::move(header));
}

void MonitorConnection::frame(const Line& line) {
  if (begun_) send(line);
}

void MonitorConnection::read() {
  socket_.async_read_some(asio::buffer(read_buffer_),
                          [this, self = shared_from_this()](const error_code& error, std::size_t size) {
                            if (error) return close();
                            unread_ = std::string_view(read_buffer_.data(), size);
                            take_commands();
                          });
}

void MonitorConnection::take_commands() {
  while (!closed_ && !ending_) {
    const CommandReader::Found found = reader_.next(unread_);
    if (found == CommandReader::Found::nothing) {
      if (dropped_ == 0) return read();
      owner_.flooded(*this, dropped_);
      return reset();
    }
    if (!handle(found)) return;
  }
}

/// Counts something that is no command: each costs time. False if it was one too many.
bool MonitorConnection::forgive(int weight) {
  refused_ += weight;
  if (refused_ <= kMaxRefused) return true;
  log_.complain("monitor port", "{} does not keep to the protocol, disconnected", *peer_);
  reset();
  return false;
}

bool MonitorConnection::handle(CommandReader::Found found) {
  switch (found) {
    case CommandReader::Found::nothing:
      return true;
    case CommandReader::Found::empty:
      log_.complain(*peer_, "an empty message");
      return forgive(1);
    case CommandReader::Found::too_long:
      log_.complain(*peer_, "a message of {} bytes skipped, {} are allowed", reader_.length(),
                    CommandReader::kMaxTextSize);
      return forgive(kTooLongWeight);
    case CommandReader::Found::hopeless:
      log_.complain(*peer_, "announces a message of {} bytes, disconnected", reader_.length());
      close();
      return false;
    case CommandReader::Found::message:
      break;
  }
  switch (const char letter = reader_.letter()) {
    case 'W':
    case 'P':
    case 'R':
    case 'S':
      if (!owner_.command(*this, letter, reader_.text())) ++dropped_;
      return true;
    case 'D':
      close();
      return false;
    default:
      log_.complain(*peer_, "a message of unknown kind '{}'", printable(std::string_view(&letter, 1)));
      return forgive(1);
  }
}

void MonitorConnection::send(Line line) {
  if (closed_ || ending_) return;
  waiting_bytes_ += line->size();
  waiting_.push_back(std::move(line));
  if (!writing_) write();
  if (waiting_bytes_ <= backlog_) return;
  log_.warning("{}: leaves more than {} bytes unread, disconnected", *peer_, backlog_);
  reset();
}

void MonitorConnection::write() {
  write_buffers_.clear();
  std::size_t skip = sent_of_first_;
  for (std::size_t i = 0; i < std::min(waiting_.size(), kMaxPerWrite); ++i) {
    write_buffers_.emplace_back(waiting_[i]->data() + skip, waiting_[i]->size() - skip);
    skip = 0;
  }
  writing_ = true;
  // A span, because the operation copies the sequence it is given.
  socket_.async_write_some(std::span<const asio::const_buffer>(write_buffers_),
                           [this, self = shared_from_this()](const error_code& error, std::size_t size) {
                             writing_ = false;
                             if (error) return close();
                             sent(size);
                           });
}

void MonitorConnection::sent(std::size_t bytes) {
  waiting_bytes_ -= bytes;
  sent_of_first_ += bytes;
  while (!waiting_.empty() && sent_of_first_ >= waiting_.front()->size()) {
    sent_of_first_ -= waiting_.front()->size();
    waiting_.pop_front();
  }
  if (!waiting_.empty())
    write();
  else if (ending_)
    close();
}

void MonitorConnection::reset() {
  // With a reset: the peer learns that the stream was cut, and the kernel keeps nothing for it either.
  error_code ignored;
  socket_.set_option(asio::socket_base::linger(true, 0), ignored);
  close();
}

void MonitorConnection::close_when_sent() {
  if (closed_) return;
  ending_ = true;
  if (waiting_.empty()) close();
}

void MonitorConnection::close() {
  if (closed_) return;
  const auto self = shared_from_this();
  closed_ = true;
  error_code ignored;
  if (ending_) {
    // Closing a socket with bytes that nobody has read resets the connection, and the peer could lose the last lines.
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    socket_.non_blocking(true, ignored);
    for (int i = 0; i < 64 && socket_.read_some(asio::buffer(read_buffer_), ignored) > 0; ++i) continue;
  }
  socket_.close(ignored);
  log_.debug("{} has left", *peer_);
  owner_.closed(*this);
}

}  // namespace spark
