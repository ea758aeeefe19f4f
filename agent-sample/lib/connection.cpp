// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/connection.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>

namespace rcss3d::agent {

namespace {

void append_length(std::string& frame, std::size_t length) {
  for (int shift = 24; shift >= 0; shift -= 8) frame += static_cast<char>(length >> shift & 0xff);
}

struct Addresses {
  ~Addresses() {
    if (first) freeaddrinfo(first);
  }
  addrinfo* first = nullptr;
};

/// Returns a connected socket; -1, with the reason in errno, if no one listens there.
int connect_once(const addrinfo* first) {
  for (const addrinfo* address = first; address; address = address->ai_next) {
    const int descriptor = socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC, address->ai_protocol);
    if (descriptor < 0) continue;
    if (::connect(descriptor, address->ai_addr, address->ai_addrlen) == 0) {
      const int yes = 1;
      setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      return descriptor;
    }
    const int reason = errno;
    close(descriptor);
    errno = reason;
  }
  return -1;
}

}  // namespace

std::unique_ptr<Connection> Connection::connect(const std::string& host, int port, double timeout, std::string& error) {
  constexpr double kPause = 0.1;  // s between two attempts
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  Addresses addresses;
  const int problem = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &addresses.first);
  if (problem != 0) {
    error = "host " + host + ": " + gai_strerror(problem);
    return nullptr;
  }
  for (double waited = 0;; waited += kPause) {
    const int descriptor = connect_once(addresses.first);
    if (descriptor >= 0) return std::unique_ptr<Connection>(new Connection(descriptor, descriptor, false));
    if (waited >= timeout) break;
    const timespec pause{0, static_cast<long>(kPause * 1e9)};
    nanosleep(&pause, nullptr);
  }
  error = "no server at " + host + ":" + std::to_string(port) + ": " + std::strerror(errno);
  return nullptr;
}

Connection::~Connection() {
  if (!has_letters_) close(input_);
}

bool Connection::is_open() const {
  return fcntl(input_, F_GETFD) >= 0 && fcntl(output_, F_GETFD) >= 0;
}

std::string_view Connection::receive() {
  constexpr std::size_t kHead = 4;
  if (!wait_for_bytes(kHead)) return {};
  std::size_t length = 0;
  for (std::size_t i = 0; i < kHead; ++i) length = length << 8 | static_cast<unsigned char>(incoming_[begin_ + i]);
  if (length > kMaxMessageSize || !wait_for_bytes(kHead + length)) return {};
  const std::string_view message(incoming_.data() + begin_ + kHead, length);
  begin_ += kHead + length;
  return message;
}

void Connection::send(char letter, std::string_view text) {
  if (has_letters_) {
    append_length(outgoing_, text.size() + 1);
    outgoing_ += letter;
    outgoing_ += text;
  } else if (letter == 'A') {
    acts_ += text;
  } else if (letter == 'D') {
    append_length(outgoing_, acts_.size());
    outgoing_ += acts_;
    acts_.clear();
  }
}

bool Connection::flush() {
  std::size_t sent = 0;
  while (sent < outgoing_.size()) {
    const ssize_t count = write(output_, outgoing_.data() + sent, outgoing_.size() - sent);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  outgoing_.clear();
  return true;
}

/// Reads until at least that many bytes are buffered.
bool Connection::wait_for_bytes(std::size_t count) {
  if (begin_ == end_ || incoming_.size() - begin_ < count) {
    std::copy(incoming_.data() + begin_, incoming_.data() + end_, incoming_.data());
    end_ -= std::exchange(begin_, 0);
    incoming_.resize(std::max(incoming_.size(), count));
  }
  while (end_ - begin_ < count) {
    const ssize_t got = read(input_, incoming_.data() + end_, incoming_.size() - end_);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;  // end of file: the server has closed the connection
    end_ += static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace rcss3d::agent
