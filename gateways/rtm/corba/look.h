// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <string>
#include <utility>
#include <vector>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/names.h"
#include "spark/core/real_clock.h"

namespace rtm {

/// What was found out about one component. The first call that nobody answers ends it, so one that hangs costs one
/// time-out, whatever it has of ports.
struct Look {
  ComponentView view;
  /// Of foreign components: their InPorts with full names, to tell where links of others lead.
  std::vector<std::pair<std::string, ::InPort_var>> in_ports;
  /// What links without a name lead to, by their places in `view.links`.
  std::vector<std::pair<std::size_t, ::InPort_var>> targets;
};

/// Throws NamesUnavailable only; a component that is not there any more, or does not answer, is "gone".
Look look(Names& names, const std::string& component, Orb& orb, spark::RealClock& clock);

/// The name of a port: by its reference if it is one of ours, else it is asked. Throws CORBA::SystemException.
std::string port_name(::InPort_ptr port);
std::string port_name(::OutPort_ptr port);

}  // namespace rtm
