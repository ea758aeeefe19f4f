// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/port_service_servant.h"

#include <exception>
#include <utility>

#include "gateways/rtm/corba/connector_chain.h"
#include "gateways/rtm/corba/connector_settings.h"
#include "gateways/rtm/corba/connector_watch.h"
#include "gateways/rtm/corba/nv_list.h"

namespace rtm {
namespace {

bool allows_duplicates(const SDOPackage::NVList& properties) {
  return is_yes(find_text(properties, "dataport.allow_dup_connection").value_or(""));
}

ConnectorRefusal too_many_chains() {
  return {RTC::OUT_OF_RESOURCES, "too many connections are being made at the same time"};
}

}  // namespace

PortServiceServant::PortServiceServant(std::weak_ptr<Component> component, std::string full_name,
                                       std::unique_ptr<PortRole> role, std::shared_ptr<ServantContext> context,
                                       std::function<RTC::RTObject_ptr()> owner)
    : component_(std::move(component)),
      full_name_(std::move(full_name)),
      role_(std::move(role)),
      context_(std::move(context)),
      owner_(std::move(owner)),
      table_(std::make_shared<ConnectorTable>()) {}

void PortServiceServant::set_reference(RTC::PortService_ptr self) {
  self_ = RTC::PortService::_duplicate(self);
  context_->watch().add(full_name_, table_);
}

std::shared_ptr<Component> PortServiceServant::alive() const {
  auto component = component_.lock();
  if (!component) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
  return component;
}

RTC::PortProfile* PortServiceServant::get_port_profile() {
  const auto component = alive();
  RTC::PortProfile_var profile = new RTC::PortProfile;
  profile->name = full_name_.c_str();
  profile->port_ref = RTC::PortService::_duplicate(self_.in());
  profile->connector_profiles = table_->profiles();
  profile->owner = owner_();
  role_->describe(profile.inout());
  return profile._retn();
}

RTC::ConnectorProfileList* PortServiceServant::get_connector_profiles() {
  const auto component = alive();
  return new RTC::ConnectorProfileList(table_->profiles());
}

RTC::ConnectorProfile* PortServiceServant::get_connector_profile(const char* connector_id) {
  const auto component = alive();
  // The answer to an unknown id is an empty profile, as in OpenRTM-aist.
  return new RTC::ConnectorProfile(table_->profile(connector_id).value_or(RTC::ConnectorProfile()));
}

RTC::ReturnCode_t PortServiceServant::connect(RTC::ConnectorProfile& profile) {
  const auto component = alive();
  return answer(begin_chain(profile));
}

ConnectorRefusal PortServiceServant::begin_chain(RTC::ConnectorProfile& profile) {
  if (auto refusal = check_profile(profile); refusal.is_refused()) return refusal;
  const bool is_new = *profile.connector_id.in() == '\0';
  if (is_new)
    profile.connector_id = new_connector_id().c_str();
  else if (table_->has(profile.connector_id.in()))
    return {RTC::PRECONDITION_NOT_MET, "there already is one with its id"};
  const auto place = place_of(self_.in(), profile.ports);
  if (!place) return {RTC::BAD_PARAMETER, "this port is not among its ports"};
  if (!allows_duplicates(profile.properties) && table_->joins(profile.ports))
    return {RTC::PRECONDITION_NOT_MET, "its ports are connected already"};
  const Asking asking(*context_, ServantContext::kMaxAsking);
  if (!asking.is_admitted()) return too_many_chains();
  const char* const id = is_new ? nullptr : profile.connector_id.in();
  if (auto refusal = ask_ports(context_->orb(), profile.ports, id); refusal.is_refused()) return refusal;
  role_->add_presets(profile.properties);
  if (place == 0U) return form(profile, 0);
  set_chain_timeouts(profile.ports, context_->orb().call_timeout());
  auto refusal = call_next(profile.ports[0].in(), profile);
  if (!refusal.is_refused() && !table_->profile(profile.connector_id.in()))
    refusal = {RTC::RTC_ERROR, "a port before this one did not call the next one"};
  // If the id or the connection already exists, nothing new has been made.
  if (refusal.is_refused() && refusal.code != RTC::PRECONDITION_NOT_MET)
    disconnect_each(profile.ports, 0, profile.connector_id.in());
  return refusal;
}

RTC::ReturnCode_t PortServiceServant::notify_connect(RTC::ConnectorProfile& profile) {
  const auto component = alive();
  if (auto refusal = check_profile(profile); refusal.is_refused()) return answer(refusal);
  if (*profile.connector_id.in() == '\0') return answer({RTC::BAD_PARAMETER, "it has no id"});
  const auto place = place_of(self_.in(), profile.ports);
  if (!place) return answer({RTC::BAD_PARAMETER, "this port is not among its ports"});
  const Asking asking(*context_, ServantContext::kMaxAskingInChains);
  return answer(asking.is_admitted() ? form(profile, *place) : too_many_chains());
}

ConnectorRefusal PortServiceServant::form(RTC::ConnectorProfile& profile, CORBA::ULong place) {
  set_chain_timeouts(profile.ports, context_->orb().call_timeout());
  if (place == 0) role_->add_presets(profile.properties);
  switch (table_->begin(profile, allows_duplicates(profile.properties))) {
    case RTC::RTC_OK:
      break;
    case RTC::PRECONDITION_NOT_MET:
      return {RTC::PRECONDITION_NOT_MET, "there already is one with its id or its ports"};
    default:
      return {RTC::OUT_OF_RESOURCES, "there are too many, or the port is being taken out"};
  }
  bool has_called = false;
  ConnectorRefusal refusal;
  try {
    refusal = form_in_place(profile, place, has_called);
  } catch (const CORBA::Exception& exception) {
    refusal = {RTC::RTC_ERROR, std::string("CORBA::") + exception._name()};
  } catch (const std::exception& exception) {
    refusal = {RTC::RTC_ERROR, exception.what()};
  }
  if (!refusal.is_refused()) return refusal;
  const char* const id = profile.connector_id.in();
  table_->drop(id);
  // Ports of OpenRTM-aist keep a connector if the chain has failed after them, and even one that they have refused,
  // unless they already have a connector with its id.
  if (has_called && refusal.code != RTC::PRECONDITION_NOT_MET) disconnect_each(profile.ports, place + 1, id);
  return refusal;
}

ConnectorRefusal PortServiceServant::form_in_place(RTC::ConnectorProfile& profile, CORBA::ULong place,
                                                   bool& has_called) {
  const char* const id = profile.connector_id.in();
  FormingConnector forming{id, profile.properties, when_lost(id)};
  std::unique_ptr<ConnectorPart> part;
  if (auto refusal = role_->publish(forming, part); refusal.is_refused()) return refusal;
  if (const CORBA::ULong next = place + 1; next != profile.ports.length()) {
    has_called = true;
    if (auto refusal = call_next(profile.ports[next].in(), profile); refusal.is_refused()) return refusal;
  }
  if (auto refusal = part->subscribe(profile.properties); refusal.is_refused()) return refusal;
  if (table_->store(profile, part)) return {};
  return {RTC::RTC_ERROR, "it was disconnected while it was made"};
}

ConnectorRefusal PortServiceServant::call_next(RTC::PortService_ptr next, RTC::ConnectorProfile& profile) {
  // Only the properties of the result are used: disconnecting needs nothing but the id.
  RTC::ConnectorProfile sent = profile;
  if (auto refusal = notify_connect_to(next, sent); refusal.is_refused()) return refusal;
  if (sent.properties.length() > kMaxProperties)
    return {RTC::BAD_PARAMETER, "the next port has added too many properties"};
  profile.properties = sent.properties;
  return {};
}

RTC::ReturnCode_t PortServiceServant::notify_disconnect(const char* connector_id) {
  const auto component = alive();
  auto taken = table_->take(connector_id);
  if (!taken) return RTC::BAD_PARAMETER;
  // The connector is still being formed: the thread that forms it detects this, and disconnects the ports after this
  // one.
  if (!taken->part) return RTC::RTC_OK;
  if (taken->part->calls_others()) taken->part.reset();
  const auto place = place_of(self_.in(), taken->profile.ports);
  disconnect_next(taken->profile.ports, place ? *place + 1 : 0, connector_id);
  return RTC::RTC_OK;
}

RTC::ReturnCode_t PortServiceServant::disconnect(const char* connector_id) {
  const auto component = alive();
  const auto profile = table_->profile(connector_id);
  if (!profile) return RTC::BAD_PARAMETER;
  // The first port that answers informs those after it.
  for (CORBA::ULong i = 0; i != profile->ports.length(); ++i) {
    const bool is_here = self_->_is_equivalent(profile->ports[i].in());
    if (is_here ? notify_disconnect(connector_id) == RTC::RTC_OK
                : notify_disconnect_to(profile->ports[i].in(), connector_id))
      break;
  }
  // The port that answered may not have informed this one, or may no longer have known the connector.
  if (table_->profile(connector_id)) notify_disconnect(connector_id);
  return RTC::RTC_OK;
}

RTC::ReturnCode_t PortServiceServant::disconnect_all() {
  const auto component = alive();
  const RTC::ConnectorProfileList all = table_->profiles();
  for (CORBA::ULong i = 0; i != all.length(); ++i) disconnect(all[i].connector_id.in());
  return RTC::RTC_OK;
}

std::function<void(const std::string&)> PortServiceServant::when_lost(const char* id) const {
  return [table = std::weak_ptr(table_), context = context_, name = full_name_, key = std::string(id),
          self = RTC::PortService_var(RTC::PortService::_duplicate(self_.in()))](const std::string& why) {
    const auto alive = table.lock();
    auto taken = alive ? alive->take(key) : std::nullopt;
    if (!taken) return;
    context->log().complain(name, "the connection {} has ended: {}", spark::printable(key), why);
    taken->part.reset();
    context->watch().say_goodbye(taken->profile, self.in());
  };
}

RTC::ReturnCode_t PortServiceServant::answer(const ConnectorRefusal& refusal) const {
  if (refusal.is_refused()) context_->log().complain(full_name_, "a connection is refused: {}", refusal.problem);
  return refusal.code;
}

}  // namespace rtm
