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
/// Guests have keys beyond the number of any agent.
constexpr std::uint64_t kFirstGuestKey = std::uint64_t{1} << 32;
constexpr std::size_t kReadAtOnce = 64 * 1024;
/// Then those who are connected get their turn.
constexpr int kMaxAcceptedAtOnce = 16;
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
    const std::uint64_t key = event.data.u64;
    if (key == kPortKey) {
      accept_all(steady_clock::now());
    } else if (key >= kFirstGuestKey) {
      const auto guest = std::ranges::find(guests_, key, &Guest::key);
      if (guest != guests_.end()) read(*guest->agent, key, listener);
    } else if (TcpAgent* agent = find(static_cast<AgentId>(key)); agent && !agent->is_closed()) {
      read(*agent, key, listener);
    }
  }
  // Only now: an answer that was there is no missing one, however late it is looked for.
  const RealTime now = steady_clock::now();
  attend_guests(listener, now);
  attend_agents(listener, now);
  if (accept_again_ && now >= *accept_again_) watch_port(now);
}

/// Reads, and stops to watch a socket from which nothing can be taken for now.
void TcpGateway::read(TcpAgent& agent, std::uint64_t key, AgentGatewayListener& listener) {
  agent.read(input_, listener);
  watch(agent, key);
}

void TcpGateway::watch(TcpAgent& agent, std::uint64_t key) {
  if (agent.is_closed() || agent.is_watched() == agent.wants_to_read()) return;
  agent.set_watched(agent.wants_to_read());
  if (!agent.is_watched()) return polls_.remove(agent.descriptor());
  try {
    polls_.add(agent.descriptor(), EPOLLIN, key);
  } catch (const std::runtime_error& error) {
    agent.set_watched(false);
    agent.give_up(error.what());
  }
}

void TcpGateway::attend_agents(AgentGatewayListener& listener, RealTime now) {
  for (std::size_t i = 0; i < connected_.size(); ++i) {
    TcpAgent& agent = *agents_[static_cast<std::size_t>(connected_[i])];
    if (!agent.is_closed() && agent.loss().empty()) agent.attend(clock_.now(), now);
    agent.take_held(listener);
    if (agent.is_deaf()) agent.read(input_, listener);
    if (agent.is_closed()) continue;
    watch(agent, static_cast<std::uint64_t>(agent.id()));
    if (const std::string reason = agent.loss(); !reason.empty()) {
      end(agent);
      listener.agent_lost(agent.id(), reason);
    }
  }
  forget_closed();
}

/// Lets those join who have answered, and sends away those who will not.
void TcpGateway::attend_guests(AgentGatewayListener& listener, RealTime now) {
  std::erase_if(guests_, [&](Guest& guest) {
    if (!is_over(*guest.agent, now)) return false;
    end(*guest.agent);
    return true;
  });
  while (!guests_.empty() && guests_.front().agent->has_answered()) {
    std::unique_ptr<TcpAgent> guest = std::move(guests_.front().agent);
    guests_.pop_front();
    join(std::move(guest), listener);
  }
}

bool TcpGateway::is_over(const TcpAgent& guest, RealTime now) {
  if (guest.has_answered()) return false;
  if (const std::string reason = guest.loss(); !reason.empty()) {
    if (guest.has_spoken()) log_.complain(kPortLabel, "someone who has connected {}", reason);
    return true;
  }
  if (now - guest.greeted() < options_.guest_patience) return false;
  log_.complain(kPortLabel, "someone who has connected has not answered the first sensation within {} s, disconnected",
                std::chrono::duration<double>(options_.guest_patience).count());
  return true;
}

void TcpGateway::watch_port(RealTime now) {
  try {
    polls_.add(port_.descriptor(), EPOLLIN, kPortKey);
    accept_again_.reset();
  } catch (const std::runtime_error&) {
    accept_again_ = now + kAcceptAgainAfter;
  }
}

void TcpGateway::accept_all(RealTime now) {
  for (int i = 0; i < kMaxAcceptedAtOnce; ++i) {
    int error = 0;
    Descriptor socket = port_.accept(error);
    if (error != 0) {
      log_.complain(kPortLabel, "cannot accept an agent: {}", std::strerror(error));
      polls_.remove(port_.descriptor());
      accept_again_ = now + kAcceptAgainAfter;
    }
    if (!socket) return;
    if (connected_.size() >= kMaxConnections)
      log_.complain(kPortLabel, "an agent refused, {} are connected", kMaxConnections);
    else
      take_in(std::move(socket), now);
  }
}

void TcpGateway::take_in(Descriptor socket, RealTime now) {
  // Whoever has kept silent longest makes room: agents answer at once.
  if (guests_.size() >= kMaxGuests) {
    const auto silent = std::ranges::find_if(guests_, [](const Guest& guest) { return !guest.agent->has_answered(); });
    if (silent == guests_.end()) return;
    log_.complain(kPortLabel, "{} have connected and not answered, the first of them is disconnected", kMaxGuests);
    end(*silent->agent);
    guests_.erase(silent);
  }
  std::unique_ptr<AnswerTimes> times;
  if (options_.sync)
    times = std::make_unique<WaitedTimes>(clock_, options_.sync_timeout);
  else
    times = std::make_unique<PresentTimes>(clock_);
  const std::uint64_t key = kFirstGuestKey + next_guest_++;
  Guest& guest = guests_.emplace_back(key, std::make_unique<TcpAgent>(std::move(socket), std::move(times), log_));
  guest.agent->greet(now);
  watch(*guest.agent, key);
}

void TcpGateway::join(std::unique_ptr<TcpAgent> guest, AgentGatewayListener& listener) {
  if (connected_.size() >= kMaxConnections)
    return log_.complain(kPortLabel, "an agent refused, {} are connected", kMaxConnections);
  const auto id = listener.agent_arrived(kType);
  if (!id) return log_.complain(kPortLabel, "an agent refused, there have been too many");
  const auto place = static_cast<std::size_t>(*id);
  if (agents_.size() <= place) agents_.resize(place + 1);
  guest->join(*id);
  agents_[place] = std::move(guest);
  connected_.push_back(*id);
  listener.agent_ready(*id);
}

void TcpGateway::end(TcpAgent& agent) {
  if (agent.is_watched()) polls_.remove(agent.descriptor());
  agent.set_watched(false);
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

bool TcpGateway::wait_no_longer(AgentId id) {
  TcpAgent* agent = find(id);
  if (agent) agent->wait_no_longer();
  return agent != nullptr;
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
  for (Guest& guest : guests_) end(*guest.agent);
  guests_.clear();
  forget_closed();
  for (const AgentId id : connected_) {
    TcpAgent& agent = *find(id);
    agent.finish();
    if (agent.is_watched()) continue;
    polls_.add(agent.descriptor(), EPOLLIN, static_cast<std::uint64_t>(id));  // something of it was waiting
    agent.set_watched(true);
  }
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
