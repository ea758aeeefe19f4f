// SPDX-License-Identifier: Apache-2.0
#include "gateways/tcp/tcp_gateway.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "spark/net/big_endian.h"
#include "spark/net/connection.h"
#include "spark/net/frame_writer.h"
#include "spark/net/loop.h"
#include "spark/net/socket.h"

namespace tcp {

using namespace spark;
namespace {

using std::chrono::milliseconds;

/// The time for agents to close their connections when the match is over.
constexpr milliseconds kFarewell{500};
constexpr int kCountedApart = 22;  ///< agents of one address: as many as usually play
constexpr const char* kPortLabel = "agent port";
constexpr const char* kQueueLabel = "queue of the agent port";
/// The system's buffer for a peer that does not read; by default it grows to megabytes. A host that has vanished is
/// detected after half a minute.
constexpr net::Connection::Options kConnection{
    .max_input = 64 * 1024, .system_buffer = 256 * 1024, .silence = net::KeepAlive{}};

/// Sensations of half of the agents are sent together, or those of fewer agents after this many steps. Agents that
/// sense one after the other, as by default, get theirs later by half of the time for which the world can continue
/// without their answers: one half of the agents thinks while the sensations of the other half are generated. With few
/// agents, no sensation is held.
constexpr std::size_t kPartHeld = 2;
constexpr Step kMaxStepsHeld = 10;

/// Completes a frame. An agent without a body perceives nothing, and an empty message hangs clients whose read function
/// takes a count of 0 for "any number". So an empty frame gets the time, as a TimePerceptor writes it.
void finish(std::string& frame, const Clock& clock) {
  if (frame.size() == net::kFrameHead) {
    SexpPerceptWriter writer(frame);
    writer.begin("time");
    writer.field("now", clock.episode_seconds(), Unit::second);
    writer.end();
  }
  net::FrameWriter::finish_bare(frame);
}

}  // namespace

TcpGateway::TcpGateway(Options options, net::Loop& loop, const Clock& clock, Log& log, ProgramStarter* programs)
    : options_(std::move(options)), clock_(clock), log_(log), loop_(loop), programs_(programs) {
  const ConnectingType* at_main_port = nullptr;
  for (const ConnectingType& type : options_.types) {
    if (type.at_agent_port)
      at_main_port = &type;
    else if (type.coming == Coming::awaited || type.is_one_program)
      open_port(type.port, &type);
  }
  if (!options_.open) return;
  main_port_ = &open_port(options_.port, at_main_port);
  main_port_->is_open = true;
}

TcpGateway::~TcpGateway() {
  shut_down(milliseconds(0));
}

TcpAgent* TcpGateway::find(AgentId agent) const {
  return agent.index() < agents_.size() ? agents_[agent.index()].get() : nullptr;
}

GatewayTraits TcpGateway::traits() {
  GatewayTraits traits;
  if (std::string ports = chosen_ports(); !ports.empty()) traits.notices.push_back(std::move(ports));
  for (const ConnectingType& type : options_.types) traits.own_types.push_back(type.name);
  traits.takes_arrivals = main_port_ != nullptr;
  traits.wants_real_time = !options_.sync;
  return traits;
}

/// The ports that the system has chosen; the user already knows the others.
std::string TcpGateway::chosen_ports() const {
  std::string text = main_port_ && options_.port == 0 ? fmt::format("agent port {}", port()) : std::string();
  for (const auto& port : ports_)
    if (port->type && !port->is_open && port->type->coming == Coming::awaited && port->type->port == 0)
      text += fmt::format("{}agent port of {} {}", text.empty() ? "" : ", ", printable(port->type->name),
                          port->listener->port());
  return text;
}

TcpGateway::Port& TcpGateway::open_port(std::uint16_t number, const ConnectingType* type) {
  ports_.push_back(std::make_unique<Port>());
  Port& port = *ports_.back();
  port.type = type;
  port.listener = std::make_unique<net::Listener>(loop_, options_.address, number,
                                                  net::Listener::Names{kPortLabel, "an agent"}, log_);
  port.listener->start(
      [this, &port](net::Socket socket, const std::string& peer) { accept(std::move(socket), peer, port); });
  return port;
}

TcpGateway::Port* TcpGateway::port_of(const ConnectingType& type) const {
  const auto port = std::ranges::find_if(ports_, [&](const auto& one) { return one->type == &type; });
  return port == ports_.end() ? nullptr : port->get();
}

AgentGateway::Coming TcpGateway::start(AgentId agent, const std::string& type) {
  const auto known = std::ranges::find(options_.types, type, &ConnectingType::name);
  if (known == options_.types.end())
    throw std::runtime_error(fmt::format("agents of type '{}' are not started, they connect", type));
  const bool has_own_port = known->coming == Coming::connecting && !known->is_one_program;
  Port& port = has_own_port ? open_port(0, &*known) : *port_of(*known);
  port.expected.push_back(agent);
  if (known->coming == Coming::connecting && !port.has_program) start_program(port, agent);
  return known->coming;
}

namespace {

/// The address at which a program on this machine can reach a port.
std::string reachable(const std::string& address) {
  if (address == "0.0.0.0") return "127.0.0.1";
  return address == "::" ? "::1" : address;
}

std::string filled_in(std::string text, const std::vector<std::pair<std::string, std::string>>& values) {
  for (const auto& [name, value] : values) {
    const std::string place = "{" + name + "}";
    for (std::size_t at = text.find(place); at != text.npos; at = text.find(place, at + value.size()))
      text.replace(at, place.size(), value);
  }
  return text;
}

}  // namespace

void TcpGateway::start_program(Port& port, AgentId agent) {
  const int count = port.type->is_one_program ? port.type->count : 1;
  const std::vector<std::pair<std::string, std::string>> values{{"host", reachable(options_.address)},
                                                                {"port", std::to_string(port.listener->port())},
                                                                {"agents", std::to_string(count)}};
  ProgramOrder order = port.type->program;
  order.log_stem = fmt::format("agent{}", agent);
  for (std::string& argument : order.arguments) argument = filled_in(argument, values);
  order.environment = {
      {"RCSS_HOST", values[0].second}, {"RCSS_PORT", values[1].second}, {"RCSS_AGENTS", values[2].second}};
  port.program = programs_->start(order, *this).id;
  port.has_program = true;
}

void TcpGateway::program_ended(ProgramId program, const ProgramEnd& end) {
  const auto port = std::ranges::find_if(ports_, [&](const auto& one) { return one->program == program; });
  if (port == ports_.end()) return;
  (*port)->program.reset();
  if (!(*port)->expected.empty()) failed_.push_back({port->get(), end.how});
}

/// To be called when everything has been read that agents with earlier connections sent.
void TcpGateway::report_failed_programs(AgentGatewayListener& listener) {
  for (const Failed& failed : std::exchange(failed_, {})) {
    for (const AgentId id : std::exchange(failed.port->expected, {}))
      listener.agent_lost(id, fmt::format("has not connected: its program {}", failed.how));
    close_if_done(*failed.port);
  }
}

void TcpGateway::close_if_done(Port& port) {
  if (!port.is_open && port.expected.empty()) port.listener->close();
}

void TcpGateway::receive(AgentGatewayListener& listener) {
  if (!held_.empty() && may_hold_more()) return;
  send_held();
  loop_.poll();
  for (const Guest& guest : guests_) guest.agent->read(listener);
  for (const AgentId id : connected_) find(id)->read(listener);
  // Read only now, because an answer that has arrived is not missing, however late it is processed.
  const RealTime now = loop_.now();
  attend_guests(listener, now);
  attend_agents(listener, now);
  report_failed_programs(listener);
}

bool TcpGateway::has_pending() const {
  return !failed_.empty() || std::ranges::any_of(connected_, [this](AgentId id) { return find(id)->has_more(); }) ||
         std::ranges::any_of(guests_, [](const Guest& guest) { return guest.agent->has_more(); });
}

void TcpGateway::attend_agents(AgentGatewayListener& listener, RealTime now) {
  for (std::size_t i = 0; i < connected_.size(); ++i) {
    TcpAgent& agent = *agents_[connected_[i].index()];
    if (!agent.is_closed() && agent.loss().empty()) agent.attend(clock_.now(), now);
    agent.take_held(listener);
    if (agent.is_write_closed()) agent.read(listener);
    agent.notice_departure();
    if (agent.is_closed()) continue;
    if (const std::string reason = agent.loss(); !reason.empty()) {
      agent.close();
      listener.agent_lost(agent.id(), reason);
    }
  }
  forget_closed();
}

/// Lets guests that have answered join, and disconnects those that will not answer, in order at each port.
void TcpGateway::attend_guests(AgentGatewayListener& listener, RealTime now) {
  std::erase_if(guests_, [&](const Guest& guest) { return is_over(*guest.agent, now); });
  std::vector<const Port*> waiting;  // ports whose next guest cannot join yet
  bool lacks_turn = false;
  for (auto guest = guests_.begin(); guest != guests_.end();) {
    const bool is_next = std::ranges::find(waiting, guest->port) == waiting.end();
    const bool may = is_next && guest->agent->has_answered();
    if (may && (!guest->port->expected.empty() || may_join())) {
      Guest joining = std::move(*guest);
      guest = guests_.erase(guest);
      join(std::move(joining), listener);
      continue;
    }
    lacks_turn |= may;
    if (is_next) waiting.push_back(guest->port);
    ++guest;
  }
  if (lacks_turn) drop_departed_guests();
}

/// Removes guests that have disconnected while they waited to join.
void TcpGateway::drop_departed_guests() {
  std::erase_if(guests_, [this](const Guest& guest) {
    const bool is_gone = guest.agent->has_answered() && guest.agent->has_hung_up();
    if (is_gone) log_.complain(kQueueLabel, "{} disconnected before its turn to join", guest.agent->peer());
    return is_gone;
  });
}

/// Uses one of the turns for joining. They are granted by simulated time, because many new bodies slow the simulation
/// down.
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

void TcpGateway::accept(net::Socket socket, const std::string& peer, Port& port) {
  if (connected_.size() >= kMaxConnections)
    return log_.complain(kPortLabel, "an agent was refused: {} are already connected", kMaxConnections);
  if (guests_.size() >= kMaxGuests && !make_room_for(peer))
    return log_.complain(kPortLabel, "a client was refused: {} others wait for their turn to join", kMaxGuests);
  std::unique_ptr<AnswerTimes> times;
  if (options_.sync)
    times = std::make_unique<WaitedTimes>(clock_, options_.sync_timeout);
  else
    times = std::make_unique<PresentTimes>(clock_, options_.limits);
  auto connection = std::make_shared<net::Connection>(std::move(socket), peer, kConnection);
  guests_.push_back(
      {std::make_unique<TcpAgent>(std::move(connection), std::move(times), options_.limits, loop_, log_), &port});
  guests_.back().agent->greet(first_sensation(), loop_.now());
}

/// Removes a guest of the address that has the most guests: the one that has been silent longest, because agents answer
/// at once. Guests that have begun to answer are removed only if there are no silent ones, so that a crowd does not
/// expel one that is about to join. Guests that have answered come last, the latest first, and only for the sake of an
/// address that has fewer guests.
bool TcpGateway::make_room_for(const std::string& peer) {
  net::AddressCounts counts;
  for (const Guest& guest : guests_) counts.add(guest.agent->peer());
  const int most = counts.max();
  const auto first = [&](auto may_go) {
    return std::ranges::find_if(
        guests_, [&](const Guest& guest) { return counts.of(guest.agent->peer()) == most && may_go(*guest.agent); });
  };
  auto gone = first([](const TcpAgent& guest) { return !guest.has_spoken(); });
  if (gone == guests_.end()) gone = first([](const TcpAgent& guest) { return !guest.has_answered(); });
  if (gone != guests_.end()) {
    log_.complain(kPortLabel, "{} clients have connected and not answered, the first of them is disconnected",
                  kMaxGuests);
  } else {
    if (counts.of(peer) + 1 >= most) return false;
    while (counts.of((--gone)->agent->peer()) != most) {
    }
    log_.complain(kPortLabel, "{} clients from {} wait for their turn to join, the last of them is disconnected", most,
                  net::address_of(gone->agent->peer()));
  }
  guests_.erase(gone);
  return true;
}

void TcpGateway::join(Guest guest, AgentGatewayListener& listener) {
  Port& port = *guest.port;
  if (!port.is_open && port.expected.empty())
    return log_.complain(kPortLabel, "an agent was refused: all of type '{}' have connected",
                         printable(port.type->name));
  if (connected_.size() >= kMaxConnections)
    return log_.complain(kPortLabel, "an agent was refused: {} are already connected", kMaxConnections);
  std::optional<AgentId> id;
  if (port.expected.empty()) {
    id = listener.agent_arrived(kType);
    if (id) count_arrival(*id, guest.agent->peer());
  } else {
    id = port.expected.front();
    port.expected.pop_front();
    close_if_done(port);
  }
  if (!id) return log_.complain(kPortLabel, "an agent was refused: there have been too many");
  const auto place = id->index();
  if (agents_.size() <= place) agents_.resize(place + 1);
  guest.agent->join(*id);
  agents_[place] = std::move(guest.agent);
  connected_.push_back(*id);
  listener.agent_ready(*id);
}

/// The first agents of an address have complaints of their own; all later ones share theirs.
void TcpGateway::count_arrival(AgentId id, const std::string& peer) {
  arrivals_.add(peer);
  if (arrivals_.of(peer) > kCountedApart)
    log_.count_together(fmt::format("agent {}", id), fmt::format("later agents of {}", net::address_of(peer)));
}

/// Peers that come and go all day must not leave much behind here.
void TcpGateway::forget_closed() {
  std::erase_if(connected_, [&](AgentId id) {
    const TcpAgent& agent = *find(id);
    if (!agent.is_closed()) return false;
    gone_.emplace(id, Gone{agent.report(), agent.earliest_act()});
    agents_[id.index()].reset();
    return true;
  });
}

const TcpGateway::Gone* TcpGateway::find_gone(AgentId agent) const {
  const auto found = gone_.find(agent);
  return found == gone_.end() ? nullptr : &found->second;
}

std::string TcpGateway::first_sensation() const {
  std::string frame;
  net::FrameWriter::begin(frame);
  finish(frame, clock_);
  return frame;
}

PerceptWriter& TcpGateway::begin_sensation(AgentId, Step, Step arrival) {
  arrival_ = arrival;
  net::FrameWriter::begin(frame_);
  return writer_.emplace(frame_);
}

void TcpGateway::end_sensation(AgentId id, Step next_arrival) {
  finish(frame_, clock_);
  TcpAgent* agent = find(id);
  if (!agent || agent->is_closed()) return;
  agent->add_sensation(frame_, arrival_, next_arrival);
  if (!options_.sync) return;
  if (held_.empty()) held_since_ = clock_.now();
  held_.push_back(id);
  if (!may_hold_more()) send_held();
}

bool TcpGateway::may_hold_more() const {
  return held_.size() < connected_.size() / kPartHeld && clock_.now() - held_since_ < kMaxStepsHeld;
}

bool TcpGateway::send_held() {
  if (held_.empty()) return false;
  for (const AgentId id : held_)
    if (TcpAgent* agent = find(id); agent && !agent->is_closed()) agent->send_held();
  held_.clear();
  return true;
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
  for (const auto& port : ports_) {
    if (std::erase(port->expected, id) == 0) continue;
    close_if_done(*port);
    if (port->program && !port->type->is_one_program) programs_->stop(*port->program, kFarewell);
  }
}

/// Announces the end and waits briefly for peers to disconnect. If this side closed first, it would lose what the peer
/// still sends, and the peer would get an error instead of an end.
void TcpGateway::shut_down(milliseconds timeout) {
  send_held();
  for (const auto& port : ports_) port->listener->close();
  guests_.clear();
  forget_closed();
  for (const AgentId id : connected_) find(id)->finish();
  const RealTime limit = loop_.now() + std::min(timeout, kFarewell);
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
  end_programs(timeout);
}

void TcpGateway::end_programs(milliseconds timeout) {
  if (std::ranges::none_of(ports_, [](const auto& port) { return port->program.has_value(); })) return;
  const bool all_ended = programs_->wait(*this, timeout);
  programs_->end(*this, all_ended || timeout == milliseconds(0) ? milliseconds(0) : kFarewell);
}

}  // namespace tcp
