// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/omg_ticker.h"

#include <OpenRTM.hh>

#include <algorithm>
#include <utility>

#include "gateways/rtm/corba/calling.h"
#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/omg_profile.h"
#include "gateways/rtm/corba/omg_types.h"
#include "gateways/rtm/corba/text.h"

namespace rtm {
namespace {

/// Contexts answer requests for changes after 0.5 s at the latest, unless they are configured otherwise.
constexpr std::chrono::milliseconds kMinChangeTimeout{2'000};

class OmgTicker final : public TickedComponent {
 public:
  OmgTicker(RTC::RTObject_ptr component, std::string name, std::chrono::milliseconds usual)
      : name_(std::move(name)), usual_(usual), component_(RTC::RTObject::_duplicate(component)) {
    calling(name_, [this] { find_context(); });
  }

  const std::string& context_type() const override { return type_; }
  bool is_ticked() const override { return !CORBA::is_nil(ticked_.in()); }

  void tick(std::chrono::milliseconds longest) override {
    if (!is_ticked()) return;
    may_last(longest);
    calling(name_, [this] { ticked_->tick(); });
  }
  LifeCycle state() override {
    may_last(usual_);
    return calling(name_, [this] {
      const RTC::LifeCycleState state = context_->get_component_state(component_.in());
      return state <= RTC::ERROR_STATE ? static_cast<LifeCycle>(state) : LifeCycle::created;
    });
  }
  ReturnCode activate() override { return change(&RTC::_objref_ExecutionContext::activate_component); }
  ReturnCode deactivate() override { return change(&RTC::_objref_ExecutionContext::deactivate_component); }
  ReturnCode reset() override { return change(&RTC::_objref_ExecutionContext::reset_component); }

 private:
  using Change = RTC::ReturnCode_t (RTC::_objref_ExecutionContext::*)(RTC::LightweightRTObject_ptr);

  void find_context() {
    RTC::ExecutionContext_var first;
    for (const RTC::ExecutionContext_var& context : contexts_of(component_.in())) {
      if (CORBA::is_nil(first.in())) first = context;
      ticked_ = OpenRTM::ExtTrigExecutionContextService::_narrow(context.in());
      if (!is_ticked()) continue;
      first = context;
      break;
    }
    if (CORBA::is_nil(first.in()))
      throw std::runtime_error(fmt::format("{} has no execution context to run in", name_));
    context_ = first;
    read_type();
  }

  /// Reads the type of the context. Not all contexts have a profile.
  void read_type() {
    try {
      const RTC::ExecutionContextService_var service = RTC::ExecutionContextService::_narrow(context_.in());
      if (CORBA::is_nil(service.in())) return;
      const RTC::ExecutionContextProfile_var profile = service->get_profile();
      type_ = shown(find_text(profile->properties, "type").value_or("").c_str());
    } catch (const CORBA::SystemException& exception) {
      if (is_absence(exception)) throw;
    }
  }

  ReturnCode change(Change asked) {
    may_last(std::max(usual_, kMinChangeTimeout));
    return calling(name_, [&] { return from_wire((context_.in()->*asked)(component_.in())); });
  }

  /// Sets the timeout of the next call.
  void may_last(std::chrono::milliseconds longest) {
    if (longest == longest_) return;
    longest_ = longest;
    omniORB::setClientCallTimeout(context_.in(), static_cast<CORBA::ULong>(longest.count()));
    if (is_ticked()) omniORB::setClientCallTimeout(ticked_.in(), static_cast<CORBA::ULong>(longest.count()));
  }

  const std::string name_;
  const std::chrono::milliseconds usual_;
  const RTC::RTObject_var component_;
  RTC::ExecutionContext_var context_;
  OpenRTM::ExtTrigExecutionContextService_var ticked_;  ///< the same; nil if it cannot be ticked
  std::string type_;
  std::chrono::milliseconds longest_{0};
};

}  // namespace

std::unique_ptr<TickedComponent> make_ticker(RTC::RTObject_ptr component, const std::string& name,
                                             std::chrono::milliseconds usual) {
  return std::make_unique<OmgTicker>(component, name, usual);
}

}  // namespace rtm
