// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/link.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace commserver {
namespace {

constexpr std::size_t kReadSize = 256 * 1024;
constexpr int kConnectNap = 50;  // ms
constexpr std::size_t kHead = 4;

struct FreeAddresses {
  void operator()(addrinfo* found) const { ::freeaddrinfo(found); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Addresses find_addresses(const std::string& host, const std::string& port) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = ::getaddrinfo(host.c_str(), port.empty() ? nullptr : port.c_str(), &wanted, &found); error != 0)
    throw std::runtime_error(fmt::format("cannot find {}: {}", host, ::gai_strerror(error)));
  return Addresses(found);
}

/// Connects the socket, which does not block; the errno, or 0.
int connect(int socket, const addrinfo& place, const std::function<bool()>& give_up) {
  if (::connect(socket, place.ai_addr, place.ai_addrlen) == 0) return 0;
  if (errno != EINPROGRESS) return errno;
  pollfd watched{socket, POLLOUT, 0};
  while (::poll(&watched, 1, kConnectNap) <= 0)
    if (give_up && give_up()) return ETIMEDOUT;
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
  return error;
}

bool is_loopback(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    in_addr v4;
    std::memcpy(&v4, &reinterpret_cast<const sockaddr_in*>(address)->sin_addr, sizeof v4);
    return ntohl(v4.s_addr) >> 24 == 127;
  }
  return address->sa_family == AF_INET6 &&
         IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
}

}  // namespace

Link::Link(spark::Descriptor socket, std::string peer)
    : socket_(std::move(socket)), peer_(std::move(peer)), heard_(Clock::now()), said_(heard_) {
  ::fcntl(socket_.get(), F_SETFL, O_NONBLOCK);
  const int yes = 1;
  ::setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  polls_.add(socket_.get(), EPOLLIN, 0);
}

Link::~Link() {
  if (socket_) polls_.remove(socket_.get());
}

void Link::wait(std::chrono::milliseconds longest) {
  pollfd watched{poll_descriptor(), POLLIN, 0};
  ::poll(&watched, 1, static_cast<int>(longest.count()));
}

void Link::attend(const Take& take) {
  const auto now = Clock::now();
  bool reads = is_open();
  // One who says more than can be read must not keep others from their turn.
  for (std::size_t begun = 0; reads && begun < 2 * longest_; begun += kReadSize) {
    const std::size_t before = input_.size();
    read();
    reads = is_open() && input_.size() - before == kReadSize;
    // What came before the end counts.
    if (!take_messages(take)) return send();
  }
  if (!is_open()) return;
  if (now - heard_ > kPatience) return close(fmt::format("nothing was heard of it for {} s", kPatience.count()));
  if (now - said_ > kHeartbeat) MessageWriter(outgoing_).begin(MessageKind::alive).end();
  send();
}

void Link::read() {
  const std::size_t before = input_.size();
  input_.resize(before + kReadSize);
  const ssize_t count = ::recv(socket_.get(), input_.data() + before, kReadSize, 0);
  const int error = errno;
  input_.resize(before + static_cast<std::size_t>(count > 0 ? count : 0));
  if (count > 0)
    heard_ = Clock::now();
  else if (count == 0)
    close("the connection was closed");
  else if (error != EAGAIN && error != EINTR)
    close(std::strerror(error));
}

bool Link::take_messages(const Take& take) {
  bool goes_on = true;
  while (goes_on && input_.size() - taken_ >= kHead) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < kHead; ++i) length = length << 8 | static_cast<unsigned char>(input_[taken_ + i]);
    if (length == 0 || length > longest_) {
      close("it does not speak this protocol");
      goes_on = false;
      break;
    }
    if (input_.size() - taken_ - kHead < length) break;
    const std::string_view message = std::string_view(input_).substr(taken_ + kHead, length);
    taken_ += kHead + length;
    goes_on = take(message);
  }
  input_.erase(0, taken_);
  taken_ = 0;
  return goes_on;
}

void Link::send() {
  while (is_open() && sent_ < outgoing_.size()) {
    const ssize_t count =
        ::send(socket_.get(), outgoing_.data() + sent_, outgoing_.size() - sent_, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) break;
    if (count < 0) return close(std::strerror(errno));
    sent_ += static_cast<std::size_t>(count);
    said_ = Clock::now();
  }
  if (sent_ == outgoing_.size()) {
    outgoing_.clear();
    sent_ = 0;
  } else if (outgoing_.size() - sent_ > kMaxUnsent) {
    return close("it does not read what it is sent");
  }
  watch();
}

void Link::watch() {
  if (!is_open() || watching_output_ == !outgoing_.empty()) return;
  watching_output_ = !outgoing_.empty();
  polls_.remove(socket_.get());
  polls_.add(socket_.get(), watching_output_ ? EPOLLIN | EPOLLOUT : EPOLLIN, 0);
}

void Link::close(std::string why) {
  if (problem_.empty()) problem_ = std::move(why);
  if (!is_open()) return;
  if (sent_ < outgoing_.size()) [[maybe_unused]]
    const ssize_t last =
        ::send(socket_.get(), outgoing_.data() + sent_, outgoing_.size() - sent_, MSG_NOSIGNAL | MSG_DONTWAIT);
  polls_.remove(socket_.get());
  socket_.close();
}

spark::Descriptor connect_to(const std::string& host, std::uint16_t port, const std::function<bool()>& give_up) {
  const Addresses found = find_addresses(host, std::to_string(port));
  int error = 0;
  for (const addrinfo* place = found.get(); place; place = place->ai_next) {
    const int kind = place->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK;
    spark::Descriptor made(::socket(place->ai_family, kind, place->ai_protocol));
    error = made ? connect(made.get(), *place, give_up) : errno;
    if (error == 0) return made;
  }
  throw std::runtime_error(fmt::format("no engine on {} port {}: {}", host, port, std::strerror(error)));
}

bool is_loopback(const std::string& host) {
  const Addresses found = find_addresses(host, {});
  for (const addrinfo* place = found.get(); place; place = place->ai_next)
    if (!is_loopback(place->ai_addr)) return false;
  return true;
}

}  // namespace commserver
