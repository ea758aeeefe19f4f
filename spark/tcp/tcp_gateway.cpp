// SPDX-License-Identifier: Apache-2.0
#include "spark/tcp/tcp_gateway.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace spark {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::uint64_t kPortKey = ~std::uint64_t{0};
constexpr std::size_t kReadAtOnce = 64 * 1024;
/// Then those who are connected get their turn.
constexpr int kMostAcceptedAtOnce = 16;
constexpr milliseconds kAcceptAgainAfter{200};
/// How long those who have been told that the match is over may take to hang up.
constexpr milliseconds kFarewell{500};
constexpr const char* kPortLabel = "agent port";

}  // namespace

TcpGateway::TcpGateway(Options options, const Clock& clock, Log& log)
    : options_(std::move(options)),
      clock_(clock),
      log_(log),
      port_(options_.address, options_.port),
      input_(kReadAtOnce) {
  polls_.add(port_.descriptor(), EPOLLIN, kPortKey);
}

TcpGateway::~TcpGateway() {
  shut_down(milliseconds(0));
}

TcpAgent* TcpGateway::find(AgentId agent) const {
  const auto place = static_cast<std::size_t>(agent);
  return agent >= 0 && place < agents_.size() ? agents_[place].get() : nullptr;
}

void TcpGateway::start(AgentId, const std::string& type) {
  throw std::runtime_error(fmt::format("agents of type '{}' connect by themselves", type));
}

void TcpGateway::receive(AgentGatewayListener& listener) {
  for (const epoll_event& event : polls_.wait(milliseconds(0))) {
    if (event.data.u64 == kPortKey) {
      accept_all(listener, steady_clock::now());
    } else if (TcpAgent* agent = find(static_cast<AgentId>(event.data.u64))) {
      agent->read(input_, listener);
    }
  }
  // Only now: an answer that was there is no missing one, however late it is looked for.
  const RealTime now = steady_clock::now();
  for (std::size_t i = 0; i < connected_.size(); ++i) {
    TcpAgent& agent = *agents_[static_cast<std::size_t>(connected_[i])];
    if (!agent.is_closed() && agent.loss().empty()) agent.attend(clock_.now(), now);
    if (agent.is_deaf()) agent.read(input_, listener);
    if (agent.is_closed()) continue;
    if (const std::string reason = agent.loss(); !reason.empty()) {
      end(agent);
      listener.agent_lost(agent.id(), reason);
    }
  }
  forget_closed();
  if (accept_again_ && now >= *accept_again_) watch_port(now);
}

void TcpGateway::watch_port(RealTime now) {
  try {
    polls_.add(port_.descriptor(), EPOLLIN, kPortKey);
    accept_again_.reset();
  } catch (const std::runtime_error&) {
    accept_again_ = now + kAcceptAgainAfter;
  }
}

void TcpGateway::accept_all(AgentGatewayListener& listener, RealTime now) {
  for (int i = 0; i < kMostAcceptedAtOnce; ++i) {
    int error = 0;
    Descriptor socket = port_.accept(error);
    if (error != 0) {
      log_.complain(kPortLabel, "cannot accept an agent: {}", std::strerror(error));
      polls_.remove(port_.descriptor());
      accept_again_ = now + kAcceptAgainAfter;
    }
    if (!socket) return;
    if (connected_.size() >= kMostConnections)
      log_.complain(kPortLabel, "an agent refused, {} are connected", kMostConnections);
    else
      take_in(std::move(socket), listener);
  }
}

void TcpGateway::take_in(Descriptor socket, AgentGatewayListener& listener) {
  const auto id = listener.agent_arrived(kType);
  if (!id) return log_.complain(kPortLabel, "an agent refused, there have been too many");
  std::unique_ptr<AnswerTimes> times;
  if (options_.sync)
    times = std::make_unique<WaitedTimes>(clock_, options_.sync_timeout);
  else
    times = std::make_unique<PresentTimes>(clock_);
  const auto place = static_cast<std::size_t>(*id);
  if (agents_.size() <= place) agents_.resize(place + 1);
  agents_[place] = std::make_unique<TcpAgent>(*id, std::move(socket), std::move(times), log_);
  connected_.push_back(*id);
  try {
    polls_.add(agents_[place]->descriptor(), EPOLLIN, static_cast<std::uint64_t>(*id));
  } catch (const std::runtime_error& error) {
    agents_[place]->give_up(error.what());
  }
  listener.agent_ready(*id);
}

void TcpGateway::end(TcpAgent& agent) {
  polls_.remove(agent.descriptor());
  agent.close();
}

void TcpGateway::forget_closed() {
  std::erase_if(connected_, [&](AgentId id) { return find(id)->is_closed(); });
}

PerceptWriter& TcpGateway::begin_sensation(AgentId, Step, Step arrival) {
  arrival_ = arrival;
  FrameWriter::begin(frame_);
  return writer_.emplace(frame_);
}

void TcpGateway::end_sensation(AgentId id, Step next_arrival) {
  FrameWriter::finish_bare(frame_);
  if (TcpAgent* agent = find(id); agent && !agent->is_closed()) agent->add_sensation(frame_, arrival_, next_arrival);
}

void TcpGateway::expect_sensation(AgentId id, Step arrival) {
  if (TcpAgent* agent = find(id)) agent->expect_sensation(arrival);
}

Step TcpGateway::earliest_act(AgentId id) const {
  const TcpAgent* agent = find(id);
  return agent ? agent->earliest_act() : 0;
}

std::optional<AgentReport> TcpGateway::report(AgentId id) const {
  const TcpAgent* agent = find(id);
  if (!agent) return std::nullopt;
  return agent->report();
}

void TcpGateway::drop(AgentId id) {
  if (TcpAgent* agent = find(id); agent && !agent->is_closed()) end(*agent);
}

/// Says so to all and waits a little for them to hang up: whoever closes first loses what the other still says, and the
/// other gets an error instead of an end.
void TcpGateway::shut_down(milliseconds patience) {
  if (!accept_again_ && port_.descriptor() >= 0) polls_.remove(port_.descriptor());
  accept_again_.reset();
  port_.close();
  forget_closed();
  for (const AgentId id : connected_) find(id)->finish();
  const RealTime limit = steady_clock::now() + std::min(patience, kFarewell);
  while (!connected_.empty()) {
    const auto left = std::chrono::ceil<milliseconds>(limit - steady_clock::now());
    if (left <= milliseconds(0)) break;
    for (const epoll_event& event : polls_.wait(left)) {
      TcpAgent* agent = find(static_cast<AgentId>(event.data.u64));
      if (agent && !agent->is_closed() && !agent->discard(input_)) end(*agent);
    }
    forget_closed();
  }
  for (const AgentId id : connected_) end(*find(id));
  connected_.clear();
}

}  // namespace spark
