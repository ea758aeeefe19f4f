// SPDX-License-Identifier: Apache-2.0
// The port for agents that connect. Octets are steps: c connects an agent, 0 to 3 and a length make this agent send so
// many octets, x and its number disconnect it, s generates sensations, t lets time pass.
#include <arpa/inet.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <optional>

#include "gateways/tcp/tcp_gateway.h"
#include "spark/core/descriptor.h"
#include "spark/net/loop.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/target.h"
#include "tests/support/manual_clock.h"

using fuzz::demand;
using spark::AgentId;
using spark::Step;

namespace {

constexpr int kClients = 4;

class Listener final : public spark::NullListener {
 public:
  using NullListener::agent_acted;
  std::optional<AgentId> agent_arrived(const std::string&) override {
    return here < kClients ? here++ : std::optional<AgentId>();
  }
  void agent_ready(AgentId agent) override { demand(agent >= 0 && agent < here); }
  void agent_acted(AgentId agent, Step stamp, std::string_view text) override {
    demand(agent >= 0 && agent < here && !lost[agent.index()]);
    demand(stamp >= last[agent.index()] && text.size() <= 64 * 1024);
    last[agent.index()] = stamp;
  }
  void agent_lost(AgentId agent, std::string_view) override {
    demand(agent >= 0 && agent < here && !lost[agent.index()]);
    lost[agent.index()] = true;
  }
  AgentId here = 0;
  std::array<Step, kClients> last{};
  std::array<bool, kClients> lost{};
};

/// Connects as an untrusted peer. It disconnects with a reset, because otherwise thousands of ports would wait for the
/// last bytes of finished cases. The fuzzer's own alarm may interrupt it.
spark::Descriptor call(std::uint16_t port) {
  spark::Descriptor made(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const linger reset{1, 0};
  ::setsockopt(made.get(), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int result;
  do {
    result = ::connect(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  } while (result != 0 && errno == EINTR);
  demand(result == 0);
  return made;
}

class Stage {
 public:
  Stage(bool sync) : loop_(real_), gateway_({.sync = sync}, loop_, clock_, log_) {}

  void step(fuzz::CaseReader& steps) {
    const unsigned what = steps.octet();
    if (what == 'c') {
      for (spark::Descriptor& client : clients_)
        if (client.get() < 0) {
          client = call(gateway_.port());
          break;
        }
    } else if (what < kClients) {
      const std::string_view bytes = steps.text(steps.octet());
      if (clients_[what].get() >= 0)
        (void)!::send(clients_[what].get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    } else if (what == 'x') {
      clients_[steps.octet() % kClients].close();
    } else if (what == 's') {
      sense();
    } else if (what == 't') {
      real_.advance(std::chrono::milliseconds(700));
      for (int i = 0; i != 20; ++i) clock_.advance();
    }
    gateway_.send_held();
    gateway_.receive(listener_);
    for (AgentId agent = 0; agent != listener_.here; ++agent) {
      const Step earliest = gateway_.earliest_act(agent);
      demand(earliest >= earliest_[agent.index()]);
      earliest_[agent.index()] = earliest;
    }
  }
  void end() { gateway_.shut_down(std::chrono::milliseconds(0)); }

 private:
  void sense() {
    for (AgentId agent = 0; agent != listener_.here; ++agent) {
      if (listener_.lost[agent.index()]) continue;
      spark::PerceptWriter& writer = gateway_.begin_sensation(agent, clock_.now(), clock_.now() + 10);
      writer.begin("time");
      writer.end();
      gateway_.end_sensation(agent, clock_.now() + 30);
    }
    for (int i = 0; i != 20; ++i) clock_.advance();
  }

  ManualClock real_;
  spark::net::Loop loop_;
  spark::Clock clock_;
  spark::Log log_;
  Listener listener_;
  std::array<spark::Descriptor, kClients> clients_;
  std::array<Step, kClients> earliest_{};
  tcp::TcpGateway gateway_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  Stage stage(steps.octet() % 2 != 0);
  while (!steps.at_end()) stage.step(steps);
  stage.end();
  return 0;
}
