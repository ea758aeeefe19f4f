// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/context_servant.h"

#include <algorithm>
#include <utility>

#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/omg_component_servant.h"
#include "gateways/rtm/corba/omg_types.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/remote_participant.h"

namespace rtm {
namespace {

/// The common part of both kinds of servants. Other code in this process finds the context of a servant by it.
class ServedContext {
 public:
  ServedContext(std::shared_ptr<ExecutionContext> context, std::shared_ptr<ServantContext> shared, std::string owner)
      : context_(std::move(context)), shared_(std::move(shared)), owner_(std::move(owner)) {}
  virtual ~ServedContext() = default;

  const std::shared_ptr<ExecutionContext>& context() const { return context_; }

  RTC::ReturnCode_t add(RTC::LightweightRTObject_ptr component) {
    const std::shared_ptr<Participant> participant = as_participant(component);
    if (!participant) return RTC::BAD_PARAMETER;
    // Checked before any peer is called, because a peer may try this thousands of times.
    const auto present = context_->participants();
    if (std::ranges::any_of(present, [&](const auto& other) { return other->is(*participant); }))
      return RTC::PRECONDITION_NOT_MET;
    if (present.size() >= ExecutionContext::kMaxParticipants) return RTC::OUT_OF_RESOURCES;
    return dynamic_cast<RemoteParticipant*>(participant.get()) ? add_remote(component)
                                                               : to_wire(context_->add(participant));
  }

  RTC::ReturnCode_t remove(RTC::LightweightRTObject_ptr component) {
    const CORBA::Object_var owner = shared_->orb().access().reference(owner_);
    // Without its own context a component could not be switched on again.
    if (!CORBA::is_nil(component) && !CORBA::is_nil(owner.in()) && component->_is_equivalent(owner.in()))
      return RTC::PRECONDITION_NOT_MET;
    return apply(component, &ExecutionContext::remove);
  }

  template <typename Change>
  RTC::ReturnCode_t apply(RTC::LightweightRTObject_ptr component, Change changed) {
    const std::shared_ptr<Participant> participant = as_participant(component);
    return participant ? to_wire((*context_.*changed)(*participant)) : RTC::BAD_PARAMETER;
  }

  RTC::LifeCycleState state(RTC::LightweightRTObject_ptr component) {
    const std::shared_ptr<Participant> participant = as_participant(component);
    return participant ? to_wire(context_->state_of(*participant)) : RTC::CREATED_STATE;
  }

  RTC::ExecutionContextProfile* profile() {
    RTC::ExecutionContextProfile_var profile = new RTC::ExecutionContextProfile;
    profile->kind = to_wire(context_->kind());
    profile->rate = context_->rate();
    const CORBA::Object_var owner = shared_->orb().access().reference(owner_);
    profile->owner = RTC::RTObject::_unchecked_narrow(owner.in());
    for (const auto& participant : context_->participants()) {
      const RTC::LightweightRTObject_var reference = reference_of(*participant);
      // The owner has a separate field in the profile.
      if (CORBA::is_nil(reference.in()) || (!CORBA::is_nil(owner.in()) && reference->_is_equivalent(owner.in())))
        continue;
      const CORBA::ULong count = profile->participants.length();
      profile->participants.length(count + 1);
      profile->participants[count] = RTC::RTObject::_unchecked_narrow(reference.in());
    }
    profile->properties = nv_list({{"type", context_->type()}});
    return profile._retn();
  }

 private:
  RTC::ReturnCode_t add_remote(RTC::LightweightRTObject_ptr component) {
    if (!context_->takes_remote_participants()) {
      shared_->log().complain(owner_.substr(0, owner_.find('/')),
                              "the component at {} cannot take part here: this one has no activity",
                              address_of(component));
      return RTC::UNSUPPORTED;
    }
    const Asking asking(*shared_, ServantContext::kMaxAsking);
    if (!asking.is_admitted()) {
      shared_->log().complain(address_of(component), "too many components want to take part here at the same time");
      return RTC::OUT_OF_RESOURCES;
    }
    const auto participant = RemoteParticipant::make(component, shared_);
    return participant ? to_wire(context_->add(participant)) : RTC::RTC_ERROR;
  }

  /// The participant that a peer means: a component of this process, or a reference that can only be compared. Null if
  /// it cannot be a component.
  std::shared_ptr<Participant> as_participant(RTC::LightweightRTObject_ptr component) {
    if (CORBA::is_nil(component)) return nullptr;
    const PortableServer::ServantBase_var servant = shared_->orb().access().local_servant(component);
    if (!servant.in()) return std::make_shared<RemoteParticipant>(component);
    const auto* const ours = dynamic_cast<OmgComponentServant*>(servant.in());
    return ours ? ours->component_or_null() : nullptr;
  }

  RTC::LightweightRTObject_ptr reference_of(const Participant& participant) {
    if (const auto* const remote = dynamic_cast<const RemoteParticipant*>(&participant))
      return RTC::LightweightRTObject::_duplicate(remote->reference());
    const CORBA::Object_var object = shared_->orb().access().reference_of(dynamic_cast<const Component*>(&participant));
    return RTC::LightweightRTObject::_unchecked_narrow(object.in());
  }

  const std::shared_ptr<ExecutionContext> context_;
  const std::shared_ptr<ServantContext> shared_;
  const std::string owner_;
};

/// `Skeleton` is that of one of the two interfaces.
template <typename Skeleton>
class ContextServant : public Skeleton, public ServedContext {
 public:
  using ServedContext::ServedContext;

  CORBA::Boolean is_running() override { return context()->is_running(); }
  RTC::ReturnCode_t start() override { return to_wire(context()->start()); }
  RTC::ReturnCode_t stop() override { return to_wire(context()->stop()); }
  CORBA::Double get_rate() override { return context()->rate(); }
  RTC::ReturnCode_t set_rate(CORBA::Double rate) override { return to_wire(context()->set_rate(rate)); }
  RTC::ReturnCode_t add_component(RTC::LightweightRTObject_ptr component) override { return add(component); }
  RTC::ReturnCode_t remove_component(RTC::LightweightRTObject_ptr component) override { return remove(component); }
  RTC::ReturnCode_t activate_component(RTC::LightweightRTObject_ptr component) override {
    return apply(component, &ExecutionContext::activate);
  }
  RTC::ReturnCode_t deactivate_component(RTC::LightweightRTObject_ptr component) override {
    return apply(component, &ExecutionContext::deactivate);
  }
  RTC::ReturnCode_t reset_component(RTC::LightweightRTObject_ptr component) override {
    return apply(component, &ExecutionContext::reset);
  }
  RTC::LifeCycleState get_component_state(RTC::LightweightRTObject_ptr component) override { return state(component); }
  RTC::ExecutionKind get_kind() override { return to_wire(context()->kind()); }
  RTC::ExecutionContextProfile* get_profile() override { return profile(); }
};

class TickedContextServant final : public ContextServant<POA_OpenRTM::ExtTrigExecutionContextService> {
 public:
  using ContextServant::ContextServant;
  void tick() override { context()->tick(); }
};

}  // namespace

PortableServer::ServantBase* make_context_servant(std::shared_ptr<ExecutionContext> context,
                                                  std::shared_ptr<ServantContext> shared, std::string owner) {
  if (context->is_ticked()) return new TickedContextServant(std::move(context), std::move(shared), std::move(owner));
  return new ContextServant<POA_RTC::ExecutionContextService>(std::move(context), std::move(shared), std::move(owner));
}

std::shared_ptr<ExecutionContext> local_context(ServantContext& shared, RTC::ExecutionContext_ptr reference) {
  const PortableServer::ServantBase_var servant = shared.orb().access().local_servant(reference);
  const auto* const served = dynamic_cast<ServedContext*>(servant.in());
  return served ? served->context() : nullptr;
}

}  // namespace rtm
