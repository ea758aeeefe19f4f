// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/omg_wiring.h"

#include <fmt/format.h>

#include "gateways/rtm/corba/connector_chain.h"
#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/orb_access.h"

namespace rtm {
namespace {

/// Our ports wait for one that hangs up to four timeouts of a call, by default 4 s.
constexpr CORBA::ULong kDisconnectTimeout = 5'000;  // ms

std::string_view code_text(RTC::ReturnCode_t code) {
  switch (code) {
    case RTC::RTC_OK:
      return "RTC_OK";
    case RTC::RTC_ERROR:
      return "RTC_ERROR";
    case RTC::BAD_PARAMETER:
      return "BAD_PARAMETER";
    case RTC::UNSUPPORTED:
      return "UNSUPPORTED";
    case RTC::OUT_OF_RESOURCES:
      return "OUT_OF_RESOURCES";
    case RTC::PRECONDITION_NOT_MET:
      return "PRECONDITION_NOT_MET";
  }
  return "an unknown code";
}

ConnectorRefusal answered(RTC::PortService_ptr port, RTC::ReturnCode_t code) {
  if (code == RTC::RTC_OK) return {};
  return {code, fmt::format("the port at {} answers {}", address_of(port), code_text(code))};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> usual_properties(const std::string& data_type) {
  std::vector<std::pair<std::string, std::string>> properties{
      {"dataport.interface_type", "corba_cdr"},
      {"dataport.dataflow_type", "push"},
      {"dataport.subscription_type", "flush"},
  };
  if (!data_type.empty()) properties.insert(properties.begin(), {"dataport.data_type", data_type});
  return properties;
}

ConnectorRefusal connect_ports(Orb& orb, const Wire& wire, std::string& id) {
  id = wire.id.empty() ? new_connector_id() : wire.id;
  RTC::ConnectorProfile profile;
  profile.name = wire.name.c_str();
  profile.connector_id = id.c_str();
  profile.ports.length(static_cast<CORBA::ULong>(wire.ports.size()));
  for (CORBA::ULong i = 0; i != profile.ports.length(); ++i)
    profile.ports[i] = RTC::PortService::_duplicate(wire.ports[i].in());
  profile.properties = nv_list(wire.properties);
  if (auto refusal = check_profile(profile); refusal.is_refused()) return refusal;
  if (auto refusal = ask_ports(orb, profile.ports, wire.id.empty() ? nullptr : id.c_str()); refusal.is_refused())
    return refusal;
  // Twice the timeout, because the first port, too, has to be called before it calls the next.
  set_chain_timeouts(profile.ports, 2 * orb.call_timeout());
  const RTC::PortServiceList ports = profile.ports;
  RTC::PortService_ptr const first = ports[0].in();
  ConnectorRefusal refusal;
  try {
    const RTC::ReturnCode_t code = first->connect(profile);
    refusal = answered(first, code);
    // The id, or the connection, already exists: nothing has been made.
    if (code == RTC::PRECONDITION_NOT_MET) return refusal;
  } catch (const CORBA::SystemException& exception) {
    refusal = {RTC::BAD_PARAMETER, fmt::format("the port at {}: {}", address_of(first), describe(exception))};
  }
  if (refusal.is_refused()) disconnect_each(ports, 0, id.c_str());
  return refusal;
}

ConnectorRefusal disconnect_ports(RTC::PortService_ptr port, const std::string& id) {
  omniORB::setClientCallTimeout(port, kDisconnectTimeout);
  try {
    return answered(port, port->disconnect(id.c_str()));
  } catch (const CORBA::SystemException& exception) {
    return {RTC::BAD_PARAMETER, fmt::format("the port at {}: {}", address_of(port), describe(exception))};
  }
}

}  // namespace rtm
