// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <memory>
#include <optional>
#include <string>

#include "gateways/rtm/component/out_port.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// A remote InPort that has subscribed. Pushes are remote calls; values are converted to the type of that port before
/// they are sent, because other programs may not convert them.
class RemoteSubscriber final : public Subscriber {
 public:
  /// `type`: the type that the port reports; nothing if it takes any value.
  RemoteSubscriber(::InPort_ptr port, std::optional<ValueType> type, std::shared_ptr<ServantContext> context);

  Push push(const Value& value) override;
  bool is(const Subscriber& other) const override;
  /// Our own ports have their names in their references (`key_of`); the names of other ports are unknown.
  std::string name() const override;
  std::string address() const override;

  ::InPort_ptr reference() const { return port_.in(); }  ///< borrowed

 private:
  ::InPort_var port_;
  std::optional<Value> converted_;
  std::shared_ptr<ServantContext> context_;
  const std::string name_, address_;
};

/// The subscriber for an InPort reference from a peer, for an OutPort of that type. Queries the type of the InPort,
/// which may take as long as a call; no lock may be held. Null, with the reason in `problem`, if the reference is nil,
/// or the port does not answer or takes values of another type.
std::shared_ptr<Subscriber> subscriber(::InPort_ptr port, ValueType type,
                                       const std::shared_ptr<ServantContext>& context, std::string& problem);

/// The same without a call, only to find it among the subscribers.
std::shared_ptr<Subscriber> known_subscriber(::InPort_ptr port, const std::shared_ptr<ServantContext>& context);

}  // namespace rtm
