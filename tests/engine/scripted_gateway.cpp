// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/scripted_gateway.h"

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace engine_test {

using commserver::AgentDialogue;
using spark::AgentGatewayListener;

namespace {

/// Charges the thinking times of the script.
class ScriptedMeter final : public commserver::ThinkMeter {
 public:
  explicit ScriptedMeter(const AgentScript& script) : script_(script) {}
  Step min_cost() const override { return script_.least; }
  void begin_cycle() override {}
  Step cost(char) override { return script_.least + script_.charges[count_++ % script_.charges.size()]; }

 private:
  const AgentScript& script_;
  std::size_t count_ = 0;
};

std::unique_ptr<commserver::ThinkMeter> meter_of(const AgentScript& script) {
  if (script.charges.empty()) return std::make_unique<commserver::FixedMeter>(script.least);
  return std::make_unique<ScriptedMeter>(script);
}

/// Every pace (of at most this many turns) lets an agent send something in some turn, and a cycle that may be opened is
/// opened in the next: after two paces without a move there will be no further one.
constexpr int kMaxIdleTurns = 2 * static_cast<int>(AgentScript::kMaxPace);
constexpr int kEverything = 1 << 30;

}  // namespace

struct ScriptedGateway::Peer {
  Peer(AgentId number, const AgentScript& said, AgentDialogue::Rules rules, spark::Log& log)
      : id(number),
        script(said),
        actor(said),
        dialogue(number, meter_of(said), commserver::DrawingLog({}, 0, log), rules, log) {}

  AgentId id;
  const AgentScript& script;
  Actor actor;
  AgentDialogue dialogue;
  spark::net::FrameReader reader;
  std::deque<std::string> to_say;
  std::size_t turn = 0;
  bool introduced = false;
  bool dead = false;           ///< it opens no further cycle
  bool closed = false;         ///< it has been lost or dropped
  bool closes_soon = false;    ///< closing its input is one of its next moves
  bool reads_no_more = false;  ///< it has closed its input, or will as its next move
  Step opened_for = 0;
  Step next_arrival = 0;
  Lines heard;
  Lines sent;
  std::multiset<Step> requests;  ///< accepted and not answered
};

/// Records the calls to the simulation.
class ScriptedGateway::Ears final : public spark::NullListener {
 public:
  Ears(ScriptedGateway& gateway, AgentGatewayListener* listener) : gateway_(gateway), listener_(listener) {}
  void agent_ready(AgentId agent) override {
    if (listener_) listener_->agent_ready(agent);
  }
  using NullListener::agent_acted;
  void agent_acted(AgentId agent, Step stamp, std::string_view text) override {
    Peer& peer = gateway_.peer(agent);
    peer.sent.push_back(fmt::format("{} {}", stamp, text));
    if (stamp < peer.opened_for)
      gateway_.violations_.push_back(fmt::format("agent {} acts at {}, before its cycle", agent, stamp));
    if (!listener_) return;
    if (stamp + peer.script.timing.value_or(gateway_.match_.timing).action_latency < gateway_.clock_.now())
      gateway_.violations_.push_back(
          fmt::format("agent {} acts at {}, in the past of {}", agent, stamp, gateway_.clock_.now()));
    listener_->agent_acted(agent, stamp, text);
  }
  void agent_lost(AgentId agent, std::string_view reason) override {
    if (listener_) listener_->agent_lost(agent, reason);
  }

 private:
  ScriptedGateway& gateway_;
  AgentGatewayListener* listener_;
};

ScriptedGateway::ScriptedGateway(const Match& match, const spark::Clock& clock, spark::Log& log,
                                 std::function<void()> stand_still)
    : match_(match),
      clock_(clock),
      log_(log),
      stand_still_(std::move(stand_still)),
      event_(eventfd(1, EFD_NONBLOCK)) {}  // always readable, so that the simulation never sleeps

ScriptedGateway::~ScriptedGateway() {
  close(event_);
}

spark::AgentGateway::Coming ScriptedGateway::start(AgentId id, const std::string&) {
  const AgentDialogue::Rules rules{match_.tells_think_times, match_.max_thinking};
  peers_.push_back(std::make_unique<Peer>(id, match_.agents[id.index()], rules, log_));
  peers_.back()->dialogue.begin();
  return Coming::started;
}

std::optional<spark::AgentTiming> ScriptedGateway::timing(AgentId id) const {
  return peer(id).script.timing;
}

void ScriptedGateway::receive(AgentGatewayListener& listener) {
  ++turn_;
  Ears ears(*this, world_stands_ ? nullptr : &listener);
  std::vector<AgentId> order(peers_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto place = [this](AgentId id) {
    return (static_cast<unsigned>(id.number()) + turn_ * match_.service) * 2654435761u;
  };
  std::sort(order.begin(), order.end(), [&](AgentId a, AgentId b) { return place(a) < place(b); });
  moved_ = clock_.now() != last_time_;
  last_time_ = clock_.now();
  for (const AgentId id : order)
    if (!peer(id).closed) serve(peer(id), ears);
  idle_turns_ = moved_ ? 0 : idle_turns_ + 1;
  if (idle_turns_ > kMaxIdleTurns && !world_stands_) stand_still_();
}

/// As in the commserver: checks whether the agent can be kept after all messages that came together have been taken.
void ScriptedGateway::serve(Peer& peer, AgentGatewayListener& listener) {
  listen(peer);
  hand_over(peer, listener);
  if (peer.closed) return;
  open_next(peer);
  if (peer.dialogue.has_finished()) return lose(peer, "closed its input", listener);
  if (const char* why = peer.dialogue.drop_reason()) lose(peer, why, listener);
}

void ScriptedGateway::open_next(Peer& peer) {
  const Step before = peer.dialogue.earliest_act();
  if (peer.dialogue.open_next()) moved_ = true;
  if (peer.dialogue.earliest_act() != before)
    violations_.push_back(fmt::format("agent {} may act at another time once its cycle is open", peer.id));
}

void ScriptedGateway::hand_over(Peer& peer, AgentGatewayListener& listener) {
  int left = kEverything;
  if (peer.introduced || peer.script.start == AgentScript::Start::slow)
    left = peer.script.pace[peer.turn++ % peer.script.pace.size()];
  // A "done" and the messages after it are one piece, so that it is defined whether a cycle is open for a message.
  bool behind_done = false;
  while (!peer.closed && !peer.to_say.empty()) {
    const std::string message = peer.to_say.front();
    const bool is_deed = message == Actor::kDeath || message == Actor::kCloseInput;
    if (left-- <= 0 && !(behind_done && !is_deed)) return;
    peer.to_say.pop_front();
    moved_ = true;
    behind_done = behind_done || (peer.introduced && message == "D");
    // After its D it reads nothing before it closes its input, although the next opener may be there.
    if (message == "D" && peer.closes_soon) {
      listen(peer);
      peer.reads_no_more = true;
    }
    if (message == Actor::kDeath) return lose(peer, "has died", listener);
    if (message == Actor::kCloseInput) {
      // It has not read messages that were sent meanwhile, such as the next opener.
      listen(peer);
      peer.reads_no_more = true;
      peer.dialogue.stopped_reading(peer.dialogue.outgoing().sent_in_all());
      continue;
    }
    take(peer, message, listener);
  }
  if (!peer.heard.empty() && peer.to_say.empty()) peer.introduced = true;
}

void ScriptedGateway::take(Peer& peer, const std::string& message, AgentGatewayListener& listener) {
  const bool in_vain = peer.dialogue.drop_reason() || peer.dialogue.has_finished();
  const auto refused = peer.dialogue.statistics().counts.refused;
  const Step before = peer.dialogue.earliest_act();
  peer.dialogue.take(message, listener);
  if (!in_vain && message.starts_with('R') && peer.dialogue.statistics().counts.refused == refused)
    peer.requests.insert(std::stoll(message.substr(1)));
  if (peer.dialogue.earliest_act() < before)
    violations_.push_back(fmt::format("the earliest act of agent {} goes back after {}", peer.id, message));
}

void ScriptedGateway::lose(Peer& peer, const char* why, AgentGatewayListener& listener) {
  listen(peer);
  peer.closed = true;
  listener.agent_lost(peer.id, why);
}

/// The agent reads its messages.
void ScriptedGateway::listen(Peer& peer) {
  if (peer.reads_no_more) return;
  const std::string bytes(peer.dialogue.outgoing().pending());
  peer.dialogue.outgoing().sent(bytes.size());
  peer.reader.feed(bytes);
  std::string_view message;
  while (peer.reader.next(message) == spark::net::FrameReader::Result::message) hear(peer, message);
}

void ScriptedGateway::hear(Peer& peer, std::string_view message) {
  const bool opens = message[0] == 'S' || message[0] == 'T';
  if (peer.dead && opens) return;
  peer.heard.emplace_back(message);
  Lines answer;
  if (message == "D") {
    using Start = AgentScript::Start;
    const bool mute = peer.script.start == Start::never || (peer.script.start == Start::slow && !match_.is_patient());
    if (!mute) answer = peer.actor.introduction();
  } else if (opens) {
    if (!peer.to_say.empty()) violations_.push_back(fmt::format("agent {} hears {} while it thinks", peer.id, message));
    const bool sensation = message[0] == 'S';
    const auto number = sensation ? message.substr(message.find(' ') + 1) : message.substr(1);
    peer.opened_for = std::stoll(std::string(number));
    if (!sensation) {
      const auto request = peer.requests.find(peer.opened_for);
      if (request == peer.requests.end())
        violations_.push_back(fmt::format("agent {} has not asked for {}", peer.id, message));
      else
        peer.requests.erase(request);
    }
    answer = peer.actor.answer(sensation, peer.opened_for);
  }
  if (!answer.empty()) peer.dead = answer.back() == Actor::kDeath;
  peer.closes_soon = peer.closes_soon || std::find(answer.begin(), answer.end(), Actor::kCloseInput) != answer.end();
  peer.to_say.insert(peer.to_say.end(), answer.begin(), answer.end());
}

spark::PerceptWriter& ScriptedGateway::begin_sensation(AgentId, Step generated, Step arrival) {
  arrival_ = arrival;
  AgentDialogue::begin_sensation(frame_, generated, arrival);
  return writer_.emplace(frame_);
}

void ScriptedGateway::end_sensation(AgentId id, Step next_arrival) {
  if (peer(id).closed) return;
  peer(id).dialogue.add_sensation(frame_, arrival_, next_arrival);
  peer(id).next_arrival = next_arrival;
  if (peer(id).script.served_at_once) open_next(peer(id));
}

void ScriptedGateway::expect_sensation(AgentId id, Step arrival) {
  peer(id).next_arrival = arrival;
  peer(id).dialogue.expect_sensation(arrival);
}

Step ScriptedGateway::earliest_act(AgentId id) const {
  return peer(id).dialogue.earliest_act();
}

void ScriptedGateway::drop(AgentId id) {
  peer(id).closed = true;
}

void ScriptedGateway::finish() {
  world_stands_ = true;
  idle_turns_ = 0;
  Ears no_ears(*this, nullptr);
  while (idle_turns_ <= kMaxIdleTurns) receive(no_ears);
  for (const auto& peer : peers_) {
    if (peer->closed || peer->requests.empty()) continue;
    const Step opening = std::max(*peer->requests.begin(), peer->dialogue.earliest_act() - peer->script.least);
    if (opening < peer->next_arrival)
      violations_.push_back(fmt::format("agent {} waits for T{} in vain", peer->id, *peer->requests.begin()));
  }
}

void ScriptedGateway::fill(Record& record) const {
  for (const auto& peer : peers_) {
    record.heard.push_back(peer->heard);
    record.sent.push_back(peer->sent);
    record.lost.push_back(peer->closed);
  }
}

}  // namespace engine_test
