// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/runner.h"

#include <algorithm>
#include <utility>

#include "gateways/sigverse/controller/simulated_time.h"

namespace sigverse {
namespace {

using Heard = Session::Heard;
/// How often a server that sends no ONACTION is asked for its time, at least and at most.
constexpr double kShortest = 0.001, kLongest = 0.1;

std::optional<wire::Packet> packet_of(const Heard& heard) {
  return heard.kind == Heard::Kind::packet ? wire::read_packet(heard.octets) : std::nullopt;
}

}  // namespace

Runner::Runner(Agent& agent, std::uint64_t seed, bool real_clock) : agent_(agent) {
  simulates_time_ = agent.session.has_turns() && agent.session.world_waits() && !real_clock;
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
  if (agent_.session.has_turns()) {
    agent_.session.later(wire::TurnHello{});
    agent_.session.flush();
  }
  while (!agent_.session.is_lost()) {
    auto patience = acts_by_timer_ ? act_by_timer() : wire::Stream::kForever;
    if (agent_.services.has_connections()) {
      hear_services();
      if (agent_.session.waits_at() >= 0) agent_.services.wait(agent_.session.waits_at(), patience);
      patience = wire::Stream::Patience(0);
    }
    Heard heard = agent_.session.hear(patience);
    if (heard.kind != Heard::Kind::nothing) hear(std::move(heard));
  }
}

void Runner::hear_services() {
  for (const Services::Message& one : agent_.services.take_messages()) handlers_->message(one.from, one.text);
  agent_.session.flush();
}

void Runner::hear(Heard heard) {
  if (start_or_stop(heard)) return;
  if (!agent_.session.has_turns()) {
    handlers_->hear(heard);
    agent_.session.flush();
    return;
  }
  const auto packet = packet_of(heard);
  wire::TurnEnds ends;
  if (packet && packet->head.type == wire::PacketType::turn_ends && wire::read_data(packet->data, ends))
    turn(ends.turn, ends.time);
  else
    turn_.push_back(std::move(heard));
}

void Runner::turn(std::uint32_t number, double time) {
  agent_.now = time;
  agent_.sim_state = Controller::SIM_RUNNING;
  turn_number_ = number;
  SimulatedTime::instance().set_now(time);
  std::vector<Heard> heard;
  heard.swap(turn_);
  for (const Heard& one : heard) {
    if (agent_.session.is_lost()) return;
    handlers_->hear(one);
  }
  agent_.session.later(wire::TurnDone{.turn = number, .time = handlers_->wish()});
  agent_.session.flush();
  heard.clear();
  if (turn_.empty()) turn_.swap(heard);
}

std::optional<double> Runner::wait_for_world(double until) {
  Session& session = agent_.session;
  session.collect();
  session.later(wire::TurnWait{.turn = turn_number_, .time = until});
  if (!session.flush()) return {};
  const auto packet = session.more(wire::PacketType::turn_go_on, wire::Stream::kForever);
  wire::TurnGoOn go_on;
  if (!packet || !wire::read_data(packet->data, go_on)) return {};
  return agent_.now = go_on.time;
}

bool Runner::start_or_stop(const Heard& heard) {
  if (heard.kind != Heard::Kind::raw) return false;
  const wire::Raw raw = wire::read_raw(heard.octets);
  if (raw.code == static_cast<std::uint16_t>(wire::RawToController::stop_sim)) {
    agent_.sim_state = Controller::SIM_STOPPED;
    acts_by_timer_ = false;
    return true;
  }
  if (raw.code != static_cast<std::uint16_t>(wire::RawToController::start_sim)) return false;
  wire::RawReader body(raw.body);
  const double time = body.real();
  if (body.is_good()) agent_.now = time;
  agent_.sim_state = Controller::SIM_RUNNING;
  if (agent_.session.has_turns()) return true;
  // It goes on after a stop; onInit is for the beginning.
  if (agent_.now == 0.0 || !has_begun_) handlers_->init();
  has_begun_ = true;
  acts_by_timer_ = true;
  agent_.session.flush();
  return true;
}

wire::Stream::Patience Runner::act_by_timer() {
  if (const auto octets = agent_.session.ask({.code = wire::RawCode::sim_time}, kReal)) {
    agent_.now = wire::RawReader(*octets).real();
    handlers_->action(agent_.now);
    agent_.session.flush();
  }
  const double wait = std::clamp(handlers_->wish() - agent_.now, kShortest, kLongest);
  return wire::Stream::Patience(static_cast<int>(wait * 1000));
}

}  // namespace sigverse
