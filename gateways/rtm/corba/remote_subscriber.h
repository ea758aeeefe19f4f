// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <memory>
#include <optional>
#include <string>

#include "gateways/rtm/component/out_port.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// An InPort elsewhere that has subscribed. Pushes are calls that leave this process; values are converted into the
/// type of that port here, because others may be less forgiving than our own.
class RemoteSubscriber final : public Subscriber {
 public:
  /// `type`: what the port says it takes; nothing where it takes any value.
  RemoteSubscriber(::InPort_ptr port, std::optional<ValueType> type, std::shared_ptr<ServantContext> context);

  Push push(const Value& value) override;
  bool is(const Subscriber& other) const override;
  /// Ports of our own making have their names in their references (`key_of`); of others nothing is known.
  std::string name() const override;
  std::string address() const override;

  ::InPort_ptr reference() const { return port_.in(); }  ///< borrowed

 private:
  ::InPort_var port_;
  std::optional<Value> converted_;
  std::shared_ptr<ServantContext> context_;
  const std::string name_, address_;
};

/// The subscriber behind a reference that a peer has handed over, for an OutPort of that type. Asks the port for its
/// type, so it may last as long as a call; no lock may be held. Null, with the reason in `problem`, if it is nil, does
/// not answer or takes other values.
std::shared_ptr<Subscriber> subscriber(::InPort_ptr port, ValueType type,
                                       const std::shared_ptr<ServantContext>& context, std::string& problem);

/// The same without asking anybody: only good for finding it among those who have subscribed.
std::shared_ptr<Subscriber> known_subscriber(::InPort_ptr port, const std::shared_ptr<ServantContext>& context);

}  // namespace rtm
