// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/omg_exchange.h"

#include <fmt/format.h>
#include <DataPort_OpenRTM.hh>

#include <atomic>
#include <bit>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gateways/rtm/component/cdr.h"
#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/pausing.h"
#include "gateways/rtm/corba/references.h"

namespace rtm {
namespace {

constexpr std::chrono::milliseconds kPullPeriod{50};

/// The object that the port has published under these keys, as text or as an object.
CORBA::Object_ptr published(Orb& orb, const PortConnection& connection, std::string_view side,
                            const std::string& port) {
  const SDOPackage::NVList properties = connection.properties();
  const auto text = find_text(properties, fmt::format("dataport.corba_cdr.{}_ior", side));
  CORBA::Object_var object =
      text ? reference_of_text(orb, *text) : find_object(properties, fmt::format("dataport.corba_cdr.{}_ref", side));
  if (CORBA::is_nil(object.in()))
    throw std::runtime_error(fmt::format("{} accepts a connection but names no object for its values", port));
  return object._retn();
}

/// Properties of a connection with an end in this process.
ConnectionProperties properties_of(const NamedPort& port, bool pull) {
  ConnectionProperties list = connection_properties(port.port.data_type, {.subscription = {}, .rate = 0, .pull = pull});
  list.emplace_back("dataport.serializer.cdr.endian", "little,big");
  return list;
}

ValueType readable_type(const NamedPort& port) {
  const auto type = port.port.value_type();
  if (!type)
    throw std::runtime_error(fmt::format("{} has values of type {}, which cannot be read or written here", port.name,
                                         port.port.type_text()));
  return *type;
}

std::span<const std::uint8_t> octets_of(const OpenRTM::CdrData& data) {
  return {data.get_buffer(), data.length()};
}

/// Calls a user's function with values, one at a time, until it ends.
class Receiver {
 public:
  Receiver(const NamedPort& port, std::function<void(const Value&)> came, spark::Log& log)
      : value_(readable_type(port)), name_(port.name), came_(std::move(came)), log_(log) {}

  OpenRTM::PortStatus take(const OpenRTM::CdrData& data) {
    const std::lock_guard lock(mutex_);
    if (!came_) return OpenRTM::PORT_ERROR;
    if (const Refusal refusal = read_cdr(octets_of(data), std::endian::little, value_); refusal != Refusal::none) {
      log_.complain("the watch of " + name_, "received octets that are not a value of type {}: {}",
                    to_string(value_.type()), to_string(refusal));
      return OpenRTM::PORT_ERROR;
    }
    try {
      calls_on_ = std::this_thread::get_id();
      const auto came = came_;  // it may end this
      came(value_);
    } catch (const std::exception& problem) {
      log_.complain("the watch of " + name_, "{}", problem.what());
    }
    calls_on_ = std::thread::id();
    return OpenRTM::PORT_OK;
  }

  /// After this has returned, the function is not called again. Returns whether it was called by the function itself,
  /// which is then still running.
  bool end() {
    const std::lock_guard lock(mutex_);
    came_ = nullptr;
    return calls_on_ == std::this_thread::get_id();
  }

 private:
  std::recursive_mutex mutex_;  // the callback may end this
  Value value_;
  const std::string name_;
  std::function<void(const Value&)> came_;
  std::thread::id calls_on_;
  spark::Log& log_;
};

class PushedServant final : public POA_OpenRTM::InPortCdr {
 public:
  explicit PushedServant(std::shared_ptr<Receiver> receiver) : receiver_(std::move(receiver)) {}
  OpenRTM::PortStatus put(const OpenRTM::CdrData& data) override { return receiver_->take(data); }

 private:
  std::shared_ptr<Receiver> receiver_;
};

/// Values that the component pushes.
class PushedWatch final : public Client::Watch {
 public:
  PushedWatch(Orb& orb, const NamedPort& port, const std::shared_ptr<Receiver>& receiver)
      : orb_(orb), receiver_(receiver), key_(next_key()) {
    const PortableServer::ServantBase_var servant = new PushedServant(receiver);
    const CORBA::Object_var object = orb_.access().add(servant.in(), key_);
    try {
      ConnectionProperties properties = properties_of(port, false);
      properties.emplace_back("dataport.corba_cdr.inport_ior", reference_text(orb, object.in()));
      connection_.emplace(orb, port, std::move(properties));
    } catch (...) {
      orb_.access().remove(key_);
      throw;
    }
  }

  ~PushedWatch() override {
    const bool is_inside = receiver_->end();
    orb_.access().remove(key_);
    // The port may hold a lock during its push, and would not answer before the push has returned.
    if (is_inside) connection_->leave();
  }

  bool is_gone() override { return connection_->is_gone(); }

 private:
  static std::string next_key() {
    static std::atomic<unsigned> count{0};
    return "watch/cdr/" + std::to_string(count++);
  }

  Orb& orb_;
  std::shared_ptr<Receiver> receiver_;
  const std::string key_;
  std::optional<PortConnection> connection_;
};

/// Values that a thread pulls.
class PulledWatch final : public Client::Watch {
 public:
  PulledWatch(Orb& orb, const NamedPort& port, std::shared_ptr<Receiver> receiver, spark::RealClock& clock)
      : state_(std::make_shared<State>(orb, port, std::move(receiver))) {
    thread_ = std::thread([state = state_, &clock] {
      while (!state->is_ending && state->pull()) pause(clock, kPullPeriod);
    });
  }

  ~PulledWatch() override {
    state_->is_ending = true;
    // If this is called from the thread itself, the thread ends by itself, and the connection with it.
    if (state_->receiver->end())
      thread_.detach();
    else
      thread_.join();
  }

  bool is_gone() override { return state_->connection.is_gone(); }

 private:
  struct State {
    State(Orb& orb, const NamedPort& port, std::shared_ptr<Receiver> a_receiver)
        : receiver(std::move(a_receiver)), connection(orb, port, properties_of(port, true)) {
      const CORBA::Object_var object = published(orb, connection, "outport", port.name);
      source = OpenRTM::OutPortCdr::_unchecked_narrow(object.in());
    }

    /// Returns false once its component is gone.
    bool pull() try {
      OpenRTM::CdrData_var data;
      if (source->get(data.out()) == OpenRTM::PORT_OK) receiver->take(data.in());
      return true;
    } catch (const CORBA::Exception&) {
      return false;
    }

    const std::shared_ptr<Receiver> receiver;
    PortConnection connection;
    OpenRTM::OutPortCdr_var source;
    std::atomic<bool> is_ending{false};
  };

  const std::shared_ptr<State> state_;
  std::thread thread_;
};

std::string_view words_for(OpenRTM::PortStatus status) {
  switch (status) {
    case OpenRTM::BUFFER_FULL:
    case OpenRTM::BUFFER_TIMEOUT:
      return "its buffer is full";
    default:
      return "it reports an error";
  }
}

}  // namespace

std::unique_ptr<Client::Watch> watch_omg_port(Orb& orb, const NamedPort& port, std::function<void(const Value&)> came,
                                              spark::RealClock& clock) {
  auto receiver = std::make_shared<Receiver>(port, std::move(came), orb.log());
  if (port.port.can_push || !port.port.can_pull) return std::make_unique<PushedWatch>(orb, port, receiver);
  return std::make_unique<PulledWatch>(orb, port, std::move(receiver), clock);
}

Value next_value(Orb& orb, const NamedPort& port, std::chrono::nanoseconds timeout, spark::RealClock& clock) {
  std::mutex mutex;
  std::condition_variable has_come;
  std::optional<Value> first;
  const auto watch = watch_omg_port(
      orb, port,
      [&](const Value& value) {
        const std::lock_guard lock(mutex);
        if (!first) first = value;
        has_come.notify_one();
      },
      clock);
  std::unique_lock lock(mutex);
  clock.wait(timeout, [&](spark::RealClock::Duration longest) {
    return has_come.wait_for(lock, longest, [&] { return first.has_value(); });
  });
  if (first) return *std::move(first);
  throw std::runtime_error(fmt::format("{} has sent nothing within {:g} s; its last value cannot be asked for",
                                       port.name, std::chrono::duration<double>(timeout).count()));
}

void put_value(Orb& orb, const NamedPort& port, const Value& value, std::chrono::nanoseconds passes,
               spark::RealClock& clock) {
  std::vector<std::uint8_t> octets;
  write_cdr(value, std::endian::little, octets);
  const PortConnection connection(orb, port, properties_of(port, false));
  const CORBA::Object_var object = published(orb, connection, "inport", port.name);
  const OpenRTM::InPortCdr_var target = OpenRTM::InPortCdr::_unchecked_narrow(object.in());
  OpenRTM::CdrData data(static_cast<CORBA::ULong>(octets.size()), static_cast<CORBA::ULong>(octets.size()),
                        octets.data());
  const OpenRTM::PortStatus status = target->put(data);
  if (status != OpenRTM::PORT_OK)
    throw std::runtime_error(fmt::format("{} does not take the value: {}", port.name, words_for(status)));
  pause(clock, passes);
}

}  // namespace rtm
