// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/omg_switch.h"

#include <fmt/format.h>
#include <OpenRTM.hh>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/omg_profile.h"
#include "gateways/rtm/corba/pausing.h"

namespace rtm {
namespace {

constexpr std::chrono::milliseconds kLookAgainAfter{20};
/// A component whose on_activated has failed reads ACTIVE until the next pass. This limits the wait for that pass.
constexpr std::chrono::milliseconds kLongestPass{200};

std::string_view answer_text(RTC::ReturnCode_t code) {
  switch (code) {
    case RTC::RTC_OK:
      return "ok";
    case RTC::BAD_PARAMETER:
      return "bad parameter";
    case RTC::UNSUPPORTED:
      return "not supported";
    case RTC::OUT_OF_RESOURCES:
      return "out of resources";
    case RTC::PRECONDITION_NOT_MET:
      return "precondition not met";
    default:
      return "error";
  }
}

/// One context in which the component is to be switched.
class Switching {
 public:
  Switching(RTC::ExecutionContext_ptr context, RTC::RTObject_ptr component, const std::string& name, bool on,
            spark::RealClock& clock)
      : context_(context), component_(component), name_(name), on_(on), clock_(clock) {}

  /// Whether the component is in the requested state. Otherwise requests the change that leads there, each change once.
  /// A context that does not answer in time counts as busy with a callback of the component.
  bool is_done() try {
    const RTC::LifeCycleState state = context_->get_component_state(component_);
    if (state == (on_ ? RTC::ACTIVE_STATE : RTC::INACTIVE_STATE)) return !on_ || !asked_ || has_lasted();
    if (state == RTC::ERROR_STATE) {
      if (on_ && asked_) throw std::runtime_error(fmt::format("{} is at fault: it could not be activated", name_));
      ask(reset_, &Context::reset_component, "reset");
    } else if (state == RTC::INACTIVE_STATE) {
      ask(asked_, &Context::activate_component, "activated");
    } else if (state == RTC::ACTIVE_STATE) {
      ask(asked_, &Context::deactivate_component, "deactivated");
    } else {
      throw std::runtime_error(fmt::format("{} does not take part in its execution context", name_));
    }
    return false;
  } catch (const CORBA::TIMEOUT&) {
    return false;
  }

  std::string_view why_not() {
    if (context_->get_component_state(component_) == RTC::ERROR_STATE) return "it is at fault";
    if (!context_->is_running()) return "its execution context is stopped";
    // Triggered contexts of OpenRTM-aist report the kind PERIODIC.
    if (context_->get_kind() != RTC::PERIODIC || context_->_is_a(OpenRTM::ExtTrigExecutionContextService::_PD_repoId))
      return "its execution context waits to be triggered, and it changes with the next tick";
    return "it may still change";
  }

 private:
  using Context = RTC::_objref_ExecutionContext;
  using Change = RTC::ReturnCode_t (Context::*)(RTC::LightweightRTObject_ptr);

  /// Whether it has been active for two passes.
  bool has_lasted() {
    const auto now = clock_.now();
    if (!active_until_) {
      const double rate = context_->get_kind() == RTC::PERIODIC ? context_->get_rate() : 0.0;
      const std::chrono::duration<double> passes(rate > 0.0 ? 2.0 / rate : 0.0);
      active_until_ = now + std::chrono::duration_cast<spark::RealClock::Duration>(
                                std::min<std::chrono::duration<double>>(passes, kLongestPass));
    }
    return now >= *active_until_;
  }

  void ask(bool& is_asked, Change change, std::string_view what) {
    if (is_asked) return;
    is_asked = true;
    const RTC::ReturnCode_t code = (context_->*change)(component_);
    // RTC_ERROR may mean that there was no pass yet, and PRECONDITION_NOT_MET that the state has changed meanwhile.
    if (code != RTC::RTC_OK && code != RTC::RTC_ERROR && code != RTC::PRECONDITION_NOT_MET)
      throw std::runtime_error(fmt::format("{} cannot be {}: {}", name_, what, answer_text(code)));
  }

  RTC::ExecutionContext_ptr context_;
  RTC::RTObject_ptr component_;
  const std::string& name_;
  const bool on_;
  spark::RealClock& clock_;
  bool asked_ = false, reset_ = false;
  std::optional<spark::RealClock::Time> active_until_;  ///< when it counts as activated, unless it has failed by then
};

}  // namespace

void switch_component(RTC::RTObject_ptr component, const std::string& name, bool on, std::chrono::milliseconds timeout,
                      spark::RealClock& clock) {
  const auto contexts = contexts_of(component);
  if (contexts.empty()) throw std::runtime_error(fmt::format("{} has no execution context to run in", name));
  const auto end = clock.now() + timeout;
  for (const RTC::ExecutionContext_var& context : contexts) {
    if (on && !context->is_running()) context->start();
    Switching switching(context.in(), component, name, on, clock);
    while (!switching.is_done()) {
      if (clock.now() >= end)
        throw NotYet(fmt::format("{} is not {} after {:g} s: {}", name, on ? "on" : "off",
                                 std::chrono::duration<double>(timeout).count(), switching.why_not()));
      pause(clock, kLookAgainAfter);
    }
  }
}

}  // namespace rtm
