// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/cdr_peers.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "gateways/rtm/component/cdr.h"
#include "gateways/rtm/corba/cdr_calls.h"
#include "gateways/rtm/corba/cdr_servants.h"
#include "gateways/rtm/corba/connector_settings.h"
#include "gateways/rtm/corba/orb_access.h"

namespace rtm {
namespace {

Push push_of(PortStatus status) {
  // A full buffer or a refused value is not an error of the connection.
  return status == PortStatus::ok ? Push::taken : Push::refused;
}

/// An InPort of another process.
class CdrSubscriber final : public Subscriber, public std::enable_shared_from_this<CdrSubscriber> {
 public:
  CdrSubscriber(CORBA::Object_ptr object, CdrPeer peer)
      : port_(OpenRTM::InPortCdr::_unchecked_narrow(object)), peer_(std::move(peer)), address_(address_of(object)) {}

  Push push(const Value& value) override {
    write_cdr(value, peer_.order, octets_);
    try {
      return push_of(put_octets(port_.in(), octets_));
    } catch (const CORBA::SystemException& exception) {
      const auto keep = shared_from_this();  // the connector, which may have the last other reference, ends with this
      peer_.lost(fmt::format("the port at {}: {}", address_, describe(exception)));
      return Push::gone;
    }
  }
  bool is(const Subscriber& other) const override { return this == &other; }
  std::string name() const override { return {}; }
  std::string address() const override { return address_; }

 private:
  const OpenRTM::InPortCdr_var port_;
  const CdrPeer peer_;
  const std::string address_;
  std::vector<std::uint8_t> octets_;  ///< of the one thread that pushes
};

/// An InPort of this process: values are passed without encoding.
class InletSubscriber final : public Subscriber {
 public:
  explicit InletSubscriber(InPortCdrServant& servant) : held_(&servant), servant_(servant), name_(servant.name()) {
    servant._add_ref();
  }
  Push push(const Value& value) override { return push_of(servant_.take(value)); }
  bool is(const Subscriber& other) const override { return this == &other; }
  std::string name() const override { return name_; }

 private:
  const PortableServer::ServantBase_var held_;
  InPortCdrServant& servant_;  ///< the same
  const std::string name_;
};

/// An OutPort of another process.
class CdrSource final : public ValueSource, public std::enable_shared_from_this<CdrSource> {
 public:
  CdrSource(CORBA::Object_ptr object, CdrPeer peer, std::shared_ptr<ServantContext> context)
      : port_(OpenRTM::OutPortCdr::_unchecked_narrow(object)),
        peer_(std::move(peer)),
        context_(std::move(context)),
        address_(address_of(object)) {}

  PortStatus pull(Value& into) override {
    try {
      const PortStatus status = get_octets(port_.in(), octets_);
      if (status != PortStatus::ok) return status;
    } catch (const CORBA::SystemException& exception) {
      const auto keep = shared_from_this();
      peer_.lost(fmt::format("the port at {}: {}", address_, describe(exception)));
      return PortStatus::error;
    }
    const Refusal refusal = read_cdr(octets_, peer_.order, into);
    if (refusal == Refusal::none) return PortStatus::ok;
    ++context_->refused;
    context_->log().complain(peer_.name, "{} came from {} into this port of type {}; nothing changes",
                             to_string(refusal), address_, to_string(peer_.type));
    return PortStatus::error;
  }

 private:
  const OpenRTM::OutPortCdr_var port_;
  const CdrPeer peer_;
  const std::shared_ptr<ServantContext> context_;
  const std::string address_;
  std::vector<std::uint8_t> octets_;
};

/// An OutPort of this process.
class OutletSource final : public ValueSource {
 public:
  explicit OutletSource(std::shared_ptr<Outlet> outlet) : outlet_(std::move(outlet)) {}
  PortStatus pull(Value& into) override { return outlet_->get(into); }

 private:
  const std::shared_ptr<Outlet> outlet_;
};

ConnectorRefusal other_type(ValueType here, ValueType there) {
  return {RTC::BAD_PARAMETER, fmt::format("its values are {}, and those of the other port {}",
                                          last_name(repository_id(here)), last_name(repository_id(there)))};
}

/// Whether the object exists and has this interface.
ConnectorRefusal ask_object(CORBA::Object_ptr object, const char* interface) {
  const std::string address = address_of(object);
  try {
    if (object->_PR_getobj()->_remote_is_a(interface)) return {};
    return {RTC::RTC_ERROR, fmt::format("the object at {} is not a {}", address, last_name(interface))};
  } catch (const CORBA::SystemException& exception) {
    return {RTC::RTC_ERROR, fmt::format("the port at {}: {}", address, describe(exception))};
  }
}

}  // namespace

ConnectorRefusal cdr_subscriber(CORBA::Object_ptr object, CdrPeer peer, const std::shared_ptr<ServantContext>& context,
                                std::shared_ptr<Subscriber>& into) {
  const PortableServer::ServantBase_var servant = context->orb().access().local_servant(object);
  if (auto* const here = dynamic_cast<InPortCdrServant*>(servant.in())) {
    if (here->type() != peer.type) return other_type(peer.type, here->type());
    into = std::make_shared<InletSubscriber>(*here);
    return {};
  }
  if (auto refusal = ask_object(object, OpenRTM::InPortCdr::_PD_repoId); refusal.is_refused()) return refusal;
  into = std::make_shared<CdrSubscriber>(object, std::move(peer));
  return {};
}

ConnectorRefusal cdr_source(CORBA::Object_ptr object, CdrPeer peer, const std::shared_ptr<ServantContext>& context,
                            std::shared_ptr<ValueSource>& into) {
  const PortableServer::ServantBase_var servant = context->orb().access().local_servant(object);
  if (auto* const here = dynamic_cast<OutPortCdrServant*>(servant.in())) {
    if (here->type() != peer.type) return other_type(peer.type, here->type());
    into = std::make_shared<OutletSource>(here->outlet());
    return {};
  }
  if (auto refusal = ask_object(object, OpenRTM::OutPortCdr::_PD_repoId); refusal.is_refused()) return refusal;
  into = std::make_shared<CdrSource>(object, std::move(peer), context);
  return {};
}

}  // namespace rtm
