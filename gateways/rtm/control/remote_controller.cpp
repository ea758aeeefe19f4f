// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "gateways/rtm/control/controller.h"
#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/names.h"
#include "gateways/rtm/corba/pausing.h"
#include "gateways/rtm/corba/peer_search.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

/// The interval between two requests for the state of a controller that is ACTIVE.
constexpr std::chrono::seconds kStateInterval{1};
/// A context that answers a tick before the pass is over may make a state change only shortly afterwards.
constexpr int kChangeTries = 10;
constexpr std::chrono::milliseconds kChangePause{20};
/// How long a controller that did not answer is not called: at first, and at most; and how long it has to work until it
/// counts as sound again.
constexpr std::chrono::seconds kBreak{1}, kMaxBreak{8}, kSoundAfter{10};

/// A controller whose on_activated has failed reads ACTIVE until the next pass.
constexpr int kPassesUntilActive = 2;

/// The controller cannot be activated; the message is one line, which ends the run.
class CannotStart : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Whether ticks of that type of context return before the pass is over; `otherwise` if the type does not determine it.
bool returns_early_of(std::string_view type, bool otherwise) {
  if (type == kSynchronousContext || type == "OpenHRPExecutionContext") return false;
  return type == "ExtTrigExecutionContext" || otherwise;
}

/// A controller of another program. A search on a separate thread finds, connects and activates it, at the start and
/// each time after it was lost; then the worker ticks it.
class RemoteController final : public Controller {
 public:
  RemoteController(std::string name, std::shared_ptr<Component> bridge, std::vector<ControllerWire> wires,
                   bool returns_early, const ControlTools& tools)
      : name_(std::move(name)),
        bridge_(std::move(bridge)),
        wires_(std::move(wires)),
        returns_early_(returns_early),
        client_(*tools.peers),
        log_(tools.manager.environment().log),
        clock_(tools.manager.environment().real_clock),
        call_timeout_(tools.manager.environment().call_timeout),
        first_timeout_(std::max(call_timeout_, tools.manager.environment().switch_on_timeout)),
        search_(clock_) {}
  ~RemoteController() override { search_.end(); }
  RemoteController(const RemoteController&) = delete;
  RemoteController& operator=(const RemoteController&) = delete;

  const std::string& name() const override { return name_; }
  void look(std::function<void()> changed) override {
    changed_ = std::move(changed);
    search_.add([this] { return seek(); });
  }
  bool is_there() const override { return found() != nullptr; }
  std::string problem() const override {
    const std::lock_guard lock(mutex_);
    return problem_;
  }

  void start() override {}
  Tick tick() override;
  void restart() override;
  void stop() override;

 private:
  std::shared_ptr<TickedComponent> found() const;
  PeerSearch::Attempt seek();
  void connect_all();
  void activate(TickedComponent& component, bool afresh);
  void leave_state(TickedComponent& component, LifeCycle state, std::chrono::milliseconds longest);
  bool is_in_order(TickedComponent& component);
  void lose(std::string_view why);
  /// The reason why a call failed, for a line that begins with the name.
  std::string_view without_name(std::string_view why) const {
    const bool has_name = why.starts_with(name_) && why.substr(name_.size()).starts_with(": ");
    return has_name ? why.substr(name_.size() + 2) : why;
  }

  const std::string name_;
  const std::shared_ptr<Component> bridge_;
  const std::vector<ControllerWire> wires_;
  const bool returns_early_;
  Client& client_;
  spark::Log& log_;
  spark::RealClock& clock_;
  const std::chrono::milliseconds call_timeout_;
  const std::chrono::milliseconds first_timeout_;  ///< of ticks with on_activated, which may load models
  std::function<void()> changed_;

  mutable std::mutex mutex_;
  std::shared_ptr<TickedComponent> found_;  ///< null while it is away; only the worker calls it once it has been found
  std::string problem_;

  // Used on the thread of the worker, and on that of the search while the controller is away:
  std::chrono::nanoseconds break_{0};   ///< the time from its loss until the search for it begins
  spark::RealClock::Time look_from_{};  ///< the end of that
  spark::RealClock::Time found_at_{};
  bool is_back_ = false;  ///< has been found again, and has not been ticked since
  bool has_been_found_ = false;
  int passes_active_ = 0;         ///< in a row
  bool has_been_active_ = false;  ///< ever
  bool is_active_ = false;        ///< according to the last query
  bool is_reset_ = false;         ///< was reset once at the start, because it was at fault
  spark::RealClock::Time next_look_{};
  PeerSearch search_;
};

void RemoteController::connect_all() {
  for (const ControllerWire& wire : wires_) {
    const std::string here = fmt::format("{}.{}", bridge_->name(), wire.robot_port);
    const std::string there = fmt::format("{}.{}", name_, wire.port);
    try {
      client_.connect(wire.is_out ? here : there, wire.is_out ? there : here, Request::repeated,
                      {.subscription = ConnectOptions::Subscription::flush});
    } catch (const AlreadyConnected&) {  // NOLINT(bugprone-empty-catch): nothing is left to do
    } catch (const NoSuchComponent&) {
      throw;
    } catch (const NamesUnavailable&) {
      throw;
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("{}: {}", wire.place, error.what()));
    }
  }
}

/// Requests the change from ACTIVE or ERROR to INACTIVE, which the next pass makes.
void RemoteController::leave_state(TickedComponent& component, LifeCycle state, std::chrono::milliseconds longest) {
  if (state == LifeCycle::error)
    component.reset();
  else
    component.deactivate();
  component.tick(longest);
}

/// `afresh`: also if the component is ACTIVE, so that each run begins with on_activated.
void RemoteController::activate(TickedComponent& component, bool afresh) {
  ReturnCode code = component.activate();
  for (int i = 0; i < kChangeTries && code == ReturnCode::precondition_not_met; ++i) {
    const LifeCycle state = component.state();
    if (state == LifeCycle::active && !afresh) return;
    if (i == 0)
      leave_state(component, state, first_timeout_);
    else
      pause(clock_, kChangePause);
    code = component.activate();
  }
  if (code != ReturnCode::ok && code != ReturnCode::error)
    throw std::runtime_error(fmt::format("{} cannot be activated: {}", name_, to_string(code)));
}

/// Called on the thread of the search.
PeerSearch::Attempt RemoteController::seek() {
  if (clock_.now() < look_from_) return PeerSearch::Attempt::again;
  std::string why;
  try {
    std::shared_ptr<TickedComponent> component = client_.ticked(name_);
    connect_all();
    activate(*component, !has_been_found_);
    if (!component->is_ticked())
      log_.warning(
          "rtm: {} is not ticked: its execution context{}{} runs by itself; start it with -o "
          "exec_cxt.periodic.type={}",
          name_, component->context_type().empty() ? "" : " ", component->context_type(), kSynchronousContext);
    is_back_ = std::exchange(has_been_found_, true);
    is_active_ = false;
    found_at_ = clock_.now();
    const std::lock_guard lock(mutex_);
    found_ = std::move(component);
    problem_.clear();
  } catch (const NoSuchComponent&) {
    return PeerSearch::Attempt::again;
  } catch (const NamesUnavailable&) {
    return PeerSearch::Attempt::again;
  } catch (const std::runtime_error& error) {
    why = error.what();
  }
  if (!why.empty() && has_been_found_) {
    log_.complain(name_, "cannot be used again: {}", why);
    return PeerSearch::Attempt::later;
  }
  if (!why.empty()) {
    const std::lock_guard lock(mutex_);
    problem_ = why;
  }
  changed_();
  return PeerSearch::Attempt::done;
}

/// A component whose tick hangs or fails may answer all other calls. Each time it is lost soon after it was found, it
/// is ignored for twice as long, so that the robot, and in lock-step the world, do not wait for it again and again.
void RemoteController::lose(std::string_view why) {
  const auto now = clock_.now();
  const auto longer = now - found_at_ < kSoundAfter ? 2 * break_ : break_.zero();
  break_ = std::clamp<std::chrono::nanoseconds>(longer, kBreak, kMaxBreak);
  look_from_ = now + break_;
  why = without_name(why);
  {
    const std::lock_guard lock(mutex_);
    found_ = nullptr;
  }
  log_.complain(name_, "is skipped until it answers again: {}", why);
  search_.add([this] { return seek(); });
}

/// Requests the state after each tick until the component is ACTIVE, and at intervals from then on; returns false if
/// the component is at fault.
bool RemoteController::is_in_order(TickedComponent& component) {
  const auto now = clock_.now();
  if (is_active_ && now < next_look_) return true;
  next_look_ = now + kStateInterval;
  const LifeCycle state = component.state();
  if (state == LifeCycle::created)
    throw CannotStart(fmt::format("{} does not take part in its execution context", name_));
  passes_active_ = state == LifeCycle::active ? passes_active_ + 1 : 0;
  if (state != LifeCycle::error) {
    // A component that is no longer ACTIVE was switched off by a user, possibly on purpose.
    if (state == LifeCycle::inactive && !has_been_active_) component.activate();
    has_been_active_ = has_been_active_ || passes_active_ >= kPassesUntilActive;
    is_active_ = has_been_active_;
    return true;
  }
  if (has_been_active_) {
    if (std::exchange(is_active_, false)) log_.complain(name_, "is at fault");
    return false;
  }
  if (std::exchange(is_reset_, true)) throw CannotStart(fmt::format("{} is at fault: it cannot be activated", name_));
  component.reset();
  return false;
}

std::shared_ptr<TickedComponent> RemoteController::found() const {
  const std::lock_guard lock(mutex_);
  return found_;
}

Controller::Tick RemoteController::tick() {
  const auto component = found();
  if (!component) return Tick::is_away;
  if (!component->is_ticked()) return Tick::untimed;
  try {
    component->tick(has_been_active_ ? call_timeout_ : first_timeout_);
    if (std::exchange(is_back_, false)) log_.normal("rtm: {} answers again", name_);
    if (!is_in_order(*component)) return Tick::at_fault;
  } catch (const CannotStart&) {
    throw;
  } catch (const std::runtime_error& error) {
    lose(error.what());
    return Tick::has_failed;
  }
  return returns_early_of(component->context_type(), returns_early_) ? Tick::begun : Tick::done;
}

void RemoteController::restart() {
  const auto component = found();
  if (!component) return;
  try {
    activate(*component, true);
    is_active_ = false;
  } catch (const std::runtime_error& error) {
    lose(error.what());
  }
}

void RemoteController::stop() {
  search_.end();
  const auto component = found();
  // A component that was never ticked is not ACTIVE, and a tick would activate it.
  if (!component || (component->is_ticked() && !is_active_)) return;
  try {
    leave_state(*component, LifeCycle::active, call_timeout_);
    is_active_ = false;
  } catch (const std::runtime_error& error) {
    log_.warning("rtm: {} could not be deactivated at the end: {}", name_, without_name(error.what()));
  }
}

}  // namespace

std::unique_ptr<Controller> make_remote_controller(std::string name, std::shared_ptr<Component> bridge,
                                                   std::vector<ControllerWire> wires, bool returns_early,
                                                   const ControlTools& tools) {
  return std::make_unique<RemoteController>(std::move(name), std::move(bridge), std::move(wires), returns_early, tools);
}

}  // namespace rtm
