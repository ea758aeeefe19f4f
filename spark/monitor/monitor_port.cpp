// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/monitor_port.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "spark/core/log.h"
#include "spark/core/quiet_thread.h"
#include "spark/net/connection.h"
#include "spark/net/socket.h"
#include "spark/sim/command_queue.h"

namespace spark {

namespace {
constexpr std::chrono::seconds kBetweenChecks{1};
constexpr int kPortNiceness = 10;
/// The payer for the commands of all peers that know the secret, at any address.
constexpr std::string_view kProvenTrainers = "proven trainers";
/// Unread data of a monitor is buffered here, where it is counted, and not in megabytes of the system's.
constexpr net::Connection::Options kConnection{.max_input = 64 * 1024, .system_buffer = 64 * 1024, .silence = {}};

}  // namespace

MonitorPort::MonitorPort(const Options& options, CommandQueue& commands, RealClock& clock, Log& log)
    : options_(options), commands_(commands), log_(log), loop_(clock), share_(options_.limits.serving_share) {
  if (options_.port)
    listener_.emplace(loop_, options_.address, *options_.port, net::Listener::Names{"monitor port", "a monitor"}, log_);
  if (options_.watch_port)
    watch_listener_.emplace(loop_, options_.address, *options_.watch_port,
                            net::Listener::Names{"watch port", "a monitor"}, log_);
}

MonitorPort::~MonitorPort() {
  if (thread_.joinable()) thread_.join();
}

void MonitorPort::start(std::weak_ptr<Requests*> requests) {
  if (!listener_ && !watch_listener_) return;
  requests_ = std::move(requests);
  listen(listener_, options_.access);
  listen(watch_listener_, Access::watch);
  thread_ = start_quiet_thread([this] {
    // Lowers the priority of this thread only: a peer that floods the port must not take the processor from the match.
    ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, 0) + kPortNiceness);
    loop_.run();
  });
}

void MonitorPort::listen(std::optional<net::Listener>& listener, Access access) {
  if (listener)
    listener->start([this, access](net::Socket socket, const std::string& peer) {
      TrainerGate gate = gate_for(socket, access);
      accepted(std::move(socket), peer, std::move(gate));
    });
}

void MonitorPort::end() {
  if (thread_.joinable()) loop_.post([this] { finish(); });
}

void MonitorPort::send_frame(LineQueue::Line line) {
  lines_.post_line(std::move(line), [this](const LineQueue::Line& frame) {
    if (!is_resting_) return distribute(frame, &MonitorConnection::frame);
    leave_out_frame(std::ranges::count_if(connections_, [](const auto& each) { return !each->has_own_frames(); }));
  });
}

void MonitorPort::send_notice(LineQueue::Line line) {
  lines_.post_line(std::move(line), [this](const LineQueue::Line& notice) {
    if (!is_resting_) distribute(notice, &MonitorConnection::notice);
  });
}

void MonitorPort::leave_out_frame(std::ptrdiff_t monitors) {
  if (monitors > 0 && !is_gap_logged_.exchange(true))
    log_.complain("monitor port", "{} monitors cannot be served as fast as the match runs; they miss frames", monitors);
  lines_.count_missed(static_cast<std::uint64_t>(monitors));
}

void MonitorPort::send_last(MonitorConnection::LastLines lines, bool all_miss_frames) {
  lines_.post([this, lines = std::move(lines), all_miss_frames] {
    for_each_monitor([&](MonitorConnection& monitor) {
      if (!monitor.has_own_frames()) monitor.last(lines, all_miss_frames || is_resting_);
    });
  });
}

void MonitorPort::send_header(const Monitor& monitor, LineQueue::Line header) {
  lines_.post([monitor, header = std::move(header)] {
    if (const auto connection = monitor.lock()) connection->begin(header);
  });
}

void MonitorPort::ask_to_catch_up() {
  lines_.post([this] {
    if (!is_resting_) request_catch_up();
  });
}

void MonitorPort::resume(LineQueue::Line header) {
  is_exhausted_ = false;
  lines_.post([this, header = std::move(header)] {
    is_resting_ = false;
    is_gap_logged_ = false;
    for_each_monitor([&](MonitorConnection& monitor) {
      if (!monitor.has_own_frames()) monitor.begin_again(header);
    });
  });
}

void MonitorPort::distribute(const LineQueue::Line& line, void (MonitorConnection::*send)(const LineQueue::Line&)) {
  const RealClock::Time begin = loop_.now();
  for_each_monitor([&](MonitorConnection& monitor) {
    if (!monitor.has_own_frames()) (monitor.*send)(line);
  });
  if (share_.serve(begin, loop_.now()) || is_finishing_ || connections_.size() <= options_.limits.few) return;
  is_resting_ = true;
  is_exhausted_ = true;
  rest_timer_.start(share_.rest(), [this] { request_catch_up(); });
}

void MonitorPort::request_catch_up() {
  if (is_finishing_) return;
  commands_.post([requests = requests_] {
    if (const auto to = requests.lock()) (*to)->catch_up();
  });
}

TrainerGate MonitorPort::gate_for(const net::Socket& socket, Access access) const {
  using Gate = TrainerGate::Access;
  if (access == Access::watch) return TrainerGate(Gate::none);
  const bool is_free = !options_.only_proven && net::is_from_this_machine(socket);
  if (!is_free && !options_.trainer_secret) return TrainerGate(Gate::none);
  return TrainerGate(is_free ? Gate::free : Gate::proven, options_.trainer_secret);
}

void MonitorPort::accepted(net::Socket socket, const std::string& peer, TrainerGate gate) {
  using Place = MonitorConnection::Place;
  const std::string why = why_not(peer);
  const bool is_reserved = !why.empty() && has_reserved_place_for(gate);
  if (is_reserved) make_room_among_reserved();
  if (!why.empty() && !is_reserved) {
    ++turned_away_;
    log_.complain("monitor port", "{} refused, {}", peer, why);
    return farewells_.refuse(std::move(socket), peer, MonitorConnection::refusal(why));
  }
  MonitorConnection::Owner& owner = *this;
  const auto connection = std::make_shared<MonitorConnection>(
      std::make_shared<net::Connection>(std::move(socket), peer, kConnection),
      commands_.open_lane(options_.waiting_commands, net::address_of(peer)), std::move(gate),
      MonitorConnection::Limits{options_.command_bytes, options_.limits.unsent_bytes, options_.limits.missed_bytes},
      owner, log_);
  note_arrival(*connection);
  connections_.push_back(connection);
  if (is_reserved)
    connection->take_place(Place::reserved);
  else
    take_place(*connection);
  connection->start();
  if (is_reserved) begin_to_check();
}

/// Logs some connections from each address: a peer may reconnect all day.
void MonitorPort::note_arrival(MonitorConnection& connection) {
  std::string address(net::address_of(connection.address()));
  if (arrivals_.size() >= kMaxArrivals && !arrivals_.contains(address)) address = "other addresses";
  LineLimit& lines = arrivals_.try_emplace(std::move(address), kArrivalLines).first->second;
  if (!lines.next()) return;
  connection.is_noted = true;
  log_.debug("{} has connected{}", connection.peer(),
             lines.is_thinned() ? fmt::format(" (number {} from there; not all are shown)", lines.count()) : "");
}

/// From now on the connection is served.
void MonitorPort::take_place(MonitorConnection& connection) {
  ++connected_;
  ++accepted_;
  addresses_.add(connection.address());
  ask_for_header(connection.shared_from_this());
}

/// Why there is no ordinary place; empty if there is one.
std::string MonitorPort::why_not(const std::string& peer) const {
  const MonitorLimits& limits = options_.limits;
  if (connected_ >= limits.monitors) return fmt::format("{} monitors are connected", limits.monitors);
  if (addresses_.of(peer) < limits.per_address) return {};
  return fmt::format("{} monitors from its address are connected", limits.per_address);
}

/// Whether a peer for which there is no ordinary place may still prove that it is a trainer.
bool MonitorPort::has_reserved_place_for(const TrainerGate& gate) const {
  using Place = MonitorConnection::Place;
  const auto earned = std::ranges::count(connections_, Place::earned, [](const auto& each) { return each->place(); });
  return gate.can_be_proven() && earned < MonitorLimits::kReservedPlaces;
}

/// Closes one of the peers in reserved places without a proof, of the address that has the most of them: one that has
/// not begun its proof, else the oldest. A proof takes no longer than its messages need.
void MonitorPort::make_room_among_reserved() {
  using Place = MonitorConnection::Place;
  const auto is_waiting = [](const auto& each) { return each->place() == Place::reserved; };
  if (std::ranges::count_if(connections_, is_waiting) < MonitorLimits::kReservedPlaces) return;
  net::AddressCounts waiting;
  for (const auto& each : connections_)
    if (is_waiting(each)) waiting.add(each->address());
  const auto may_go = [&, max = waiting.max()](const auto& each) {
    return is_waiting(each) && waiting.of(each->address()) == max;
  };
  auto found =
      std::ranges::find_if(connections_, [&](const auto& each) { return may_go(each) && !each->has_begun_proof(); });
  if (found == connections_.end()) found = std::ranges::find_if(connections_, may_go);
  (*found)->refuse("others need this place");
}

/// Checks timeouts as long as any connection has one.
void MonitorPort::begin_to_check() {
  if (is_checking_) return;
  is_checking_ = true;
  check_timeouts();
}

void MonitorPort::check_timeouts() {
  const RealClock::Time now = loop_.now();
  for_each_monitor([now](MonitorConnection& monitor) { monitor.check_timeouts(now); });
  is_checking_ =
      !is_finishing_ && std::ranges::any_of(connections_, [](const auto& each) { return each->has_timeout(); });
  if (is_checking_) check_timer_.start(kBetweenChecks, [this] { check_timeouts(); });
}

/// The request goes into the monitor's lane, because a header costs time, too, also for peers that repeatedly reconnect
/// or fall behind.
void MonitorPort::ask_for_header(const std::shared_ptr<MonitorConnection>& connection) {
  connection->lane().post(
      [requests = requests_, monitor = Monitor(connection)] {
        if (const auto to = requests.lock()) (*to)->admit(monitor);
      },
      0);
}

void MonitorPort::caught_up(MonitorConnection& connection) {
  const auto found = std::ranges::find(connections_, &connection, &std::shared_ptr<MonitorConnection>::get);
  if (found != connections_.end() && !is_finishing_) ask_for_header(*found);
}

MonitorPort::Counts MonitorPort::counts() const {
  return {accepted_, turned_away_, bad_messages_, lines_.missed(), disconnected_};
}

void MonitorPort::closed(MonitorConnection& connection) {
  if (const std::size_t dropped = connection.lane().close())
    log_.complain("monitor port", "{} commands of {} dropped, too many monitors have left with commands waiting",
                  dropped, connection.peer());
  if (connection.place() == MonitorConnection::Place::reserved) {
    ++turned_away_;
  } else {
    --connected_;
    addresses_.remove(connection.address());
  }
  commands_.post([requests = requests_, peer = connection.shared_peer()] {
    if (const auto to = requests.lock()) (*to)->left(peer);
  });
  const auto found = std::ranges::find(connections_, &connection, &std::shared_ptr<MonitorConnection>::get);
  // The connection is still running, so it is destroyed later.
  loop_.post([ended = *found] {});
  connections_.erase(found);
  if (is_finishing_) end_if_alone();
}

bool MonitorPort::command(MonitorConnection& from, char letter, std::string_view text) {
  return from.lane().post_in_parts(
      [requests = requests_, source = Source{from.shared_peer(), from.weak_from_this(), from.requested()},
       message = Message{letter, std::string(text)}]() mutable {
        const auto to = requests.lock();
        return !to || (*to)->carry_out(source, message);
      },
      text.size());
}

void MonitorPort::flooded(MonitorConnection& from, std::size_t dropped) {
  dropped += from.lane().clear();
  if (!floods_.next()) return;
  log_.warning("{}: sends more commands than can be carried out in time, {} dropped, disconnected{}", from.peer(),
               dropped, floods_.is_thinned() ? fmt::format(" (monitor {}; not all are shown)", floods_.count()) : "");
}

void MonitorPort::refused(MonitorConnection& from, char letter) {
  ++refused_;
  if (!refusals_.next()) return;
  const std::string which =
      refusals_.is_thinned() ? fmt::format(" (number {}; not all are shown)", refusals_.count()) : "";
  if (letter == 'T')
    log_.warning("{}: its proof that it is a trainer is refused{}", from.peer(), which);
  else
    log_.warning("{}: may only watch, its command of kind '{}' is refused{}", from.peer(), letter, which);
}

void MonitorPort::proven(MonitorConnection& from) {
  from.lane().set_payer(kProvenTrainers);
  if (from.place() == MonitorConnection::Place::reserved) {
    from.take_place(MonitorConnection::Place::earned);
    take_place(from);
  }
  if (proofs_.next()) log_.normal("{} has proven that it is a trainer", from.peer());
}

void MonitorPort::finish() {
  is_finishing_ = true;
  if (listener_) listener_->close();
  if (watch_listener_) watch_listener_->close();
  rest_timer_.cancel();
  check_timer_.cancel();
  farewells_.close();
  drain_ends_ = loop_.now() + kMaxDrain;
  for_each_monitor([](MonitorConnection& monitor) {
    monitor.close_when_sent();
    monitor.has_progressed();
  });
  if (!connections_.empty()) drain();
  end_if_alone();
}

/// A peer that gets no processor for a moment has not left, and one that reads a little now and then must not hold up
/// the end of the match for ever.
void MonitorPort::drain() {
  end_timer_.start(kMaxStandstill, [this] {
    const bool is_over = loop_.now() >= drain_ends_;
    for_each_monitor([is_over](MonitorConnection& monitor) {
      if (is_over || !monitor.has_progressed()) monitor.close();
    });
    if (!connections_.empty()) drain();
  });
}

void MonitorPort::end_if_alone() {
  if (!connections_.empty()) return;
  end_timer_.cancel();
  loop_.end();
}

}  // namespace spark
