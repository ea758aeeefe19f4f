// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/connection_threads.h"

#include <fcntl.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace sigverse::wire {

std::string peer_name(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  char host[NI_MAXHOST] = "", port[NI_MAXSERV] = "";
  if (::getpeername(socket, any, &size) != 0 ||
      ::getnameinfo(any, size, host, sizeof host, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    return "a peer";
  return std::string(host) + ":" + port;
}

ConnectionThreads::Connection::Connection(ConnectionThreads& threads, int socket, std::string first_octets)
    : threads_(threads),
      socket_(socket),
      first_octets_(std::move(first_octets)),
      stream_(::fcntl(socket, F_DUPFD_CLOEXEC, 0)) {}

void ConnectionThreads::Connection::begin_limit() {
  const std::scoped_lock lock(threads_.mutex_);
  ticks_left_ = threads_.limit_ticks_;
}

void ConnectionThreads::Connection::end_limit() {
  const std::scoped_lock lock(threads_.mutex_);
  ticks_left_ = 0;
}

bool ConnectionThreads::Connection::is_overdue() const {
  const std::scoped_lock lock(threads_.mutex_);
  return overdue_;
}

ConnectionThreads::ConnectionThreads(std::size_t max_threads, unsigned limit_ticks, Serve serve)
    : max_threads_(max_threads), limit_ticks_(limit_ticks), serve_(std::move(serve)) {}

ConnectionThreads::~ConnectionThreads() {
  for (std::thread& thread : threads_) thread.join();
}

void ConnectionThreads::add(int socket, std::string first_octets) {
  {
    const std::scoped_lock lock(mutex_);
    if (ended_) {
      ::close(socket);
      return;
    }
    waiting_.push_back({socket, std::move(first_octets)});
    if (idle_ < waiting_.size() && threads_.size() < max_threads_) try {
        threads_.emplace_back(&ConnectionThreads::work, this);
      } catch (const std::system_error&) {
        // The system has no more threads. The existing ones will do the work; if there are none, the connection is
        // closed.
        if (threads_.empty()) {
          waiting_.pop_back();
          ::close(socket);
        }
      }
  }
  changed_.notify_one();
}

std::size_t ConnectionThreads::count() const {
  const std::scoped_lock lock(mutex_);
  return waiting_.size() + served_.size();
}

void ConnectionThreads::pass_time(unsigned ticks) {
  const std::scoped_lock lock(mutex_);
  for (Connection* const connection : served_) {
    if (connection->ticks_left_ == 0) continue;
    connection->ticks_left_ -= std::min(ticks, connection->ticks_left_);
    if (connection->ticks_left_ > 0) continue;
    connection->overdue_ = true;
    ::shutdown(connection->socket_, SHUT_RDWR);
  }
}

void ConnectionThreads::end() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    for (const Waiting& one : waiting_) ::close(one.socket);
    waiting_.clear();
    for (const Connection* const connection : served_) ::shutdown(connection->socket_, SHUT_RDWR);
  }
  changed_.notify_all();
}

void ConnectionThreads::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
    --idle_;
    if (ended_) return;
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    {
      Connection connection(*this, next.socket, std::move(next.first_octets));
      served_.push_back(&connection);
      lock.unlock();
      serve_(connection);
      lock.lock();
      std::erase(served_, &connection);
    }
    ::close(next.socket);
  }
}

}  // namespace sigverse::wire
