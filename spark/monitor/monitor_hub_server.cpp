// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/monitor_hub_server.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>

#include "spark/core/log.h"
#include "spark/core/quiet_thread.h"
#include "spark/monitor/monitor_system.h"
#include "spark/net/connection.h"
#include "spark/net/socket.h"
#include "spark/sim/command_queue.h"

namespace spark {

namespace {
constexpr std::chrono::seconds kMayDrain{1};
constexpr std::chrono::seconds kBetweenChecks{1};
constexpr int kNiceness = 10;
/// What a monitor leaves unread is kept here, where it is counted, and not in megabytes of the system's.
constexpr net::Connection::Options kConnection{.max_input = 64 * 1024, .system_buffer = 64 * 1024, .silence = {}};

/// Without the port.
std::string_view address_of(std::string_view peer) {
  return peer.substr(0, peer.rfind(':'));
}

}  // namespace

MonitorHub::Server::Server(Options options, MonitorSystem& system, CommandQueue& commands, RunControl& run_control,
                           RealClock& clock, Log& log)
    : options_(std::move(options)),
      commands_(commands),
      log_(log),
      system_(system),
      run_control_(run_control),
      subscribers_(system, commands, queued_bytes_, missed_frames_, loop_, log),
      loop_(clock),
      share_(options_.limits.serving_share) {
  if (options_.port)
    listener_.emplace(loop_, options_.address, *options_.port, net::Listener::Names{"monitor port", "a monitor"}, log_);
  if (options_.watch_port)
    watch_listener_.emplace(loop_, options_.address, *options_.watch_port,
                            net::Listener::Names{"watch port", "a monitor"}, log_);
}

void MonitorHub::Server::start() {
  if (!listener_ && !watch_listener_) return;
  listen(listener_, options_.access);
  listen(watch_listener_, Access::watch);
  thread_ = start_quiet_thread([this] {
    // Of this thread only: who shouts at the port shall not take the processor from the match.
    ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, 0) + kNiceness);
    loop_.run();
  });
}

void MonitorHub::Server::listen(std::optional<net::Listener>& listener, Access access) {
  if (listener)
    listener->start([this, access](net::Socket socket, const std::string& peer) {
      TrainerGate gate = gate_for(socket, access);
      accepted(std::move(socket), peer, std::move(gate));
    });
}

void MonitorHub::Server::stop() {
  if (!thread_.joinable()) return;
  loop_.post([this] { finish(); });
  log_file_.reset();
  thread_.join();
}

TrainerGate MonitorHub::Server::gate_for(const net::Socket& socket, Access access) const {
  using Gate = TrainerGate::Access;
  if (access == Access::watch) return TrainerGate(Gate::none);
  const bool is_free = !options_.only_proven && net::is_from_this_machine(socket);
  if (!is_free && !options_.trainer_secret) return TrainerGate(Gate::none);
  return TrainerGate(is_free ? Gate::free : Gate::proven, options_.trainer_secret);
}

void MonitorHub::Server::accepted(net::Socket socket, const std::string& peer, TrainerGate gate) {
  using Place = MonitorConnection::Place;
  const std::string why = why_not(peer);
  const bool is_kept_place = !why.empty() && keeps_place_for(gate);
  if (is_kept_place) make_room_among_kept();
  if (!why.empty() && !is_kept_place) {
    ++turned_away_;
    log_.complain("monitor port", "{} refused, {}", peer, why);
    return farewells_.refuse(std::move(socket), peer, MonitorConnection::refusal(why));
  }
  const auto connection = std::make_shared<MonitorConnection>(
      std::make_shared<net::Connection>(std::move(socket), peer, kConnection),
      commands_.open_lane(options_.waiting_commands, address_of(peer)), std::move(gate),
      MonitorConnection::Limits{options_.command_bytes, options_.limits.unsent_bytes, options_.limits.missed_bytes},
      *this, log_);
  note_arrival(*connection);
  connections_.push_back(connection);
  if (is_kept_place)
    connection->take_place(Place::kept);
  else
    take_place(*connection);
  connection->start();
  if (is_kept_place) begin_to_check();
}

/// Of each address some, for a peer may come and go all day.
void MonitorHub::Server::note_arrival(MonitorConnection& connection) {
  std::string address(address_of(connection.address()));
  if (arrivals_.size() >= kMaxArrivals && !arrivals_.contains(address)) address = "other addresses";
  LineLimit& lines = arrivals_.try_emplace(std::move(address), kArrivalLines).first->second;
  if (!lines.next()) return;
  connection.is_noted = true;
  log_.debug("{} has connected{}", connection.peer(),
             lines.is_thinned() ? fmt::format(" (number {} from there; not all are shown)", lines.count()) : "");
}

/// It is served from now on.
void MonitorHub::Server::take_place(MonitorConnection& connection) {
  ++connected_;
  ++accepted_;
  ++addresses_[std::string(address_of(connection.address()))];
  ask_for_header(connection.shared_from_this());
}

/// Why there is no usual place; empty if there is one.
std::string MonitorHub::Server::why_not(const std::string& peer) const {
  const MonitorLimits& limits = options_.limits;
  if (connected_ >= limits.monitors) return fmt::format("{} monitors are connected", limits.monitors);
  const auto found = addresses_.find(address_of(peer));
  if (found == addresses_.end() || found->second < limits.per_address) return {};
  return fmt::format("{} monitors from its address are connected", limits.per_address);
}

/// Whether one for which there is no usual place may still prove that it is a trainer.
bool MonitorHub::Server::keeps_place_for(const TrainerGate& gate) const {
  using Place = MonitorConnection::Place;
  const auto deserved =
      std::ranges::count(connections_, Place::deserved, [](const auto& each) { return each->place(); });
  return gate.can_be_proven() && deserved < MonitorLimits::kKeptPlaces;
}

/// Of those that have not proven anything yet one goes that has not begun to, else the oldest: a proof takes no longer
/// than its messages are under way.
void MonitorHub::Server::make_room_among_kept() {
  using Place = MonitorConnection::Place;
  const auto is_kept = [](const auto& each) { return each->place() == Place::kept; };
  if (std::ranges::count_if(connections_, is_kept) < MonitorLimits::kKeptPlaces) return;
  auto found =
      std::ranges::find_if(connections_, [&](const auto& each) { return is_kept(each) && !each->has_begun_proof(); });
  if (found == connections_.end()) found = std::ranges::find_if(connections_, is_kept);
  (*found)->refuse("others want this place");
}

/// Its own time begins now, and is looked at as long as there is somebody to be patient with.
void MonitorHub::Server::begin_to_check() {
  if (!std::exchange(checking_, true)) check_patience();
}

void MonitorHub::Server::check_patience() {
  const RealClock::Time now = loop_.now();
  for_each_monitor([now](MonitorConnection& monitor) { monitor.check_patience(now); });
  checking_ = !finishing_ && std::ranges::any_of(connections_, [](const auto& each) { return each->needs_patience(); });
  if (checking_) patience_timer_.start(kBetweenChecks, [this] { check_patience(); });
}

/// In its lane: a header costs time, too, also for peers that keep reconnecting or falling behind.
void MonitorHub::Server::ask_for_header(const std::shared_ptr<MonitorConnection>& connection) {
  connection->lane().post(
      [server = weak_from_this(), monitor = std::weak_ptr(connection)] {
        if (const auto self = server.lock()) self->admit(monitor);
      },
      0);
}

void MonitorHub::Server::caught_up(MonitorConnection& connection) {
  const auto found = std::ranges::find(connections_, &connection, &std::shared_ptr<MonitorConnection>::get);
  if (found != connections_.end() && !finishing_) ask_for_header(*found);
}

MonitorHub::MonitorCounts MonitorHub::Server::monitor_counts() const {
  return {accepted_, turned_away_, bad_messages_, missed_frames_, disconnected_};
}

void MonitorHub::Server::closed(MonitorConnection& connection) {
  if (const std::size_t dropped = connection.lane().close())
    log_.complain("monitor port", "{} commands of {} dropped, too many monitors have left with commands waiting",
                  dropped, connection.peer());
  if (connection.place() == MonitorConnection::Place::kept) {
    ++turned_away_;
  } else {
    --connected_;
    if (const auto address = addresses_.find(address_of(connection.address())); --address->second == 0)
      addresses_.erase(address);
  }
  commands_.post([server = weak_from_this(), peer = connection.shared_peer()] {
    if (const auto self = server.lock()) self->has_left(peer);
  });
  const auto found = std::ranges::find(connections_, &connection, &std::shared_ptr<MonitorConnection>::get);
  // It is still at work.
  loop_.post([ended = *found] {});
  connections_.erase(found);
  if (finishing_) end_if_alone();
}

void MonitorHub::Server::finish() {
  finishing_ = true;
  if (listener_) listener_->close();
  if (watch_listener_) watch_listener_->close();
  rest_timer_.cancel();
  patience_timer_.cancel();
  farewells_.close();
  end_timer_.start(kMayDrain, [this] {
    while (!connections_.empty()) connections_.front()->close();
  });
  for_each_monitor([](MonitorConnection& monitor) { monitor.close_when_sent(); });
  end_if_alone();
}

void MonitorHub::Server::end_if_alone() {
  if (!connections_.empty()) return;
  end_timer_.cancel();
  loop_.end();
}

}  // namespace spark
