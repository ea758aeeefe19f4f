// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/agent_host.h"

#include <exception>

#include "spark/net/loop.h"

namespace commserver {
namespace {

using spark::AgentId;
using spark::Step;
using std::chrono::milliseconds;

constexpr milliseconds kNap{50};
constexpr std::chrono::seconds kBetweenReports{1};
constexpr std::size_t kMaxReasonLength = 1000;
constexpr std::int64_t kMaxPatience = 60000;  // ms

}  // namespace

bool AgentHost::serve(const volatile std::sig_atomic_t& stop) {
  auto watch = loop_.watch(agents_.poll_descriptor());
  while (link_.is_open() && !over_ && !stop) {
    loop_.wait(kNap);
    link_.attend([&](std::string_view message) { return take(message); });
    agents_.receive(*this);
    for (std::size_t i = 0; i < told_.size(); ++i) tell_earliest(static_cast<AgentId>(i));
    if (loop_.now() >= next_reports_) tell_reports();
    link_.send();
  }
  watch.end();
  if (stop) link_.close("this commserver was told to stop");
  agents_.shut_down(over_ ? patience_ : milliseconds(0));
  if (!over_ || !link_.is_open()) return over_;
  tell_reports();
  MessageWriter(link_.outgoing()).begin(MessageKind::ended).end();
  link_.send();
  // The engine closes the link when it has read that.
  const auto deadline = loop_.now() + Link::kPatience;
  while (link_.is_open() && loop_.now() < deadline) {
    link_.wait(kNap);
    link_.attend([](std::string_view) { return true; });
  }
  return true;
}

AgentHost::Told* AgentHost::find(AgentId agent) {
  const auto place = static_cast<std::size_t>(agent);
  return place < told_.size() && told_[place].here ? &told_[place] : nullptr;
}

bool AgentHost::broken(const char* rule) {
  link_.close(fmt::format("the engine breaks the rules of the link ({})", rule));
  return false;
}

bool AgentHost::take(std::string_view bytes) {
  MessageReader message(bytes);
  const MessageKind kind = message.kind();
  if (kind == MessageKind::alive) return true;
  if (kind == MessageKind::end) {
    patience_ = milliseconds(message.number(0, kMaxPatience));
    if (!message.is_good()) return broken("end");
    over_ = true;
    return false;
  }
  const AgentId agent = message.agent();
  if (kind == MessageKind::start) {
    const std::string type(message.text(1000));
    if (!message.is_good() || find(agent)) return broken("start");
    return start(agent, type), true;
  }
  Told* told = find(agent);
  if (!told) return broken("a message to an agent that is not here");
  switch (kind) {
    case MessageKind::sensation:
      return take_sensation(*told, agent, message);
    case MessageKind::expect: {
      const Step arrival = message.step();
      if (!message.is_good()) break;
      if (arrival < told->horizon) return broken("a promise taken back");
      told->horizon = arrival;
      if (!told->gone) agents_.expect_sensation(agent, arrival);
      return true;
    }
    case MessageKind::drop:
      if (!message.is_good()) break;
      told->gone = true;
      agents_.drop(agent);
      return true;
    default:
      break;
  }
  return broken("a message that makes no sense");
}

bool AgentHost::take_sensation(Told& told, AgentId agent, MessageReader message) {
  const Step generated = message.step(), arrival = message.step(), next_arrival = message.step();
  const std::string_view percepts = message.text(Link::kMaxMessageSize);
  if (!message.is_good()) return broken("a sensation that makes no sense");
  if (arrival < told.horizon || generated > arrival || next_arrival < arrival)
    return broken("a sensation that arrives when none can");
  told.horizon = next_arrival;
  if (!told.gone) agents_.add_sensation(agent, generated, arrival, percepts, next_arrival);
  return true;
}

void AgentHost::start(AgentId agent, const std::string& type) {
  const auto place = static_cast<std::size_t>(agent);
  if (told_.size() <= place) told_.resize(place + 1);
  told_[place].here = true;
  try {
    agents_.start(agent, type);
    log_.normal("agent {} ({}) is started", agent, type);
  } catch (const std::exception& error) {
    agent_lost(agent, spark::printable(error.what(), kMaxReasonLength));
  }
}

void AgentHost::agent_ready(AgentId agent) {
  MessageWriter(link_.outgoing()).begin(MessageKind::ready).agent(agent).end();
}

void AgentHost::agent_acted(AgentId agent, Step stamp, std::string_view text) {
  MessageWriter(link_.outgoing()).begin(MessageKind::acted).agent(agent).number(stamp).text(text).end();
}

void AgentHost::agent_lost(AgentId agent, std::string_view reason) {
  log_.warning("agent {} lost: {}", agent, reason);
  // When its body leaves follows from when it could still have acted.
  tell_earliest(agent);
  told_[static_cast<std::size_t>(agent)].gone = true;
  MessageWriter(link_.outgoing()).begin(MessageKind::lost).agent(agent).text(reason.substr(0, kMaxReasonLength)).end();
}

void AgentHost::tell_earliest(AgentId agent) {
  Told* told = find(agent);
  if (!told || told->gone) return;
  const Step earliest = agents_.earliest_act(agent);
  if (earliest <= told->earliest) return;
  told->earliest = earliest;
  MessageWriter(link_.outgoing()).begin(MessageKind::earliest).agent(agent).number(earliest).end();
}

void AgentHost::tell_reports() {
  next_reports_ = loop_.now() + kBetweenReports;
  for (std::size_t i = 0; i < told_.size(); ++i) {
    const auto report = agents_.report(static_cast<AgentId>(i));
    if (!told_[i].here || !report) continue;
    MessageWriter writer(link_.outgoing());
    writer.begin(MessageKind::report).agent(static_cast<AgentId>(i));
    for (const std::uint64_t count :
         {report->cycles, report->acts, report->late_acts, report->refused, report->bytes_to, report->bytes_from})
      writer.number(static_cast<std::int64_t>(count));
    for (const auto time : {report->thinking_half, report->thinking_most, report->thinking_longest})
      writer.number(time.count());
    writer.end();
  }
}

}  // namespace commserver
