// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/sig_gateway.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spark/core/core.h"
#include "spark/net/loop.h"
#include "spark/sim/run_control.h"

namespace sigverse {

using namespace spark;

/// Controllers ask for what they want to know.
class SigGateway::NoPercepts final : public PerceptWriter {
 public:
  void begin(std::string_view) override {}
  void end() override {}
  void real(double, Unit) override {}
  void integer(std::int64_t, Unit) override {}
  void text(std::string_view) override {}
};

SigGateway::SigGateway(SigOptions options, SimWorld& world, RunEnd& end, GatewayContext& context)
    : options_(std::move(options)),
      world_(world),
      end_(end),
      loop_(context.loop),
      clock_(context.core.clock),
      log_(context.core.log),
      control_(context.run_control),
      seats_(seats_of(world)),
      run_(context.run_control, log_),
      controllers_(world, seats_, context),
      sessions_(options_.address, options_.port, loop_, log_),
      turns_({world, clock_, run_, seats_, options_, log_},
             {.foreign =
                  [this](AgentSeat& seat) {
                    seat.is_ready = true;
                    listener_->agent_ready(seat.id());
                  },
              .ended =
                  [this](AgentSeat& seat) {
                    ++seat.statistics.counts.acts;
                    listener_->agent_acted(seat.id(), clock_.now(), std::string_view());
                  },
              .hung = [this](AgentSeat& seat, const std::string& why) { lose(seat, why); }}),
      post_(seats_, sessions_, turns_, options_.forward_timeout, log_),
      desk_({world, options_, loop_.clock(), log_, run_, seats_, sessions_, turns_, post_}),
      channels_(seats_.size(), nullptr),
      deserted_(seats_.size()),
      no_percepts_(std::make_unique<NoPercepts>()) {}

SigGateway::~SigGateway() {
  shut_down(std::chrono::milliseconds(0));
}

Seats SigGateway::seats_of(const SimWorld& world) {
  Seats seats;
  for (SimObj* object : world.objects())
    if (object->is_agent()) seats.push_back(std::make_unique<AgentSeat>(*object));
  return seats;
}

std::string SigGateway::notice() const {
  return fmt::format("sigverse port {}", port());
}

void SigGateway::begin() {
  if (!options_.auto_start) control_.pause();
}

void SigGateway::start(AgentId agent, const std::string& type) {
  AgentSeat* seat = find_seat(seats_, type);
  if (!seat) throw std::runtime_error(fmt::format("the world has no agent '{}'", type));
  const std::size_t number = number_of(*seat);
  auto started = controllers_.start(*seat, agent);
  seat->take(agent);
  auto channel = std::make_unique<PipeChannel>(fmt::format("agent {}", agent), std::move(started.from_program),
                                               std::move(started.to_program), pipes_, number);
  channels_[number] = channel.get();
  sessions_.add(std::move(channel), seat);
}

std::optional<AgentTiming> SigGateway::timing(AgentId) const {
  return AgentTiming{.sense_interval = 1, .sense_latency = 0, .action_latency = 0};
}

PerceptWriter& SigGateway::begin_sensation(AgentId, Step, Step) {
  return *no_percepts_;
}

void SigGateway::end_sensation(AgentId, Step) {}

void SigGateway::expect_sensation(AgentId, Step) {}

/// A reset puts a second round into a step: then this goes back from the next step to the present one, which has been
/// nobody's past yet.
Step SigGateway::earliest_act(AgentId agent) const {
  const AgentSeat* seat = find_seat(seats_, agent);
  return seat && seat->waits && turns_.is_round() ? clock_.now() : clock_.now() + 1;
}

bool SigGateway::wait_no_longer(AgentId agent) {
  AgentSeat* seat = find_seat(seats_, agent);
  if (!seat || seat->program) return false;
  seat->waits = false;
  return true;
}

std::optional<AgentReport> SigGateway::report(AgentId agent) const {
  const AgentSeat* seat = find_seat(seats_, agent);
  if (!seat) return std::nullopt;
  return seat->statistics.report();
}

}  // namespace sigverse
