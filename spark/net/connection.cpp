// SPDX-License-Identifier: Apache-2.0
#include "spark/net/connection.h"

#include <fmt/format.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "spark/net/loop.h"
#include "spark/net/queued_bytes.h"
#include "spark/net/socket.h"

namespace spark::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::size_t kReadSize = 64 * 1024;
/// Maximum number of pieces that are sent in one call, which is Asio's limit.
constexpr std::size_t kMaxPieces = 64;
/// Reads before closing, because closing a socket with unread bytes resets the connection, and the peer could lose the
/// last bytes that were sent to it.
constexpr int kMaxReadsAtEnd = 64;

bool means_later(const error_code& error) {
  return error == asio::error::would_block || error == asio::error::try_again || error == asio::error::interrupted;
}

}  // namespace

struct Connection::Parts {
  explicit Parts(tcp::socket connected) : socket(std::move(connected)) {}
  tcp::socket socket;
  std::deque<Shared> waiting;
  std::size_t sent_of_first = 0;
  std::vector<asio::const_buffer> pieces;
};

bool is_from_this_machine(const Socket& connected) {
  boost::system::error_code error;
  const auto peer = connected.socket.remote_endpoint(error).address();
  if (error) return false;
  // A listener of both families sees 127.0.0.1 as ::ffff:127.0.0.1.
  if (peer.is_v6() && peer.to_v6().is_v4_mapped())
    return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, peer.to_v6()).is_loopback();
  return peer.is_loopback();
}

std::string text_of(const tcp::endpoint& endpoint) {
  const std::string address = endpoint.address().to_string();
  return endpoint.address().is_v6() ? fmt::format("[{}]:{}", address, endpoint.port())
                                    : fmt::format("{}:{}", address, endpoint.port());
}

Connection::Connection(Socket socket, std::string peer, const Options& options)
    : parts_(std::make_unique<Parts>(std::move(socket.socket))), peer_(std::move(peer)), max_input_(options.max_input) {
  error_code ignored;
  parts_->socket.non_blocking(true, ignored);
  parts_->socket.set_option(tcp::no_delay(true), ignored);
  if (options.system_buffer > 0)
    parts_->socket.set_option(asio::socket_base::send_buffer_size(options.system_buffer), ignored);
  if (options.silence) keep_alive(parts_->socket.native_handle(), *options.silence);
}

Connection::~Connection() {
  drop_queue();
}

void Connection::start(Changed changed) {
  changed_ = std::move(changed);
  await_input();
}

void Connection::await_input() {
  if (!open_ || ended_ || reading_ || input().size() >= max_input_) return;
  reading_ = true;
  parts_->socket.async_wait(tcp::socket::wait_read, [this, self = shared_from_this()](const error_code& error) {
    reading_ = false;
    if (!open_ || error == asio::error::operation_aborted) return;
    const bool has_changed = read() || ended_;
    await_input();
    if (has_changed && open_ && !closed_ && changed_) changed_();
  });
}

/// Reads once; returns whether anything came.
bool Connection::read() {
  // Read into a separate buffer and copied, because a string cannot grow without initialising the new part. Not an
  // array, which would be part of every thread's stack, also of threads of libraries, whose stacks may be too small.
  thread_local const auto read_bytes = std::make_unique<char[]>(kReadSize);
  if (taken_ > 0) input_.erase(0, std::exchange(taken_, 0));
  const std::size_t room = closed_ ? kReadSize : std::min(kReadSize, max_input_ - std::min(max_input_, input_.size()));
  if (room == 0 || ended_ || !open_) return false;
  error_code error;
  const std::size_t count = parts_->socket.read_some(asio::buffer(read_bytes.get(), room), error);
  if (error && !means_later(error)) {
    was_reset_ = error == asio::error::connection_reset;
    end(error == asio::error::eof ? write_problem_ : error.message());
  }
  if (closed_) return false;  // input is no longer wanted
  input_.append(read_bytes.get(), count);
  return count > 0;
}

void Connection::read_now() {
  while (read()) continue;
}

void Connection::take(std::size_t count) {
  taken_ += count;
  if (taken_ >= input_.size()) {
    taken_ = 0;
    input_.clear();
  }
  await_input();
}

void Connection::end(std::string problem) {
  if (ended_) return;
  ended_ = true;
  problem_ = std::move(problem);
}

void Connection::send(std::string_view bytes) {
  if (!open_ || write_closed_ || closed_ || bytes.empty()) return;
  if (parts_->waiting.empty()) {
    // Nearly always the peer takes all of it, and nothing has to be buffered.
    error_code error;
    const std::size_t count = parts_->socket.write_some(asio::buffer(bytes), error);
    sent_ += count;
    if (error && !means_later(error)) return stop_writing(error);
    bytes.remove_prefix(count);
  }
  if (bytes.empty()) return;
  queue(std::make_shared<const std::string>(bytes));
  await_room();
}

void Connection::send(Shared bytes) {
  if (!open_ || write_closed_ || closed_ || bytes->empty()) return;
  queue(std::move(bytes));
  if (!writing_) write();
}

void Connection::queue(Shared bytes) {
  unsent_ += bytes->size();
  QueuedBytes::add(bytes->size());
  parts_->waiting.push_back(std::move(bytes));
}

void Connection::drop_queue() {
  parts_->waiting.clear();
  parts_->waiting.shrink_to_fit();
  QueuedBytes::remove(std::exchange(unsent_, 0));
}

void Connection::write() {
  while (!parts_->waiting.empty()) {
    parts_->pieces.clear();
    std::size_t skipped = parts_->sent_of_first;
    for (std::size_t i = 0; i < std::min(parts_->waiting.size(), kMaxPieces); ++i) {
      const Shared& piece = parts_->waiting[i];
      parts_->pieces.emplace_back(piece->data() + skipped, piece->size() - skipped);
      skipped = 0;
    }
    error_code error;
    const std::size_t count = parts_->socket.write_some(std::span<const asio::const_buffer>(parts_->pieces), error);
    drop_sent(count);
    if (error && means_later(error)) return await_room();
    if (error) {
      stop_writing(error);
      break;
    }
  }
  if (closed_) return close();
  if (const auto sent = std::exchange(all_sent_, nullptr)) sent();
}

void Connection::stop_writing(const std::error_code& error) {
  write_closed_ = true;
  drop_queue();
  // These two are caused by the peer, and the reading end reports them in its own way.
  if (error != std::errc::broken_pipe && error != std::errc::connection_reset) write_problem_ = error.message();
}

std::size_t Connection::unacknowledged() const {
  int queued = 0;
  if (open_ && ::ioctl(parts_->socket.native_handle(), SIOCOUTQ, &queued) != 0) queued = 0;
  return unsent_ + static_cast<std::size_t>(std::max(queued, 0));
}

void Connection::keep_queue_short(int bytes) {
  if (!open_) return;
  error_code ignored;
  parts_->socket.set_option(asio::socket_base::send_buffer_size(bytes), ignored);
  ::setsockopt(parts_->socket.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes);
}

void Connection::when_sent(std::function<void()> sent) {
  all_sent_ = unsent_ > 0 ? std::move(sent) : nullptr;
}

void Connection::drop_sent(std::size_t count) {
  sent_ += count;
  unsent_ -= count;
  parts_->sent_of_first += count;
  while (!parts_->waiting.empty() && parts_->sent_of_first >= parts_->waiting.front()->size()) {
    parts_->sent_of_first -= parts_->waiting.front()->size();
    parts_->waiting.pop_front();
  }
  QueuedBytes::remove(count);
}

void Connection::await_room() {
  if (!open_ || writing_) return;
  writing_ = true;
  parts_->socket.async_wait(tcp::socket::wait_write, [this, self = shared_from_this()](const error_code& error) {
    writing_ = false;
    if (open_ && error != asio::error::operation_aborted) write();
  });
}

void Connection::finish() {
  error_code ignored;
  if (open_) parts_->socket.shutdown(tcp::socket::shutdown_send, ignored);
}

void Connection::close_when_sent(std::function<void()> closed) {
  if (!open_) return;
  closed_ = std::move(closed);
  input_.clear();
  taken_ = 0;
  await_input();
  if (parts_->waiting.empty()) close();
}

void Connection::reset() {
  error_code ignored;
  if (open_) parts_->socket.set_option(asio::socket_base::linger(true, 0), ignored);
  close();
}

void Connection::close() {
  if (!std::exchange(open_, false)) return;
  const auto self = shared_from_this();
  error_code ignored;
  if (closed_) {
    std::array<char, 4096> nowhere;
    parts_->socket.shutdown(tcp::socket::shutdown_send, ignored);
    for (int i = 0; i < kMaxReadsAtEnd && parts_->socket.read_some(asio::buffer(nowhere), ignored) > 0; ++i) continue;
  }
  parts_->socket.close(ignored);
  drop_queue();
  all_sent_ = nullptr;
  end({});
  if (const auto closed = std::exchange(closed_, nullptr)) closed();
}

}  // namespace spark::net
