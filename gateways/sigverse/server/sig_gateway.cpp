// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/sig_gateway.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spark/core/core.h"
#include "spark/net/loop.h"
#include "spark/sim/run_control.h"

namespace sigverse::server {

namespace {

/// Real time that a controller may keep running after it has closed its pipes.
constexpr std::chrono::seconds kTimeToEnd{1};
/// Turns in one `receive` before the rest of the simulation runs.
constexpr std::size_t kTurnsAtOnce = 200;

}  // namespace

/// Sensations have no percepts: controllers request what they need to know.
class SigGateway::NoPercepts final : public spark::PerceptWriter {
 public:
  void begin(std::string_view) override {}
  void end() override {}
  void real(double, spark::Unit) override {}
  void integer(std::int64_t, spark::Unit) override {}
  void text(std::string_view) override {}
};

SigGateway::SigGateway(SigOptions options, SimWorld& world, RunEnd& end, spark::GatewayContext& context)
    : options_(std::move(options)),
      end_(end),
      loop_(context.loop),
      clock_(context.core.clock),
      log_(context.core.log),
      control_(context.run_control),
      slots_(slots_of(world)),
      run_(context.run_control, log_),
      controllers_(world, slots_, context),
      sessions_(options_.address, options_.port, loop_, log_),
      turns_({world, clock_, run_, slots_, options_, log_},
             {.foreign =
                  [this](ControllerSlot& slot) {
                    slot.is_ready = true;
                    listener_->agent_ready(slot.id());
                  },
              .ended =
                  [this](ControllerSlot& slot) {
                    ++slot.statistics.counts.acts;
                    listener_->agent_acted(slot.id(), clock_.now(), std::string_view());
                  },
              .hung = [this](ControllerSlot& slot, const std::string& why) { lose(slot, why); }}),
      services_(slots_, options_.own_eyes ? OwnViewer::kName : std::string_view(), log_),
      registry_(slots_, sessions_, loop_, log_, options_.ping_timeout),
      router_(slots_, sessions_, services_, turns_, registry_, options_.forward_timeout, log_),
      dispatcher_({world, options_, loop_, log_, run_, slots_, sessions_, services_, turns_, router_, registry_}),
      channels_(slots_.size(), nullptr),
      pipes_closed_at_(slots_.size()),
      no_percepts_(std::make_unique<NoPercepts>()) {}

SigGateway::~SigGateway() {
  shut_down(std::chrono::milliseconds(0));
}

ControllerSlots SigGateway::slots_of(const SimWorld& world) {
  ControllerSlots slots;
  for (SimObj* object : world.objects())
    if (object->is_agent()) slots.push_back(std::make_unique<ControllerSlot>(*object));
  return slots;
}

spark::GatewayTraits SigGateway::traits() {
  spark::GatewayTraits traits;
  traits.notices = {fmt::format("sigverse port {}", port())};
  traits.own_types = traits.own_agents = controllers_.names();
  traits.takes_arrivals = true;
  traits.wants_real_time = true;
  traits.beyond_acts = {"requests of SIGVerse"};
  traits.poll_descriptor = pipes_.descriptor();
  return traits;
}

void SigGateway::begin() {
  if (!options_.auto_start) control_.pause();
}

spark::AgentGateway::Coming SigGateway::start(spark::AgentId agent, const std::string& type) {
  ControllerSlot* slot = find_slot(slots_, type);
  if (!slot) throw std::runtime_error(fmt::format("the world has no agent '{}'", type));
  const std::size_t number = number_of(*slot);
  auto started = controllers_.start(*slot, agent);
  slot->take(agent);
  auto channel = std::make_unique<PipeChannel>(fmt::format("agent {}", agent), std::move(started.from_program),
                                               std::move(started.to_program), pipes_, number);
  channels_[number] = channel.get();
  sessions_.add(std::move(channel), slot);
  return Coming::started;
}

std::optional<spark::AgentTiming> SigGateway::timing(spark::AgentId) const {
  return spark::AgentTiming{.sense_interval = 1, .sense_latency = 0, .action_latency = 0};
}

spark::PerceptWriter& SigGateway::begin_sensation(spark::AgentId, spark::Step, spark::Step) {
  return *no_percepts_;
}

void SigGateway::end_sensation(spark::AgentId, spark::Step) {}

void SigGateway::expect_sensation(spark::AgentId, spark::Step) {}

/// A reset causes a second round in the same step. In that case this returns the present step, which is not yet over
/// for any agent, instead of the next one.
spark::Step SigGateway::earliest_act(spark::AgentId agent) const {
  const ControllerSlot* slot = find_slot(slots_, agent);
  return slot && slot->waits && turns_.is_round() ? clock_.now() : clock_.now() + 1;
}

bool SigGateway::wait_no_longer(spark::AgentId agent) {
  ControllerSlot* slot = find_slot(slots_, agent);
  if (!slot || slot->program) return false;
  slot->waits = false;
  return true;
}

std::optional<spark::AgentReport> SigGateway::report(spark::AgentId agent) const {
  const ControllerSlot* slot = find_slot(slots_, agent);
  if (!slot) return std::nullopt;
  return slot->statistics.report();
}

void SigGateway::receive(spark::AgentGatewayListener& listener) {
  listener_ = &listener;
  dispatcher_.set_listener(&listener);
  loop_.poll();
  read_pipes();
  process_input();
  for (std::size_t i = 0; i < kTurnsAtOnce && answers_at_once(); ++i) process_input();
  if (run_.wants_end()) end_.end();
  dispatcher_.set_listener(nullptr);
  listener_ = nullptr;
}

void SigGateway::process_input() {
  const Time now = loop_.now();
  registry_.attend(now);
  has_more_ = sessions_.read(dispatcher_, now);
  take_ended(now);
  sessions_.forget([&](Session& session) { session_ended(session, now); }, now);
  has_more_ = dispatcher_.attend(now) || has_more_;
  stop_without_pipes(now);
  follow_run(now);
  router_.attend(now);
}

/// Whether the controller whose turn it is has answered within the time that most controllers need. If so, the round
/// continues without a pass through the simulation's event loop, which costs more than a turn.
bool SigGateway::answers_at_once() {
  const ControllerSlot* slot = turns_.current();
  if (!slot) return false;
  PipeChannel* channel = channels_[number_of(*slot)];
  if (!channel) return false;
  const std::size_t before = channel->input().size();
  for (int i = spin_count_.next(); i > 0 && channel->input().size() == before && !channel->has_ended(); --i)
    channel->read();
  const bool found = channel->input().size() != before;
  spin_count_.report(found);
  return found;
}

void SigGateway::read_pipes() {
  for (const epoll_event& event : pipes_.wait(std::chrono::milliseconds(0))) {
    PipeChannel* channel = channels_[event.data.u64];
    if (!channel) continue;
    if ((event.events & EPOLLOUT) != 0) channel->flush();
    if ((event.events & ~static_cast<std::uint32_t>(EPOLLOUT)) != 0) channel->read();
  }
}

/// A restart is a reset and a start, and run state and turns have to see both.
void SigGateway::follow_run(Time now) {
  do {
    run_.follow();
    turns_.attend(now);
  } while (!run_.is_up_to_date());
}

/// Whatever a controller sent before it ended still counts.
void SigGateway::take_ended(Time now) {
  for (const Controllers::Ended& ended : controllers_.take_ended()) {
    ControllerSlot& slot = *ended.slot;
    for (const auto& session : sessions_.all()) {
      if (session->slot() != &slot || !session->was_started_here()) continue;
      while (!session->channel().has_ended() || !session->channel().input().empty()) {
        const std::size_t before = session->channel().input().size();
        session->channel().read();
        session->read(dispatcher_, now);
        if (session->is_over() || session->channel().input().size() == before) break;
      }
      session->end("");
    }
    if (run_.state() == RunState::State::loading && ended.end.exit_status && *ended.end.exit_status != 0)
      throw std::runtime_error(fmt::format("{}: its controller {}", spark::printable(slot.name()), ended.end.how));
    const spark::AgentId agent = slot.id();
    slot.leave();
    listener_->agent_lost(agent, ended.end.how);
  }
}

std::size_t SigGateway::number_of(const ControllerSlot& slot) const {
  const auto place = std::ranges::find_if(slots_, [&slot](const auto& each) { return each.get() == &slot; });
  return static_cast<std::size_t>(place - slots_.begin());
}

void SigGateway::session_ended(Session& session, Time now) {
  dispatcher_.forget(session);
  session.release(now);
  ControllerSlot* slot = session.slot();
  if (!slot) return;
  const std::size_t number = number_of(*slot);
  if (session.was_started_here()) channels_[number] = nullptr;
  if (slot->data == &session) slot->data = nullptr;
  const bool has_left = slot->command == &session;
  if (has_left) {
    slot->command = nullptr;
    if (slot->data) slot->data->end("");
  }
  if (slot->program && session.was_started_here()) {
    pipes_closed_at_[number] = now;  // its end will be reported
  } else if (has_left) {
    const spark::AgentId agent = slot->id();
    slot->leave();
    const std::string& why = session.reason_of_end();
    listener_->agent_lost(agent, why.empty() ? "closed its connection" : why);
  }
}

/// Stops controllers that have closed their pipes and keep running.
void SigGateway::stop_without_pipes(Time now) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!pipes_closed_at_[i]) continue;
    if (!slots_[i]->program) {
      pipes_closed_at_[i].reset();
    } else if (now - *pipes_closed_at_[i] >= kTimeToEnd) {
      controllers_.stop(*slots_[i], std::chrono::milliseconds(0));
      pipes_closed_at_[i].reset();
    }
  }
}

void SigGateway::lose(ControllerSlot& slot, std::string_view why) {
  const spark::AgentId agent = slot.id();
  listener_->agent_lost(agent, why);
  drop(agent);
}

void SigGateway::drop(spark::AgentId agent) {
  ControllerSlot* slot = find_slot(slots_, agent);
  if (!slot) return;
  controllers_.stop(*slot, std::chrono::milliseconds(0));
  for (const auto& session : sessions_.all())
    if (session->slot() == slot) session->end("");
  slot->leave();
}

/// Controllers end when their pipes close.
void SigGateway::shut_down(std::chrono::milliseconds timeout) {
  if (std::exchange(is_down_, true)) return;
  std::ranges::fill(channels_, nullptr);
  dispatcher_.shut_down();
  sessions_.close();
  if (timeout > std::chrono::milliseconds(0)) controllers_.wait(timeout);
  controllers_.end();
}

}  // namespace sigverse::server
