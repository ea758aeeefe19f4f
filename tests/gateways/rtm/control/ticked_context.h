// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <OpenRTM.hh>
#include <functional>
#include <utility>

/// An execution context of another program that is ticked from outside; each tick is a call of `ticked`.
class RecordingContext final : public POA_OpenRTM::ExtTrigExecutionContextService {
 public:
  explicit RecordingContext(std::function<void()> ticked) : ticked_(std::move(ticked)) {}
  void tick() override { ticked_(); }

  CORBA::Boolean is_running() override { return true; }
  RTC::ReturnCode_t start() override { return RTC::UNSUPPORTED; }
  RTC::ReturnCode_t stop() override { return RTC::UNSUPPORTED; }
  CORBA::Double get_rate() override { return 1000; }
  RTC::ReturnCode_t set_rate(CORBA::Double) override { return RTC::UNSUPPORTED; }
  RTC::ReturnCode_t add_component(RTC::LightweightRTObject_ptr) override { return RTC::UNSUPPORTED; }
  RTC::ReturnCode_t remove_component(RTC::LightweightRTObject_ptr) override { return RTC::UNSUPPORTED; }
  RTC::ReturnCode_t activate_component(RTC::LightweightRTObject_ptr) override { return RTC::UNSUPPORTED; }
  RTC::ReturnCode_t deactivate_component(RTC::LightweightRTObject_ptr) override { return RTC::UNSUPPORTED; }
  RTC::ReturnCode_t reset_component(RTC::LightweightRTObject_ptr) override { return RTC::UNSUPPORTED; }
  RTC::LifeCycleState get_component_state(RTC::LightweightRTObject_ptr) override { return RTC::INACTIVE_STATE; }
  RTC::ExecutionKind get_kind() override { return RTC::EVENT_DRIVEN; }
  RTC::ExecutionContextProfile* get_profile() override { return new RTC::ExecutionContextProfile; }

 private:
  const std::function<void()> ticked_;
};
