// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/connector_watch.h"

#include <utility>

#include "gateways/rtm/corba/connector_chain.h"
#include "gateways/rtm/corba/orb_access.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

/// The limit of goodbyes that wait to be sent. Peers that get none are left to their own periodic checks.
constexpr std::size_t kMaxGoodbyes = 1'000;

}  // namespace

ConnectorWatch::ConnectorWatch(Orb& orb, spark::RealClock& clock) : orb_(orb), clock_(clock) {}

ConnectorWatch::~ConnectorWatch() {
  end();
}

void ConnectorWatch::end() {
  std::thread thread;
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    thread.swap(thread_);
  }
  wake_.notify_all();
  if (thread.joinable()) thread.join();
}

void ConnectorWatch::start_thread() {
  if (!is_ending_ && !thread_.joinable()) thread_ = std::thread([this] { run(); });
}

void ConnectorWatch::add(const std::string& name, const std::shared_ptr<ConnectorTable>& table) {
  const std::lock_guard lock(mutex_);
  std::erase_if(watched_, [](const Watched& one) { return one.table.expired(); });
  watched_.push_back({name, table});
  start_thread();
}

void ConnectorWatch::say_goodbye(const RTC::ConnectorProfile& profile, RTC::PortService_ptr self) {
  {
    const std::lock_guard lock(mutex_);
    if (is_ending_ || goodbyes_.size() >= kMaxGoodbyes) return;
    goodbyes_.push_back({profile, RTC::PortService::_duplicate(self)});
    start_thread();
  }
  wake_.notify_all();
}

void ConnectorWatch::run() {
  std::unique_lock lock(mutex_);
  while (!is_ending_) {
    lock.unlock();
    const auto interval = doubts_.empty() ? kInterval : kDoubtInterval;
    const auto end = clock_.now() + interval;
    bool is_called = true;
    while (is_called && clock_.now() < end) {
      clock_.wait(end - clock_.now(), [&](spark::RealClock::Duration longest) {
        std::unique_lock waiting(mutex_);
        is_called = wake_.wait_for(waiting, longest, [this] { return is_ending_ || !goodbyes_.empty(); });
        return is_called;
      });
      if (is_called) say_goodbyes();
      lock.lock();
      if (is_ending_) return;
      lock.unlock();
    }
    look();
    lock.lock();
  }
}

void ConnectorWatch::say_goodbyes() {
  for (;;) {
    Goodbye next;
    {
      const std::lock_guard lock(mutex_);
      if (is_ending_ || goodbyes_.empty()) return;
      next = std::move(goodbyes_.front());
      goodbyes_.pop_front();
    }
    const RTC::PortServiceList& ports = next.profile.ports;
    for (CORBA::ULong i = 0; i != ports.length() && !is_ending(); ++i) {
      if (ports[i]->_is_equivalent(next.self.in())) continue;
      wait_as_usual(ports[i].in());
      notify_disconnect_to(ports[i].in(), next.profile.connector_id.in());
    }
  }
}

void ConnectorWatch::wait_as_usual(RTC::PortService_ptr port) {
  const auto timeout = static_cast<CORBA::ULong>(orb_.call_timeout().count());
  omniORB::setClientCallTimeout(port, timeout);
}

bool ConnectorWatch::is_ending() {
  const std::lock_guard lock(mutex_);
  return is_ending_;
}

void ConnectorWatch::look() {
  std::vector<Watched> all;
  {
    const std::lock_guard lock(mutex_);
    all = watched_;
  }
  silent_.clear();
  std::set<Key> doubts;
  for (const Watched& port : all) {
    const auto table = port.table.lock();
    if (!table) continue;
    const RTC::ConnectorProfileList connectors = table->profiles();
    for (CORBA::ULong i = 0; i != connectors.length(); ++i) {
      if (is_ending()) return;
      look_at(port, connectors[i], doubts);
    }
  }
  doubts_ = std::move(doubts);
}

void ConnectorWatch::look_at(const Watched& port, const RTC::ConnectorProfile& connector, std::set<Key>& doubts) {
  const char* const id = connector.connector_id.in();
  std::string why;
  bool is_gone = false;
  for (CORBA::ULong i = 0; i != connector.ports.length() && !is_gone && !is_ending(); ++i)
    is_gone = ask(connector.ports[i].in(), id, why) == Finding::gone;
  if (!is_gone) return;
  Key key(port.name, id);
  if (!doubts_.contains(key)) {
    doubts.insert(std::move(key));
    return;
  }
  const auto table = port.table.lock();
  auto taken = table ? table->take(id) : std::nullopt;
  if (!taken) return;
  orb_.log().complain(port.name, "the connection {} has ended: {}", spark::printable(id), why);
  taken->part.reset();
  // This port no longer knows the connector, so it may be called, too.
  disconnect_each(taken->profile.ports, 0, id);
}

ConnectorWatch::Finding ConnectorWatch::ask(RTC::PortService_ptr port, const char* id, std::string& why) {
  const std::string address = address_of(port);
  if (silent_.contains(address)) return Finding::unsure;
  wait_as_usual(port);
  try {
    const RTC::ConnectorProfile_var profile = port->get_connector_profile(id);
    if (std::string_view(profile->connector_id.in()) == id) return Finding::alive;
    why = fmt::format("the port at {} no longer knows it", address);
    return Finding::gone;
  } catch (const CORBA::SystemException& exception) {
    why = fmt::format("the port at {}: {}", address, describe(exception));
    if (is_end(exception)) return Finding::gone;
    if (is_timeout(exception)) silent_.insert(address);
    return Finding::unsure;
  }
}

}  // namespace rtm
