// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/service_clerk.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "gateways/sigverse/wire/connection_threads.h"
#include "gateways/sigverse/wire/messages.h"

namespace sigverse::wire {
namespace {

int checked(int descriptor, const char* what) {
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), what);
  return descriptor;
}

/// The first entries of the list that the clerk polls.
enum Watched : std::size_t { kWake, kTimer, kServer, kListener, kFirstPending };

}  // namespace

ServiceClerk::ServiceClerk(int listener, int server, Limits limits, Events events)
    : listener_(listener),
      server_(server),
      limits_(limits),
      events_(std::move(events)),
      wake_(checked(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), "eventfd")),
      timer_(checked(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK), "timerfd")) {
  const timespec tick{kTickMs / 1'000, kTickMs % 1'000 * 1'000'000L};
  const itimerspec each{tick, tick};
  ::timerfd_settime(timer_.get(), 0, &each, nullptr);
}

ServiceClerk::~ServiceClerk() {
  close_all();
}

void ServiceClerk::close_all() {
  for (const Pending& one : pending_) ::close(one.socket);
  pending_.clear();
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    for (const int socket : lingering_) ::close(socket);
    lingering_.clear();
  }
  // Ends connections to the listening socket that have not been accepted yet.
  ::shutdown(listener_, SHUT_RDWR);
}

void ServiceClerk::stop() noexcept {
  stopped_ = true;
  wake();
}

void ServiceClerk::wake() noexcept {
  const std::uint64_t one = 1;
  // Fails only if there is already something to read.
  [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof one);
}

void ServiceClerk::linger(int socket) {
  ::shutdown(socket, SHUT_WR);
  {
    const std::scoped_lock lock(mutex_);
    if (ended_) {
      ::close(socket);
      return;
    }
    lingering_.push_back(socket);
  }
  wake();
}

void ServiceClerk::take_lingering() {
  std::uint64_t ignored = 0;
  [[maybe_unused]] const ssize_t got = ::read(wake_.get(), &ignored, sizeof ignored);
  const std::scoped_lock lock(mutex_);
  for (const int socket : lingering_)
    pending_.push_back({socket, limits_.silence_ticks, limits_.transfer_ticks, {}, true});
  lingering_.clear();
}

std::vector<pollfd> ServiceClerk::watched() const {
  std::vector<pollfd> all(kFirstPending + pending_.size());
  all[kWake] = {wake_.get(), POLLIN, 0};
  all[kTimer] = {timer_.get(), POLLIN, 0};
  all[kServer] = {server_, POLLIN, 0};
  all[kListener] = {pauses_ ? -1 : listener_, POLLIN, 0};
  std::transform(pending_.begin(), pending_.end(), all.begin() + kFirstPending, [](const Pending& one) {
    return pollfd{one.socket, POLLIN, 0};
  });
  return all;
}

bool ServiceClerk::run() {
  const bool lost_server = watch();
  close_all();
  return lost_server;
}

bool ServiceClerk::watch() {
  for (;;) {
    std::vector<pollfd> polled = watched();
    if (::poll(polled.data(), polled.size(), -1) < 0) continue;  // interrupted by a signal
    if (stopped_) return false;
    if (polled[kServer].revents != 0 && server_has_closed()) return true;
    // Must come before the number of pending connections changes.
    std::size_t i = kFirstPending;
    std::erase_if(pending_, [&](Pending& one) { return polled[i++].revents != 0 && look_at(one); });
    if (polled[kWake].revents != 0) take_lingering();
    if (polled[kTimer].revents != 0) pass_time();
    if (polled[kListener].revents != 0) accept_all();
  }
}

void ServiceClerk::pass_time() {
  std::uint64_t count = 0;
  if (::read(timer_.get(), &count, sizeof count) != sizeof count) return;
  const auto ticks = static_cast<unsigned>(std::min<std::uint64_t>(count, 1'000));
  pauses_ = false;
  events_.passed(ticks);
  std::erase_if(pending_, [&](Pending& one) {
    one.silence_left -= std::min(ticks, one.silence_left);
    if (one.lingers || !one.octets.empty()) one.transfer_left -= std::min(ticks, one.transfer_left);
    if (one.silence_left > 0 && one.transfer_left > 0) return false;
    refuse(one, one.octets.empty()       ? "sends nothing"
                : one.transfer_left == 0 ? "a request takes too long"
                                         : "half a request");
    return true;
  });
}

void ServiceClerk::accept_all() {
  // The limit ensures that time passes and that the end of the server is noticed.
  constexpr int kAtOnce = 64;
  for (int i = 0; i != kAtOnce; ++i) {
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket < 0) {
      pauses_ = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
      if (pauses_) events_.complain("cannot accept connections: " + std::generic_category().message(errno));
      return;
    }
    if (make_room()) {
      // Most peers have already sent their request.
      Pending one{socket, limits_.silence_ticks, limits_.transfer_ticks};
      if (!look_at(one)) pending_.push_back(std::move(one));
    } else {
      refuse({socket, 0, 0}, "too many connections");
    }
  }
}

bool ServiceClerk::make_room() {
  while (pending_.size() + events_.count() >= limits_.max_connections) {
    if (pending_.empty()) return false;
    const bool is_silent = pending_.front().octets.empty();
    refuse(pending_.front(),
           is_silent ? "sends nothing, and others want to connect" : "half a request, and others want to connect");
    pending_.pop_front();
  }
  return true;
}

bool ServiceClerk::look_at(Pending& one) {
  if (one.lingers) return discard(one);
  for (;;) {
    const Unit unit = first_unit(one.octets);
    if (unit.kind == Unit::Kind::packet) {
      pass_on(one);
      return true;
    }
    if (unit.kind != Unit::Kind::incomplete) {
      refuse(one, "no packet that can be read");
      return true;
    }
    char piece[4096];
    const ssize_t got = ::recv(one.socket, piece, std::min(sizeof piece, unit.size - one.octets.size()), MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return false;
    if (got <= 0) {
      // A peer that connects and closes is only checking whether someone listens.
      if (one.octets.empty())
        ::close(one.socket);
      else
        refuse(one, "closed in the middle of a request");
      return true;
    }
    one.octets.append(piece, static_cast<std::size_t>(got));
    one.silence_left = limits_.silence_ticks;
  }
}

bool ServiceClerk::discard(Pending& one) {
  char piece[16 * 1024];
  // After this many pieces, other connections get their turn.
  constexpr int kPieces = 16;
  for (int i = 0; i != kPieces; ++i) {
    const ssize_t got = ::recv(one.socket, piece, sizeof piece, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return false;
    if (got <= 0) {
      ::close(one.socket);
      return true;
    }
    one.silence_left = limits_.silence_ticks;
  }
  return false;
}

void ServiceClerk::pass_on(Pending& one) {
  const auto packet = read_packet(one.octets);
  if (!packet) return refuse(one, "no packet that can be read");
  NsPinger ping;
  if (packet->head.type != PacketType::ns_pinger || !read_data(packet->data, ping))
    return events_.begun(one.socket, std::move(one.octets));
  const std::string answer = events_.answer_ping(ping.kind);
  ::send(one.socket, answer.data(), answer.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  ::close(one.socket);
}

void ServiceClerk::refuse(const Pending& one, const char* why) {
  if (!one.lingers) events_.complain(peer_name(one.socket) + ": " + why);
  ::close(one.socket);
}

bool ServiceClerk::server_has_closed() const {
  char ignored[4096];
  const ssize_t got = ::recv(server_, ignored, sizeof ignored, MSG_DONTWAIT);
  return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

}  // namespace sigverse::wire
