// SPDX-License-Identifier: Apache-2.0
// Data from a commserver on another machine after the handshake. An octet is the length of the data that follow it; the
// length 0 makes the engine send sensations, and 255 lets time pass.
#include <memory>
#include <string>
#include <vector>

#include "commserver/link/link.h"
#include "commserver/link/message.h"
#include "commserver/link/remote_comm_server.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/wire.h"
#include "tests/support/manual_clock.h"

using namespace commserver;
using fuzz::demand;
using spark::AgentId;
using spark::Step;

namespace {

/// Records the reports to the engine about its two agents there.
class Listener final : public spark::NullListener {
 public:
  using NullListener::agent_acted;
  void agent_ready(AgentId agent) override { demand(!lost(agent)); }
  void agent_acted(AgentId agent, Step stamp, std::string_view text) override {
    demand(!lost(agent) && stamp >= server->earliest_act(agent) && stamp <= MessageReader::kMaxStep);
    demand(text.size() <= 64 * 1024);
  }
  void agent_lost(AgentId agent, std::string_view reason) override {
    demand(!lost(agent) && reason.find('\n') == reason.npos);
    lost_[agent != 0] = true;
  }
  const RemoteCommServer* server = nullptr;
  Step earliest[2] = {};  ///< the promised times

 private:
  bool lost(AgentId agent) const {
    demand(agent == 0 || agent == 4);
    return lost_[agent != 0];
  }
  bool lost_[2] = {};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  spark::Log log;
  ManualClock clock;
  spark::net::Loop loop(clock);
  fuzz::Wire wire(loop);
  auto link = std::make_unique<Link>(loop, wire.near(), "lab:1");
  link->trust();
  RemoteCommServer server(std::move(link), "lab", {"foo"}, log);
  server.start(0, "foo");
  server.start(4, "foo");
  Listener listener;
  listener.server = &server;
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  Step now = 20;
  while (!steps.at_end() && server.is_connected()) {
    const unsigned length = steps.octet();
    if (length == 0) {
      server.begin_sensation(4, now, now + 10);
      server.end_sensation(4, now += 20);
    } else if (length == 255) {
      clock.advance(std::chrono::seconds(1));
    } else {
      wire.say(steps.text(length));
    }
    server.receive(listener);
    for (const AgentId agent : {0, 4}) {
      const Step earliest = server.earliest_act(agent);
      demand(earliest >= listener.earliest[agent != 0]);
      listener.earliest[agent != 0] = earliest;
      demand(server.report(agent).has_value());
    }
    (void)wire.hear();
  }
  wire.hang_up();
  server.receive(listener);
  server.receive(listener);
  return 0;
}
