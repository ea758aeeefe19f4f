// SPDX-License-Identifier: Apache-2.0
#include "gateways/tcp/tcp_gateway.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "spark/net/connection.h"
#include "spark/net/loop.h"
#include "spark/net/socket.h"

namespace tcp {

using namespace spark;
namespace {

using std::chrono::milliseconds;

/// How long agents may take to close their connections when the match is over.
constexpr milliseconds kFarewell{500};
constexpr const char* kPortLabel = "agent port";
constexpr const char* kQueueLabel = "queue of the agent port";
/// What the system keeps for one who does not read; its default grows to megabytes. A host that has vanished is noticed
/// after half a minute.
constexpr net::Connection::Options kConnection{
    .max_input = 64 * 1024, .system_buffer = 256 * 1024, .silence = net::KeepAlive{}};

}  // namespace

TcpGateway::TcpGateway(Options options, net::Loop& loop, const Clock& clock, Log& log)
    : options_(std::move(options)),
      clock_(clock),
      log_(log),
      loop_(loop),
      port_(loop, options_.address, options_.port, {kPortLabel, "an agent"}, log) {
  port_.start([this](net::Socket socket, const std::string& peer) { accept(std::move(socket), peer); });
}

TcpGateway::~TcpGateway() {
  shut_down(milliseconds(0));
}

TcpAgent* TcpGateway::find(AgentId agent) const {
  const auto place = static_cast<std::size_t>(agent);
  return agent >= 0 && place < agents_.size() ? agents_[place].get() : nullptr;
}

std::string TcpGateway::notice() const {
  return options_.port == 0 ? fmt::format("agent port {}", port()) : std::string();
}

void TcpGateway::start(AgentId, const std::string& type) {
  throw std::runtime_error(fmt::format("agents of type '{}' are not started, they connect", type));
}

void TcpGateway::receive(AgentGatewayListener& listener) {
  if (!held_.empty() && may_hold_more()) return;
  send_held();
  loop_.poll();
  for (const auto& guest : guests_) guest->read(listener);
  for (const AgentId id : connected_) find(id)->read(listener);
  // Only now: an answer that was there is no missing one, however late it is looked for.
  const RealTime now = loop_.now();
  attend_guests(listener, now);
  attend_agents(listener, now);
}

bool TcpGateway::has_news() const {
  return std::ranges::any_of(connected_, [this](AgentId id) { return find(id)->has_more(); }) ||
         std::ranges::any_of(guests_, [](const auto& guest) { return guest->has_more(); });
}

void TcpGateway::attend_agents(AgentGatewayListener& listener, RealTime now) {
  for (std::size_t i = 0; i < connected_.size(); ++i) {
    TcpAgent& agent = *agents_[static_cast<std::size_t>(connected_[i])];
    if (!agent.is_closed() && agent.loss().empty()) agent.attend(clock_.now(), now);
    agent.take_held(listener);
    if (agent.is_deaf()) agent.read(listener);
    if (agent.is_closed()) continue;
    if (const std::string reason = agent.loss(); !reason.empty()) {
      agent.close();
      listener.agent_lost(agent.id(), reason);
    }
  }
  forget_closed();
}

/// Lets guests join that have answered, and disconnects those that will not.
void TcpGateway::attend_guests(AgentGatewayListener& listener, RealTime now) {
  std::erase_if(guests_, [&](const auto& guest) { return is_over(*guest, now); });
  while (!guests_.empty() && guests_.front()->has_answered()) {
    if (!may_join()) return drop_departed_guests();
    std::unique_ptr<TcpAgent> guest = std::move(guests_.front());
    guests_.pop_front();
    join(std::move(guest), listener);
  }
}

/// Those who have hung up while they waited for their turn.
void TcpGateway::drop_departed_guests() {
  std::erase_if(guests_, [this](const auto& guest) {
    const bool is_gone = guest->has_answered() && guest->has_hung_up();
    if (is_gone) log_.complain(kQueueLabel, "{} has hung up before its turn to join", guest->peer());
    return is_gone;
  });
}

/// Takes a turn of those that there are by simulated time, which is what a crowd of new bodies would slow down.
bool TcpGateway::may_join() {
  if (options_.limits.arrivals == 0) return true;
  const Step now = clock_.now();
  const double seconds = static_cast<double>(now - std::exchange(counted_at_, now)) * clock_.step_seconds();
  may_join_ = std::min(may_join_ + seconds * options_.limits.arrivals, InputLimits::kArrivalsAtOnce);
  const bool may = may_join_ >= 1;
  if (may)
    --may_join_;
  else if (!some_wait_)
    log_.complain(kPortLabel, "more than {} agents per second want to join, the others wait for their turn",
                  options_.limits.arrivals);
  some_wait_ = !may;
  return may;
}

bool TcpGateway::is_over(const TcpAgent& guest, RealTime now) {
  if (guest.has_answered()) return false;
  if (const std::string reason = guest.loss(); !reason.empty()) {
    if (guest.has_spoken()) log_.complain(kPortLabel, "a client {}", reason);
    return true;
  }
  if (now - guest.greeted() < options_.limits.first_message) return false;
  log_.complain(kPortLabel, "a client has not answered the first sensation within {} s, disconnected",
                std::chrono::duration<double>(options_.limits.first_message).count());
  return true;
}

void TcpGateway::accept(net::Socket socket, const std::string& peer) {
  if (connected_.size() >= kMaxConnections)
    return log_.complain(kPortLabel, "an agent refused, {} are connected already", kMaxConnections);
  // The guest that has been silent longest makes room: agents answer at once. Those in the middle of their answer are
  // the last to go, so that a crowd does not drive out who is about to join.
  if (guests_.size() >= kMaxGuests) {
    auto silent = std::ranges::find_if(guests_, [](const auto& guest) { return !guest->has_spoken(); });
    if (silent == guests_.end())
      silent = std::ranges::find_if(guests_, [](const auto& guest) { return !guest->has_answered(); });
    if (silent == guests_.end())
      return log_.complain(kPortLabel, "a client refused, {} others wait for their turn to join", kMaxGuests);
    log_.complain(kPortLabel, "{} clients have connected and not answered, the first of them is disconnected",
                  kMaxGuests);
    guests_.erase(silent);
  }
  std::unique_ptr<AnswerTimes> times;
  if (options_.sync)
    times = std::make_unique<WaitedTimes>(clock_, options_.sync_timeout);
  else
    times = std::make_unique<PresentTimes>(clock_, options_.limits);
  auto connection = std::make_shared<net::Connection>(std::move(socket), peer, kConnection);
  guests_.push_back(std::make_unique<TcpAgent>(std::move(connection), std::move(times), options_.limits, loop_, log_));
  guests_.back()->greet(first_sensation(), loop_.now());
}

void TcpGateway::join(std::unique_ptr<TcpAgent> guest, AgentGatewayListener& listener) {
  if (connected_.size() >= kMaxConnections)
    return log_.complain(kPortLabel, "an agent refused, {} are connected already", kMaxConnections);
  const auto id = listener.agent_arrived(kType);
  if (!id) return log_.complain(kPortLabel, "an agent refused, there have been too many");
  const auto place = static_cast<std::size_t>(*id);
  if (agents_.size() <= place) agents_.resize(place + 1);
  guest->join(*id);
  agents_[place] = std::move(guest);
  connected_.push_back(*id);
  listener.agent_ready(*id);
}

/// Of those who come and go all day little may stay.
void TcpGateway::forget_closed() {
  std::erase_if(connected_, [&](AgentId id) {
    const TcpAgent& agent = *find(id);
    if (!agent.is_closed()) return false;
    gone_.emplace(id, Gone{agent.report(), agent.earliest_act()});
    agents_[static_cast<std::size_t>(id)].reset();
    return true;
  });
}

const TcpGateway::Gone* TcpGateway::find_gone(AgentId agent) const {
  const auto found = gone_.find(agent);
  return found == gone_.end() ? nullptr : &found->second;
}

void TcpGateway::expect_sensation(AgentId id, Step arrival) {
  if (TcpAgent* agent = find(id)) agent->expect_sensation(arrival);
}

Step TcpGateway::earliest_act(AgentId id) const {
  if (const TcpAgent* agent = find(id)) return agent->earliest_act();
  const Gone* gone = find_gone(id);
  return gone ? gone->earliest_act : 0;
}

bool TcpGateway::wait_no_longer(AgentId id) {
  if (TcpAgent* agent = find(id)) {
    agent->wait_no_longer();
    return true;
  }
  return find_gone(id) != nullptr;
}

std::optional<AgentReport> TcpGateway::report(AgentId id) const {
  if (const TcpAgent* agent = find(id)) return agent->report();
  if (const Gone* gone = find_gone(id)) return gone->report;
  return std::nullopt;
}

void TcpGateway::drop(AgentId id) {
  if (TcpAgent* agent = find(id); agent && !agent->is_closed()) agent->close();
}

/// Says so to all and waits a little for them to hang up: whoever closes first loses what the other still says, and the
/// other gets an error instead of an end.
void TcpGateway::shut_down(milliseconds patience) {
  send_held();
  port_.close();
  guests_.clear();
  forget_closed();
  for (const AgentId id : connected_) find(id)->finish();
  const RealTime limit = loop_.now() + std::min(patience, kFarewell);
  while (true) {
    for (const AgentId id : connected_)
      if (TcpAgent& agent = *find(id); !agent.discard()) agent.close();
    forget_closed();
    const auto left = limit - loop_.now();
    if (connected_.empty() || left <= milliseconds(0)) break;
    loop_.wait(left);
  }
  for (const AgentId id : connected_) find(id)->close();
  connected_.clear();
}

}  // namespace tcp
