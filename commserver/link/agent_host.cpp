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
constexpr std::int64_t kMaxExitTimeout = 60000;  // ms

}  // namespace

bool AgentHost::serve(const volatile std::sig_atomic_t& stop) {
  auto watch = loop_.watch(agents_.traits().poll_descriptor);
  while (link_.is_open() && !over_ && !stop) {
    loop_.wait(kNap);
    link_.attend([&](std::string_view message) { return take(message); });
    agents_.receive(*this);
    for (std::size_t i = 0; i < sent_.size(); ++i) send_earliest(AgentId::at(i));
    if (loop_.now() >= next_reports_) send_reports();
    link_.send();
  }
  watch.end();
  if (stop) link_.close("this commserver was told to stop");
  agents_.shut_down(over_ ? exit_timeout_ : milliseconds(0));
  if (!over_ || !link_.is_open()) return over_;
  send_reports();
  MessageWriter(link_.outgoing()).begin(MessageKind::ended).end();
  link_.send();
  // The engine closes the link once it has read the message.
  const auto deadline = loop_.now() + Link::kSilenceTimeout;
  while (link_.is_open() && loop_.now() < deadline) {
    link_.wait(kNap);
    link_.attend([](std::string_view) { return true; });
  }
  return true;
}

AgentHost::SentState* AgentHost::find(AgentId agent) {
  const auto place = agent.index();
  return place < sent_.size() && sent_[place].here ? &sent_[place] : nullptr;
}

bool AgentHost::reject(const char* rule) {
  link_.close(fmt::format("the engine breaks the rules of the link ({})", rule));
  return false;
}

bool AgentHost::take(std::string_view bytes) {
  MessageReader message(bytes);
  const MessageKind kind = message.kind();
  if (kind == MessageKind::alive) return true;
  if (kind == MessageKind::end) {
    exit_timeout_ = milliseconds(message.number(0, kMaxExitTimeout));
    if (!message.is_good()) return reject("end");
    over_ = true;
    return false;
  }
  const AgentId agent = message.agent();
  if (kind == MessageKind::start) {
    const std::string type(message.text(1000));
    if (!message.is_good() || find(agent)) return reject("start");
    start(agent, type);
    return true;
  }
  SentState* sent = find(agent);
  if (!sent) return reject("a message to an unknown agent");
  switch (kind) {
    case MessageKind::sensation:
      return take_sensation(*sent, agent, message);
    case MessageKind::expect: {
      const Step arrival = message.step();
      if (!message.is_good()) break;
      if (arrival < sent->horizon) return reject("a promise taken back");
      sent->horizon = arrival;
      if (!sent->has_left) agents_.expect_sensation(agent, arrival);
      return true;
    }
    case MessageKind::drop:
      if (!message.is_good()) break;
      sent->has_left = true;
      agents_.drop(agent);
      return true;
    default:
      break;
  }
  return reject("a message that makes no sense");
}

bool AgentHost::take_sensation(SentState& sent, AgentId agent, MessageReader message) {
  const Step generated = message.step(), arrival = message.step(), next_arrival = message.step();
  const std::string_view percepts = message.text(Link::kMaxMessageSize);
  if (!message.is_good()) return reject("a sensation that makes no sense");
  if (arrival < sent.horizon || generated > arrival || next_arrival < arrival)
    return reject("a sensation that arrives when none can");
  sent.horizon = next_arrival;
  if (!sent.has_left) agents_.add_sensation(agent, generated, arrival, percepts, next_arrival);
  return true;
}

void AgentHost::start(AgentId agent, const std::string& type) {
  const auto place = agent.index();
  if (sent_.size() <= place) sent_.resize(place + 1);
  sent_[place].here = true;
  try {
    agents_.start(agent, type);
    log_.normal("agent {} ({}) is started", agent, type);
  } catch (const std::exception& error) {
    agent_lost(agent, spark::printable(error.what(), Link::kMaxReasonLength));
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
  // The time at which the agent's body leaves depends on the earliest time at which it could still have acted.
  send_earliest(agent);
  sent_[agent.index()].has_left = true;
  MessageWriter(link_.outgoing())
      .begin(MessageKind::lost)
      .agent(agent)
      .text(reason.substr(0, Link::kMaxReasonLength))
      .end();
}

void AgentHost::send_earliest(AgentId agent) {
  SentState* sent = find(agent);
  if (!sent || sent->has_left) return;
  const Step earliest = agents_.earliest_act(agent);
  if (earliest <= sent->earliest) return;
  sent->earliest = earliest;
  MessageWriter(link_.outgoing()).begin(MessageKind::earliest).agent(agent).number(earliest).end();
}

void AgentHost::send_reports() {
  next_reports_ = loop_.now() + kBetweenReports;
  for (std::size_t i = 0; i < sent_.size(); ++i) {
    const auto report = agents_.report(AgentId::at(i));
    if (!sent_[i].here || !report) continue;
    MessageWriter writer(link_.outgoing());
    writer.begin(MessageKind::report).agent(AgentId::at(i));
    for (const std::uint64_t count :
         {report->cycles, report->acts, report->late_acts, report->refused, report->bytes_to, report->bytes_from})
      writer.number(static_cast<std::int64_t>(count));
    for (const auto time : {report->thinking_p50, report->thinking_p99, report->thinking_max})
      writer.number(time.count());
    writer.end();
  }
}

}  // namespace commserver
