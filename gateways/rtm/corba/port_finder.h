// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <string>
#include <string_view>
#include <utility>

#include "gateways/rtm/corba/names.h"

namespace rtm {

/// "Motor0" and "position" of "Motor0.position". Throws std::runtime_error for what is no name of a port.
std::pair<std::string, std::string> split_port(std::string_view port);

/// The component of that name, not asked for anything yet. Throws std::runtime_error with the nearest name.
RtComponent_var find_component(Names& names, const std::string& component);

/// The ports of that name, "Motor0.position". Throws std::runtime_error with the nearest name, CORBA::SystemException.
::InPort_var find_in_port(Names& names, const std::string& port);
::OutPort_var find_out_port(Names& names, const std::string& port);

/// The OutPort of that name, else the InPort; one of both is nil.
struct AnyPort {
  ::OutPort_var out;
  ::InPort_var in;
};
AnyPort find_port(Names& names, const std::string& port);

}  // namespace rtm
