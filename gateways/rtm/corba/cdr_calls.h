// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <DataPort_OpenRTM.hh>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gateways/rtm/component/port_buffer.h"

namespace rtm {

/// The maximum size of a value in a message; our values need no more. Longer ones are read to their end and refused.
inline constexpr std::size_t kMaxCdrBytes = (1U << 20) + 64;

// The calls that carry values between data ports, in this process or another. They work like the stubs, but without
// copies: octets are copied directly between the message and a buffer that keeps its capacity. Both throw
// CORBA::SystemException, after the timeout of the ORB at the latest.

/// InPortCdr::put.
PortStatus put_octets(OpenRTM::InPortCdr_ptr port, std::span<const std::uint8_t> octets);
/// OutPortCdr::get.
PortStatus get_octets(OpenRTM::OutPortCdr_ptr port, std::vector<std::uint8_t>& octets);

/// Reads a sequence of octets; returns false, with `into` empty, if it is longer than kMaxCdrBytes. Throws
/// CORBA::MARSHAL if the message ends early.
bool read_octets(cdrStream& from, std::vector<std::uint8_t>& into);
void write_octets(cdrStream& into, std::span<const std::uint8_t> octets);

}  // namespace rtm
