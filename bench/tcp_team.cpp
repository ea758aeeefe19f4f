// SPDX-License-Identifier: Apache-2.0
#include "bench/tcp_team.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "agent-sample/old/player.h"
#include "agent-sample/old/world_model.h"

namespace bench {
namespace {

constexpr std::size_t kHead = 4;  ///< bytes of length before each message

int connect_to(std::uint16_t port) {
  const int link = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int on = 1;
  if (link < 0 || connect(link, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      setsockopt(link, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0)
    throw std::runtime_error(fmt::format("port {}: {}", port, std::strerror(errno)));
  return link;
}

std::size_t length_of(std::string_view head) {
  std::size_t length = 0;
  for (std::size_t i = 0; i < kHead; ++i) length = length << 8 | static_cast<unsigned char>(head[i]);
  return length;
}

}  // namespace

class TcpTeam::Agent {
 public:
  Agent(int link, std::string team) : link_(link), team_(std::move(team)) {}
  ~Agent() { ::close(link_); }

  int link() const { return link_; }

  /// Reads the available data. Returns false when the server has closed the connection.
  bool receive() {
    std::array<char, 65536> part;
    const ssize_t count = recv(link_, part.data(), part.size(), MSG_DONTWAIT);
    if (count > 0) in_.append(part.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno != EAGAIN && errno != EINTR && errno != ECONNRESET)
      throw std::runtime_error(fmt::format("an agent's connection: {}", std::strerror(errno)));
    return count > 0 || (count < 0 && errno != ECONNRESET);
  }

  /// Answers all complete messages and returns their number. Adds the number of answers that are not empty to `acts`.
  int think(long& acts) {
    int messages = 0;
    std::size_t at = 0;
    for (; in_.size() - at >= kHead; ++messages) {
      const std::size_t length = length_of(std::string_view(in_).substr(at));
      if (in_.size() - at - kHead < length) break;
      const std::string_view act = decide(std::string_view(in_).substr(at + kHead, length));
      if (!act.empty()) ++acts;
      for (int shift = 24; shift >= 0; shift -= 8) out_ += static_cast<char>(act.size() >> shift & 0xff);
      out_ += act;
      at += kHead + length;
    }
    in_.erase(0, at);
    return messages;
  }

  void send_answers() {
    for (std::size_t sent = 0; sent < out_.size();) {
      const ssize_t count = send(link_, out_.data() + sent, out_.size() - sent, MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) break;  // the server has ended, as the next read will show
      sent += static_cast<std::size_t>(count);
    }
    out_.clear();
  }

 private:
  std::string_view decide(std::string_view percepts) {
    world_.read(percepts);
    if (world_.ready()) return player_.decide();
    // Creates a body, and sends number and team once the body exists; repeats these every ten sensations until it is
    // ready.
    if (++sensations_ == 1) return "(create)";
    if (sensations_ % 10 != 2) return {};
    entry_ = fmt::format("(init (unum 0)(teamname {}))", team_);
    return entry_;
  }

  int link_;
  std::string team_, entry_, in_, out_;
  sample::WorldModel world_{team_};
  sample::Player player_{world_};
  int sensations_ = 0;
};

TcpTeam::TcpTeam(std::uint16_t port, int agents) : events_(epoll_create1(EPOLL_CLOEXEC)) {
  if (events_ < 0) throw std::runtime_error(std::strerror(errno));
  for (int i = 0; i < agents; ++i) {
    agents_.push_back(std::make_unique<Agent>(connect_to(port), i < agents / 2 ? "foo" : "bar"));
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = agents_.back().get();
    epoll_ctl(events_, EPOLL_CTL_ADD, agents_.back()->link(), &event);
  }
}

TcpTeam::~TcpTeam() {
  ::close(events_);
}

void TcpTeam::play() {
  std::array<epoll_event, 128> events;
  for (std::size_t open = agents_.size(); open > 0;) {
    const int count = epoll_wait(events_, events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < count; ++i) {
      Agent& agent = *static_cast<Agent*>(events[static_cast<std::size_t>(i)].data.ptr);
      if (agent.receive()) {
        answer(agent);
      } else {
        epoll_ctl(events_, EPOLL_CTL_DEL, agent.link(), nullptr);
        --open;
      }
    }
  }
}

void TcpTeam::answer(Agent& agent) {
  cycles_ += agent.think(acts_);
  agent.send_answers();
}

}  // namespace bench
