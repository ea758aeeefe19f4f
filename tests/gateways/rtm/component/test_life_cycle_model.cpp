// SPDX-License-Identifier: Apache-2.0
//
// Random operations on an execution context, compared with a small model.
#include <rapidcheck.h>

#include <catch2/catch.hpp>

#include "tests/gateways/rtm/component/recorder.h"
#include "tests/support/properties.h"

namespace rtm {
namespace {

enum class Operation { activate, deactivate, reset, fail, tick, start, stop, add, remove, switch_on, switch_off };

/// The state and callbacks of a component in a context by the table of the life cycle.
struct Modelled {
  LifeCycle state = LifeCycle::inactive;
  bool leaves = false, enters = false, fails = false, takes_part = true;
  char failing = 0;  ///< the callback that is to fail next
  std::string calls;

  bool call(char callback) {
    calls += callback;
    if (failing != callback) return true;
    failing = 0;
    return false;
  }
  void change() {
    bool is_well = true;
    while (leaves || (is_well && (fails || (enters && state == LifeCycle::inactive)))) {
      if (leaves) {
        leaves = fails = false;
        if (state == LifeCycle::active) call('D');
        const bool stays = state == LifeCycle::error && !call('R');
        if (stays) enters = false;
        state = stays ? LifeCycle::error : LifeCycle::inactive;
      } else if (fails) {
        if (state == LifeCycle::active) call('D');
        call('B');
        fails = enters = false;
        state = LifeCycle::error;
      } else {
        enters = false;
        is_well = call('A');
        fails = !is_well;
        state = LifeCycle::active;
      }
    }
  }
  void pass() {
    change();
    if (state == LifeCycle::error) call('E');
    if (state != LifeCycle::active || fails) return;
    fails = !call('X') || !call('U');
  }
  ReturnCode ask(LifeCycle from, bool to_active) {
    if (!takes_part) return ReturnCode::bad_parameter;
    if (state != from) return ReturnCode::precondition_not_met;
    if (from == LifeCycle::active && fails) return ReturnCode::ok;  // it goes to ERROR nevertheless
    enters = to_active;
    leaves = !to_active;
    return ReturnCode::ok;
  }
  void lead(bool to_active) {
    const bool is_active = state == LifeCycle::active;
    enters = to_active && !(is_active && !leaves && !fails);
    leaves = leaves || state == LifeCycle::error || (is_active && (!to_active || fails));
  }
};

/// The owner of a context and two guests, each beside its model.
class Modelling {
 public:
  Modelling() {
    stage_.folders_ = {COMPONENT_FOLDER};
    stage_.manager().add_type("Recorder", [this] {
      recorders_.push_back(std::make_shared<Recorder>());
      return recorders_.back();
    });
    for (int i = 0; i < 3; ++i) stage_.manager().create("Recorder", {}, ticked_settings());
    context_ = recorders_[0]->owned_contexts().at(0);
    for (const int guest : {1, 2}) context_->add(recorders_[static_cast<std::size_t>(guest)]);
    for (const auto& recorder : recorders_) recorder->taken();
  }

  void carry_out(Operation operation, std::size_t which) {
    Recorder& recorder = *recorders_[which];
    Modelled& model = models_[which];
    switch (operation) {
      case Operation::activate:
        RC_ASSERT(context_->activate(recorder) == model.ask(LifeCycle::inactive, true));
        break;
      case Operation::deactivate:
        RC_ASSERT(context_->deactivate(recorder) == model.ask(LifeCycle::active, false));
        break;
      case Operation::reset:
        RC_ASSERT(context_->reset(recorder) == model.ask(LifeCycle::error, false));
        break;
      case Operation::fail:
        model.failing = *rc::gen::element('A', 'D', 'B', 'E', 'R', 'X', 'U');
        for (const char callback : {'A', 'D', 'B', 'E', 'R', 'X', 'U'})
          recorder.fail_in(callback, callback == model.failing);
        break;
      case Operation::tick:
        context_->tick();
        if (!is_running_) break;
        for (Modelled& one : models_)
          if (one.takes_part) one.pass();
        break;
      case Operation::start:
      case Operation::stop:
        start_or_stop(operation == Operation::start);
        break;
      case Operation::add:
        add(which);
        break;
      case Operation::remove:
        remove(which);
        break;
      case Operation::switch_on:
      case Operation::switch_off:
        if (which == 0) lead(operation == Operation::switch_on);
        break;
    }
  }

  void check() {
    for (std::size_t i = 0; i < recorders_.size(); ++i) {
      RC_ASSERT(recorders_[i]->taken() == std::exchange(models_[i].calls, {}));
      RC_ASSERT(context_->state_of(*recorders_[i]) == (models_[i].takes_part ? models_[i].state : LifeCycle::created));
    }
    if (models_[0].state == LifeCycle::error) RC_ASSERT(recorders_[0]->state() == State::fault);
    if (recorders_[0]->state() == State::on) RC_ASSERT(models_[0].state == LifeCycle::active);
  }

 private:
  void start_or_stop(bool starts) {
    const ReturnCode expected = starts == is_running_ ? ReturnCode::precondition_not_met : ReturnCode::ok;
    RC_ASSERT((starts ? context_->start() : context_->stop()) == expected);
    if (expected != ReturnCode::ok) return;
    is_running_ = starts;
    for (Modelled& one : models_)
      if (one.takes_part) one.call(starts ? 'S' : 'H');
  }
  void add(std::size_t which) {
    Modelled& model = models_[which];
    RC_ASSERT(context_->add(recorders_[which]) ==
              (model.takes_part ? ReturnCode::precondition_not_met : ReturnCode::ok));
    if (model.takes_part) return;
    const Modelled before = model;
    model = {};
    model.failing = before.failing;
    model.calls = before.calls;
  }
  void remove(std::size_t which) {
    if (which == 0) return;  // its own
    Modelled& model = models_[which];
    RC_ASSERT(context_->remove(*recorders_[which]) == (model.takes_part ? ReturnCode::ok : ReturnCode::bad_parameter));
    if (!std::exchange(model.takes_part, false)) return;
    if (model.state == LifeCycle::active) model.call('D');
  }
  void lead(bool to_active) {
    RC_ASSERT((to_active ? recorders_[0]->switch_on() : recorders_[0]->switch_off()));
    models_[0].lead(to_active);
    // In a stopped context the switch itself carries out the changes, for all participants.
    if (is_running_ || !(models_[0].leaves || models_[0].fails || models_[0].enters)) return;
    for (Modelled& one : models_)
      if (one.takes_part) one.change();
  }

  ComponentStage stage_;
  std::vector<std::shared_ptr<Recorder>> recorders_;
  std::shared_ptr<ExecutionContext> context_;
  std::array<Modelled, 3> models_;
  bool is_running_ = true;
};

TEST_CASE("random operations on a context agree with the table of the life cycle") {
  const auto property = [] {
    Modelling modelling;
    const int count = *rc::gen::inRange(1, 60);
    for (int i = 0; i < count; ++i) {
      const auto operation = *rc::gen::weightedElement<Operation>({{6, Operation::tick},
                                                                   {4, Operation::activate},
                                                                   {3, Operation::fail},
                                                                   {2, Operation::deactivate},
                                                                   {2, Operation::reset},
                                                                   {2, Operation::switch_on},
                                                                   {1, Operation::switch_off},
                                                                   {1, Operation::start},
                                                                   {1, Operation::stop},
                                                                   {1, Operation::add},
                                                                   {1, Operation::remove}});
      modelling.carry_out(operation, *rc::gen::inRange<std::size_t>(0, 3));
      modelling.check();
    }
  };
  hold(property, 100);
}

}  // namespace
}  // namespace rtm
