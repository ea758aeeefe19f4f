// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/controller_object.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/corba/orb_access.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

constexpr std::size_t kMaxDescription = 300;  // bytes, in a line

/// Calls an operation that a controller is not required to have.
template <typename Call>
void call_if_there(Call call) {
  try {
    call();
  } catch (const CORBA::BAD_OPERATION&) {  // NOLINT(bugprone-empty-catch): not needed
  } catch (const CORBA::NO_IMPLEMENT&) {   // NOLINT(bugprone-empty-catch): the same, of other ORBs
  }
}

/// Limits the time of calls to the object during its lifetime.
class CallLimit {
 public:
  CallLimit(CORBA::Object_ptr object, std::chrono::milliseconds limit, std::chrono::milliseconds usual)
      : object_(object), usual_(usual) {
    set(std::max(limit, usual));
  }
  ~CallLimit() { set(usual_); }
  CallLimit(const CallLimit&) = delete;
  CallLimit& operator=(const CallLimit&) = delete;

 private:
  void set(std::chrono::milliseconds limit) {
    omniORB::setClientCallTimeout(object_, static_cast<CORBA::ULong>(limit.count()));
  }
  const CORBA::Object_ptr object_;
  const std::chrono::milliseconds usual_;
};

}  // namespace

/// The reason why a call failed.
struct ControllerObject::Failure {
  explicit Failure(const OpenHRP::Controller::ControllerException& refusal)
      : text(spark::printable(refusal.description.in(), kMaxDescription)) {}
  explicit Failure(const CORBA::SystemException& exception)
      : text(describe(exception)), is_absent(is_absence(exception)), has_hung(is_timeout(exception)) {}
  std::string text;
  bool is_absent = false, has_hung = false;

  /// Returns null if the call succeeded.
  template <typename Call>
  static std::optional<Failure> of(Call call) {
    try {
      call();
    } catch (const OpenHRP::Controller::ControllerException& refusal) {
      return Failure(refusal);
    } catch (const CORBA::SystemException& exception) {
      return Failure(exception);
    }
    return std::nullopt;
  }
};

ControllerObject::ControllerObject(Settings settings, Orb& orb, Names* names, const RobotSnapshots& robots,
                                   spark::RealClock& clock)
    : settings_(std::move(settings)), orb_(orb), names_(names), robots_(robots), log_(orb.log()), search_(clock) {
  tally_.controller = settings_.name;
}

ControllerObject::~ControllerObject() {
  search_.end();
}

// Called on the thread of the search.

void ControllerObject::look(std::function<void()> changed) {
  if (!names_)
    throw std::runtime_error(fmt::format("{}: there is no name server to find it; --Rtm.NameServer is none", label()));
  changed_ = std::move(changed);
  search_.add([this] { return search_first(); });
}

/// The object that is bound under the controller's name, if it answers. One that hangs may still exist.
ControllerObject::Sighting ControllerObject::find_object() {
  try {
    const CORBA::Object_var object = names_->resolve(root_path(settings_.name, ""));
    if (CORBA::is_nil(object.in())) return {.is_gone = true};
    bool is_there = false;
    const auto failure = Failure::of([&] { is_there = !object->_non_existent(); });
    if (!is_there) return {.is_gone = !failure || !failure->has_hung};
    // Not narrowed, because the first call shows what it is.
    return {.object = OpenHRP::Controller::_unchecked_narrow(object.in())};
  } catch (const NamesUnavailable& problem) {
    log_.complain(label(), "cannot be searched for: {}", problem.what());
    return {};
  }
}

PeerSearch::Attempt ControllerObject::search_first() {
  const OpenHRP::Controller_var found = find_object().object;
  if (CORBA::is_nil(found.in())) return PeerSearch::Attempt::again;
  {
    const std::lock_guard lock(mutex_);
    controller_ = found;
    state_ = State::found;
  }
  changed_();
  return PeerSearch::Attempt::done;
}

PeerSearch::Attempt ControllerObject::search_again() {
  {
    const std::lock_guard lock(mutex_);
    if (rest_ > 0) {
      --rest_;
      return PeerSearch::Attempt::again;
    }
  }
  const auto [found, is_gone] = find_object();
  const bool is_there = !CORBA::is_nil(found.in());
  bool is_known = false;
  {
    const std::lock_guard lock(mutex_);
    // If the object is gone, the next one is another object, even under the same reference.
    if (is_gone) is_prepared_ = false;
    is_known = is_there && is_prepared_ && found->_is_equivalent(controller_.in());
  }
  if (!is_there) return PeerSearch::Attempt::again;
  if (!is_known)
    if (const auto failure = Failure::of([&, &found = found] { restart(found.in()); })) {
      log_.complain(label(), "was found again, but cannot be started: {}", failure->text);
      return PeerSearch::Attempt::again;
    }
  log_.normal("rtm: {} of robot {} {}", label(), start_.robot,
              is_known ? "answers again" : "was found again, and has started");
  const std::lock_guard lock(mutex_);
  controller_ = found;
  is_prepared_ = is_begun_ = true;
  state_ = State::in_use;
  return PeerSearch::Attempt::done;
}

void ControllerObject::restart(OpenHRP::Controller_ptr found) {
  prepare(found, kRestartLimit);
  begin(found);
}

// Called on the robot's thread.

std::vector<std::string> ControllerObject::missing() const {
  const std::lock_guard lock(mutex_);
  if (state_ == State::sought) return {settings_.name};
  return {};
}

void ControllerObject::start(const ControlStart& start) {
  start_ = start;
  auto simulator = std::make_unique<DynamicsSimulator>(
      orb_, robots_,
      DynamicsSimulator::Settings{.robot = start.robot,
                                  .controller = fmt::format("{} of robot {}", label(), start.robot),
                                  .step_seconds = start.step_seconds,
                                  .period_seconds = start.period_seconds(),
                                  .gravity = settings_.gravity,
                                  .watchdog = settings_.watchdog});
  OpenHRP::Controller_var controller;
  {
    const std::lock_guard lock(mutex_);
    simulator_ = std::move(simulator);
    controller = controller_;
  }
  if (const auto failure = Failure::of([&] { prepare(controller.in(), settings_.initialize_limit); }))
    throw std::runtime_error(fmt::format("{} cannot be initialized: {}", label(), failure->text));
  const std::lock_guard lock(mutex_);
  is_prepared_ = true;
  state_ = State::in_use;
}

void ControllerObject::prepare(OpenHRP::Controller_ptr controller, std::chrono::milliseconds initialize_limit) {
  call_if_there([&] { controller->setModelName(start_.robot.c_str()); });
  call_if_there([&] { controller->setDynamicsSimulator(simulator_->reference()); });
  call_if_there([&] { controller->setTimeStep(start_.period_seconds()); });
  const CallLimit limit(controller, initialize_limit, orb_.call_timeout());
  call_if_there([&] { controller->initialize(); });
}

void ControllerObject::begin(OpenHRP::Controller_ptr controller) {
  call_if_there([&] { controller->start(); });
}

void ControllerObject::meet(const RobotBody& body) {
  simulator_->meet(body);
}

bool ControllerObject::input(const Sensation& sensation) {
  simulator_->begin(sensation);
  bool is_begun = false;
  {
    const std::lock_guard lock(mutex_);
    ++tally_.periods;
    active_ = state_ == State::in_use ? OpenHRP::Controller::_duplicate(controller_.in()) : OpenHRP::Controller::_nil();
    is_begun = std::exchange(is_begun_, true);
  }
  if (CORBA::is_nil(active_.in())) return true;  // its output makes the robot safe
  if (!is_begun)
    if (const auto failure = Failure::of([&] { begin(active_.in()); })) {
      failed(*failure);
      return true;
    }
  attempt(&OpenHRP::_objref_Controller::input);
  return true;
}

bool ControllerObject::control() {
  attempt(&OpenHRP::_objref_Controller::control);
  return true;
}

bool ControllerObject::output(Answer& answer) {
  if (attempt(&OpenHRP::_objref_Controller::output)) {
    const std::lock_guard lock(mutex_);
    ++tally_.ticks;
    next_rest_ = 1;
  }
  active_ = OpenHRP::Controller::_nil();
  simulator_->make_orders(answer);
  return true;
}

/// Returns false if the object is skipped in the rest of this period.
bool ControllerObject::attempt(void (OpenHRP::_objref_Controller::*operation)()) {
  if (CORBA::is_nil(active_.in())) return false;
  const auto failure = Failure::of([&] { (active_.in()->*operation)(); });
  if (failure) failed(*failure);
  return !failure;
}

void ControllerObject::failed(const Failure& failure) {
  active_ = OpenHRP::Controller::_nil();
  {
    const std::lock_guard lock(mutex_);
    ++tally_.failures;
  }
  if (failure.is_absent)
    leave_alone(failure);
  else
    log_.complain(fmt::format("{} of robot {}", label(), start_.robot), "a control period fails: {}", failure.text);
}

void ControllerObject::leave_alone(const Failure& failure) {
  {
    const std::lock_guard lock(mutex_);
    state_ = State::away;
    // An object that has only hung is still the same.
    is_prepared_ = is_prepared_ && failure.has_hung;
    rest_ = failure.has_hung ? std::exchange(next_rest_, std::min(2 * next_rest_, kLongestRest)) : 0;
  }
  search_.add([this] { return search_again(); });
  log_.warning("rtm: {} of robot {}: {}; it is skipped, and looked for every second", label(), start_.robot,
               failure.text);
}

void ControllerObject::restart() {
  simulator_->restart();
  OpenHRP::Controller_var controller;
  {
    const std::lock_guard lock(mutex_);
    is_begun_ = false;
    if (state_ != State::in_use) return;
    controller = controller_;
  }
  const auto failure = Failure::of([&] {
    call_if_there([&] { controller->stop(); });
    prepare(controller.in(), kRestartLimit);
  });
  if (!failure) return;
  {
    const std::lock_guard lock(mutex_);
    is_prepared_ = false;
    state_ = State::away;
  }
  search_.add([this] { return search_again(); });
  log_.warning("rtm: {} of robot {} cannot be started again: {}; it is skipped, and looked for every second", label(),
               start_.robot, failure->text);
}

void ControllerObject::stop() {
  if (std::exchange(has_stopped_, true)) return;
  search_.end();
  State state = State::sought;
  {
    const std::lock_guard lock(mutex_);
    state = state_;
  }
  if (state == State::in_use) {
    const auto failure = Failure::of([&] { call_if_there([&] { controller_->stop(); }); });
    if (failure) log_.complain(label(), "cannot be stopped: {}", failure->text);
  }
  if (simulator_) simulator_->end();
}

std::vector<ControlTally> ControllerObject::tallies() const {
  const std::lock_guard lock(mutex_);
  ControlTally tally = tally_;
  if (simulator_) {
    tally.refusals = simulator_->refusals();
    tally.clamped = simulator_->clamped();
  }
  return {tally};
}

}  // namespace rtm
