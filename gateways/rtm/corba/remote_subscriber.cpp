// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/remote_subscriber.h"

#include <string_view>
#include <utility>

#include "gateways/rtm/corba/in_port_servant.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/port_calls.h"

namespace rtm {
namespace {

/// "Motor0.position" from the key "Motor0/in/position"; empty for all others.
std::string name_in(std::string_view key) {
  static constexpr std::string_view kBetween = "/in/";
  const std::size_t at = key.find(kBetween);
  if (at == std::string_view::npos) return {};
  const std::string_view component = key.substr(0, at), port = key.substr(at + kBetween.size());
  return is_name(component) && is_name(port) ? fmt::format("{}.{}", component, port) : std::string();
}

/// The port of this process to which the reference refers; null if it belongs to another process.
std::shared_ptr<InPort> port_here(::InPort_ptr port, ServantContext& context) {
  const PortableServer::ServantBase_var servant = context.orb().access().local_servant(port);
  const auto* const ours = dynamic_cast<InPortServant*>(servant.in());
  return ours ? ours->port() : nullptr;
}

}  // namespace

RemoteSubscriber::RemoteSubscriber(::InPort_ptr port, std::optional<ValueType> type,
                                   std::shared_ptr<ServantContext> context)
    : port_(::InPort::_duplicate(port)),
      context_(std::move(context)),
      name_(name_in(key_of(port))),
      address_(address_of(port)) {
  if (type) converted_.emplace(*type);
}

Push RemoteSubscriber::push(const Value& value) {
  if (converted_ && assign(value, *converted_) != Refusal::none) return Push::refused;
  try {
    put_into(port_.in(), converted_ ? *converted_ : value);
    return Push::taken;
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    return Push::gone;
  } catch (const CORBA::TRANSIENT&) {
    return Push::unreachable;
  } catch (const CORBA::COMM_FAILURE&) {
    return Push::unreachable;
  } catch (const CORBA::TIMEOUT&) {
    return Push::late;
  } catch (const CORBA::BAD_INV_ORDER&) {
    return Push::gone;  // the ORB has been shut down
  } catch (const CORBA::Exception&) {
    return Push::refused;
  }
}

bool RemoteSubscriber::is(const Subscriber& other) const {
  const auto* const remote = dynamic_cast<const RemoteSubscriber*>(&other);
  return remote && port_->_is_equivalent(remote->port_.in());
}

std::string RemoteSubscriber::name() const {
  return name_;
}

std::string RemoteSubscriber::address() const {
  return address_;
}

std::shared_ptr<Subscriber> known_subscriber(::InPort_ptr port, const std::shared_ptr<ServantContext>& context) {
  if (CORBA::is_nil(port)) return nullptr;
  if (const auto here = port_here(port, *context)) return local_subscriber(here);
  return std::make_shared<RemoteSubscriber>(port, std::nullopt, context);
}

std::shared_ptr<Subscriber> subscriber(::InPort_ptr port, ValueType type,
                                       const std::shared_ptr<ServantContext>& context, std::string& problem) {
  if (CORBA::is_nil(port)) {
    problem = "the reference is nil";
    return nullptr;
  }
  if (const auto here = port_here(port, *context)) {
    if (fits(type, here->type())) return local_subscriber(here);
    problem = fmt::format("{} takes {}", here->full_name(), to_string(here->type()));
    return nullptr;
  }
  try {
    const WireType takes = type_of(port);
    if (takes.is_readable && !takes.is_sequence && takes.kind == CORBA::tk_any) return known_subscriber(port, context);
    const auto known = takes.value_type();
    if (known && fits(type, *known)) return std::make_shared<RemoteSubscriber>(port, known, context);
    problem = fmt::format("the InPort at {} takes {}", address_of(port), to_string(takes));
  } catch (const CORBA::SystemException& exception) {
    problem = fmt::format("the InPort at {}: {}", address_of(port), describe(exception));
  }
  return nullptr;
}

}  // namespace rtm
