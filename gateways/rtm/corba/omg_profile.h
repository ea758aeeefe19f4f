// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rtm/component/value.h"

namespace rtm {

// What tools read of components that have the interface of the OMG, ours and those of others. All calls throw
// CORBA::SystemException, after the time-out of the ORB at the latest.

/// More ports than this of one component, and more connections of one port, are not looked at.
inline constexpr std::size_t kMaxOmgPorts = 256;

/// A port as the profile of its component describes it.
struct OmgPort {
  enum class Kind : std::uint8_t { in, out, service };
  std::string name;  ///< without that of the component: "out". Of an OutPort of ours its own (see `omg_name`)
  Kind kind = Kind::service;
  struct Interface {
    std::string type, instance;
    bool is_provided = false;
  };
  std::vector<Interface> interfaces;  ///< of a service port
  std::string data_type;  ///< of values, as the port says it: "IDL:RTC/TimedLong:1.0"; empty of a service port
  bool can_push = true, can_pull = true;
  RTC::PortService_var port;
  RTC::ConnectorProfileList connectors;

  /// Nothing where no port of ours has such values.
  std::optional<ValueType> value_type() const;
  /// For users: "long", else the last name of the type, "RangeData".
  std::string type_text() const;
};

struct OmgProfile {
  std::string type, category;
  std::vector<OmgPort> ports;
};

/// Nothing for a port of a kind that is not known here.
std::optional<OmgPort::Kind> kind_of(const RTC::PortProfile& profile);
/// `get_component_profile`.
OmgProfile read_profile(RTC::RTObject_ptr component);

/// The contexts in which a component is switched: its own, or those in which it takes part if it has none.
std::vector<RTC::ExecutionContext_var> contexts_of(RTC::RTObject_ptr component);
/// "fault" if it is at error in one of these contexts, "on" if it is active in all, "off" if it is active in none or
/// some, "unknown" if there is no context that knows it.
std::string state_text(RTC::RTObject_ptr component);

/// The name of a port, as in OmgPort, by its reference if it is one of ours; else empty. No call is made.
struct OwnPort {
  std::string component, name;
  std::optional<OmgPort::Kind> kind;  ///< nothing where the reference does not say so
};
std::optional<OwnPort> own_port(RTC::PortService_ptr port);

}  // namespace rtm
