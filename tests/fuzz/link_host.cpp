// SPDX-License-Identifier: Apache-2.0
// Data from an engine to a commserver on another machine. The commserver knows one agent type, whose program is
// missing, so nothing is started. It answers any data with complete messages, and is free again at the end.
#include <csignal>
#include <memory>
#include <string>

#include "commserver/comm_server.h"
#include "commserver/guardian/guardian.h"
#include "commserver/link/agent_host.h"
#include "commserver/link/link.h"
#include "commserver/link/message.h"
#include "commserver/starter/guarded_programs.h"
#include "spark/net/frame_reader.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/wire.h"
#include "tests/support/manual_clock.h"

using namespace commserver;
using fuzz::demand;

namespace {

AgentDatabase database() {
  const fuzz::MemoryFile file(
      "<agentdb><agent_type_external name=\"foo\"><exec_line>/nowhere/foo</exec_line></agent_type_external></agentdb>");
  return AgentDatabase::load(file.path());
}

void check_said(std::string_view said) {
  spark::net::FrameReader reader({Link::kMaxMessageSize, Link::kMaxMessageSize});
  reader.feed(said);
  std::string_view text;
  while (reader.next(text) == spark::net::FrameReader::Result::message) {
    MessageReader message(text);
    switch (message.kind()) {
      case MessageKind::lost:
        (void)message.agent();
        demand(message.text(1000).find('\n') == std::string_view::npos && message.is_good());
        break;
      case MessageKind::ended:
      case MessageKind::alive:
        demand(message.is_good());
        break;
      default:
        demand(message.kind() == MessageKind::report || message.kind() == MessageKind::earliest);
    }
  }
  demand(reader.unread().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  static const auto guardian = Guardian::start();
  static const AgentDatabase types = database();
  spark::Log log;
  ManualClock clock;
  spark::net::Loop loop(clock);
  fuzz::Wire wire(loop);
  Link link(loop, wire.near(), "engine");
  link.trust();
  GuardedPrograms programs(*guardian, clock, log, StarterOptions{});
  CommServer agents(types, programs, clock, log, CommServer::Options{});
  wire.say(fuzz::as_text(octets, size));
  wire.finish();
  const volatile std::sig_atomic_t stop = 0;
  AgentHost(loop, link, agents, log).serve(stop);
  link.close("the case is over");
  check_said(wire.hear());
  return 0;
}
