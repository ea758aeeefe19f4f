// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/connector_chain.h"

#include <fmt/format.h>

#include <array>
#include <random>
#include <string_view>

#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/orb_access.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

/// Each port queries the other ports and then calls the next one, so a port waits twice the time of a call for each
/// port after it.
constexpr CORBA::ULong kCallsPerPort = 2;

std::string where(RTC::PortService_ptr port) {
  const std::string address = address_of(port);
  return address.empty() ? "a port elsewhere" : "the port at " + address;
}

bool knows(RTC::PortService_ptr port, const std::string& id) {
  const RTC::ConnectorProfile_var profile = port->get_connector_profile(id.c_str());
  return id == profile->connector_id.in();
}

/// Each port keeps the profiles of up to 64 connectors, and returns all of them in one message.
constexpr std::size_t kMaxProfileBytes = 32'768;

std::size_t bytes_of(const RTC::NVList& properties) {
  cdrMemoryStream stream;
  properties >>= stream;
  return stream.bufSize();
}

}  // namespace

ConnectorRefusal check_profile(const RTC::ConnectorProfile& profile) {
  const RTC::PortServiceList& ports = profile.ports;
  if (ports.length() == 0) return {RTC::BAD_PARAMETER, "it has no ports"};
  if (ports.length() > kMaxConnectorPorts)
    return {RTC::OUT_OF_RESOURCES, fmt::format("it has more than {} ports", kMaxConnectorPorts)};
  if (profile.properties.length() > kMaxProperties)
    return {RTC::BAD_PARAMETER, fmt::format("it has more than {} properties", kMaxProperties)};
  if (std::string_view(profile.connector_id.in()).size() > kMaxConnectorIdBytes ||
      std::string_view(profile.name.in()).size() > kMaxPropertyBytes)
    return {RTC::BAD_PARAMETER, "its name is too long"};
  if (bytes_of(profile.properties) > kMaxProfileBytes)
    return {RTC::BAD_PARAMETER, fmt::format("its properties have more than {} octets", kMaxProfileBytes)};
  for (CORBA::ULong i = 0; i != ports.length(); ++i) {
    if (CORBA::is_nil(ports[i].in())) return {RTC::BAD_PARAMETER, "one of its ports is nil"};
    for (CORBA::ULong k = 0; k != i; ++k)
      if (ports[i]->_is_equivalent(ports[k].in())) return {RTC::BAD_PARAMETER, "it names a port twice"};
  }
  return {};
}

std::optional<CORBA::ULong> place_of(RTC::PortService_ptr port, const RTC::PortServiceList& ports) {
  for (CORBA::ULong i = 0; i != ports.length(); ++i)
    if (port->_is_equivalent(ports[i].in())) return i;
  return std::nullopt;
}

ConnectorRefusal ask_ports(Orb& orb, const RTC::PortServiceList& ports, const char* id) {
  for (CORBA::ULong i = 0; i != ports.length(); ++i) {
    const PortableServer::ServantBase_var here = orb.access().local_servant(ports[i].in());
    try {
      // `_is_a` would be answered by the reference itself, which contains what the peer has written into it.
      const bool is_port = here.in() ? here->_ptrToInterface(RTC::PortService::_PD_repoId) != nullptr
                                     : ports[i]->_PR_getobj()->_remote_is_a(RTC::PortService::_PD_repoId) != 0;
      if (!is_port)
        return {RTC::BAD_PARAMETER, fmt::format("the object at {} is not a port", address_of(ports[i].in()))};
      if (id && knows(ports[i].in(), id))
        return {RTC::PRECONDITION_NOT_MET, where(ports[i].in()) + " already has one with its id"};
    } catch (const CORBA::SystemException& exception) {
      return {RTC::BAD_PARAMETER, fmt::format("{}: {}", where(ports[i].in()), describe(exception))};
    }
  }
  return {};
}

void set_chain_timeouts(const RTC::PortServiceList& ports, std::chrono::milliseconds call_timeout) {
  for (CORBA::ULong i = 0; i != ports.length(); ++i) {
    const CORBA::ULong calls = kCallsPerPort * (ports.length() - i);
    omniORB::setClientCallTimeout(ports[i].in(), calls * static_cast<CORBA::ULong>(call_timeout.count()));
  }
}

ConnectorRefusal notify_connect_to(RTC::PortService_ptr port, RTC::ConnectorProfile& profile) {
  try {
    const RTC::ReturnCode_t code = port->notify_connect(profile);
    if (code == RTC::RTC_OK) return {};
    return {code, where(port) + " refuses it"};
  } catch (const CORBA::SystemException& exception) {
    return {RTC::BAD_PARAMETER, fmt::format("{}: {}", where(port), describe(exception))};
  } catch (const CORBA::Exception& exception) {
    return {RTC::BAD_PARAMETER, fmt::format("{}: {}", where(port), exception._name())};
  }
}

bool notify_disconnect_to(RTC::PortService_ptr port, const char* id) {
  try {
    return port->notify_disconnect(id) == RTC::RTC_OK;
  } catch (const CORBA::Exception&) {
    return false;
  }
}

void disconnect_each(const RTC::PortServiceList& ports, CORBA::ULong first, const char* id) {
  for (CORBA::ULong i = first; i < ports.length(); ++i) notify_disconnect_to(ports[i].in(), id);
}

void disconnect_next(const RTC::PortServiceList& ports, CORBA::ULong first, const char* id) {
  for (CORBA::ULong i = first; i < ports.length(); ++i)
    if (notify_disconnect_to(ports[i].in(), id)) return;
}

std::string new_connector_id() {
  std::random_device random;
  std::array<std::uint32_t, 4> words{};
  for (std::uint32_t& word : words) word = random();
  // Version 4, variant 1 of RFC 4122.
  words[1] = (words[1] & 0xffff0fffU) | 0x00004000U;
  words[2] = (words[2] & 0x3fffffffU) | 0x80000000U;
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:04x}{:08x}", words[0], words[1] >> 16U, words[1] & 0xffffU,
                     words[2] >> 16U, words[2] & 0xffffU, words[3]);
}

}  // namespace rtm
