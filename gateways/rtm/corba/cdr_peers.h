// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <DataPort_OpenRTM.hh>
#include <bit>
#include <functional>
#include <memory>
#include <string>

#include "gateways/rtm/component/out_port.h"
#include "gateways/rtm/component/port_buffer.h"
#include "gateways/rtm/corba/connector_table.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// What one end of a connector needs for calls to the other end.
struct CdrPeer {
  ValueType type;     ///< of the port at this end
  std::endian order;  ///< of the octets
  std::string name;   ///< of the port at this end: "Motor0.position", for log lines
  /// Called with the reason when a call was not answered, which ends the connector.
  std::function<void(const std::string& why)> lost;
};

/// The subscriber of an OutPort that puts into this object, in this process or another. Makes a call to query the type
/// of the object. Refused if it is not an InPortCdr, does not answer, or takes values of another type.
ConnectorRefusal cdr_subscriber(CORBA::Object_ptr object, CdrPeer peer, const std::shared_ptr<ServantContext>& context,
                                std::shared_ptr<Subscriber>& into);

/// The source of an InPort that gets from this object; otherwise the same.
ConnectorRefusal cdr_source(CORBA::Object_ptr object, CdrPeer peer, const std::shared_ptr<ServantContext>& context,
                            std::shared_ptr<ValueSource>& into);

}  // namespace rtm
