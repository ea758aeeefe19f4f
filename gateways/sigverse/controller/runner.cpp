// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/runner.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gateways/sigverse/controller/simulated_time.h"

namespace sigverse {
namespace {

using Event = ServerConnection::Event;
/// The shortest and longest interval, s, for asking a server that sends no ONACTION for its time.
constexpr double kShortest = 0.001, kLongest = 0.1;

std::optional<wire::Packet> packet_of(const Event& event) {
  return event.kind == Event::Kind::packet ? wire::read_packet(event.octets) : std::nullopt;
}

}  // namespace

Runner::Runner(Agent& agent, std::uint64_t seed, bool real_clock) : agent_(agent) {
  simulates_time_ = agent.server.has_turns() && agent.server.world_waits() && !real_clock;
  if (!simulates_time_) return;
  SimulatedTime::instance().begin(seed, [this](double until) { return wait_for_world(until); });
}

Runner::~Runner() {
  if (simulates_time_) SimulatedTime::instance().end();
}

void Runner::run(Controller& controller) {
  handlers_.emplace(agent_, controller);
  if (simulates_time_)
    handlers_->around([this](bool begins) { SimulatedTime::instance().set_may_wait(begins && agent_.now > 0.0); });
  if (agent_.server.has_turns()) {
    agent_.server.queue(wire::TurnHello{});
    agent_.server.flush();
  }
  while (!agent_.server.is_lost()) {
    auto timeout = acts_by_timer_ ? act_by_timer() : wire::Stream::kForever;
    if (agent_.services.has_connections() || agent_.services.has_messages()) {
      attend_services();
      if (agent_.server.poll_descriptor() >= 0) agent_.services.wait(agent_.server.poll_descriptor(), timeout);
      timeout = wire::Stream::Timeout(0);
    }
    Event event = agent_.server.next_event(timeout);
    if (event.kind != Event::Kind::nothing) handle(std::move(event));
  }
}

void Runner::attend_services() {
  agent_.services.receive_messages();
  if (!agent_.server.world_waits()) {
    handle_service_messages();
  } else if (agent_.services.has_messages() && !std::exchange(has_asked_for_turn_, true)) {
    // A packet for this agent itself that calls no handler: the server delivers it with a turn.
    wire::PacketHead to_itself;
    to_itself.flags = wire::kForward;
    to_itself.target = agent_.server.agent();
    std::string octets;
    wire::append_empty_packet(octets, wire::PacketType::controller_command, to_itself);
    agent_.server.queue_octets(octets);
  }
  agent_.server.flush();
}

void Runner::handle_service_messages() {
  for (const Services::Message& one : agent_.services.take_messages()) {
    if (agent_.server.is_lost()) return;
    handlers_->message(one.from, one.text);
  }
}

void Runner::handle(Event event) {
  if (start_or_stop(event)) return;
  if (!agent_.server.has_turns()) {
    handlers_->handle(event);
    agent_.server.flush();
    return;
  }
  const auto packet = packet_of(event);
  wire::TurnEnds ends;
  if (packet && packet->head.type == wire::PacketType::turn_ends && wire::read_data(packet->data, ends))
    turn(ends.turn, ends.time);
  else
    turn_.push_back(std::move(event));
}

void Runner::turn(std::uint32_t number, double time) {
  agent_.now = time;
  agent_.is_running = true;
  turn_number_ = number;
  SimulatedTime::instance().set_now(time);
  has_asked_for_turn_ = false;
  std::vector<Event> events;
  events.swap(turn_);
  for (const Event& one : events) {
    if (agent_.server.is_lost()) return;
    const auto packet = packet_of(one);
    // Messages that arrived before a reset are dropped, as the server drops its own.
    if (packet && packet->head.type == wire::PacketType::on_init) agent_.services.take_messages();
    if (packet && packet->head.type == wire::PacketType::on_action) handle_service_messages();
    handlers_->handle(one);
  }
  handle_service_messages();
  agent_.server.queue(wire::TurnDone{.turn = number, .time = handlers_->next_action()});
  agent_.server.flush();
  events.clear();
  if (turn_.empty()) turn_.swap(events);
}

std::optional<double> Runner::wait_for_world(double until) {
  ServerConnection& server = agent_.server;
  server.collect();
  server.queue(wire::TurnWait{.turn = turn_number_, .time = until});
  if (!server.flush()) return {};
  const auto packet = server.next_answer(wire::PacketType::turn_go_on, wire::Stream::kForever);
  wire::TurnGoOn go_on;
  // A packet without a time means that the world is about to be reset, so the time that the handler waits for will not
  // come.
  if (!packet || !wire::read_data(packet->data, go_on) || !std::isfinite(go_on.time)) return {};
  return agent_.now = go_on.time;
}

bool Runner::start_or_stop(const Event& event) {
  if (event.kind != Event::Kind::raw) return false;
  const wire::Raw raw = wire::read_raw(event.octets);
  if (raw.code == static_cast<std::uint16_t>(wire::RawToController::stop_sim)) {
    agent_.is_running = false;
    acts_by_timer_ = false;
    return true;
  }
  if (raw.code != static_cast<std::uint16_t>(wire::RawToController::start_sim)) return false;
  wire::RawReader body(raw.body);
  const double time = body.real();
  if (body.is_good()) agent_.now = time;
  agent_.is_running = true;
  if (agent_.server.has_turns()) return true;
  // After a stop the run continues; onInit is called only at its beginning.
  if (agent_.now == 0.0 || !has_begun_) handlers_->init();
  has_begun_ = true;
  acts_by_timer_ = true;
  agent_.server.flush();
  return true;
}

wire::Stream::Timeout Runner::act_by_timer() {
  if (const auto octets = agent_.server.ask({.code = wire::RawCode::sim_time}, kReal)) {
    agent_.now = wire::RawReader(*octets).real();
    handlers_->action(agent_.now);
    agent_.server.flush();
  }
  const double wait = std::clamp(handlers_->next_action() - agent_.now, kShortest, kLongest);
  return wire::Stream::Timeout(static_cast<int>(wait * 1000));
}

}  // namespace sigverse
