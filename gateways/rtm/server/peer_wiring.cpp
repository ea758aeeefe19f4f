// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/peer_wiring.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/names.h"

namespace rtm {

PeerWiring::PeerWiring(std::chrono::nanoseconds timeout, spark::RealClock& clock, spark::Log& log,
                       spark::LateMistakes& mistakes)
    : timeout_(timeout), clock_(clock), log_(log), mistakes_(mistakes), search_(clock) {}

PeerWiring::~PeerWiring() {
  end();
}

void PeerWiring::add(Task task) {
  if (search_.is_ending()) return;
  const auto open = std::make_shared<Open>();
  open->task = std::move(task);
  open->late = clock_.now() + timeout_;
  {
    const std::lock_guard lock(mutex_);
    open_.push_back(open);
  }
  search_.add([this, open] { return try_it(*open); });
}

bool PeerWiring::is_settled() const {
  const std::lock_guard lock(mutex_);
  return open_.empty();
}

void PeerWiring::end() {
  search_.end();
  for (const auto& open : std::exchange(open_, {})) report(*open);
}

void PeerWiring::settle(Open& open) {
  const std::lock_guard lock(mutex_);
  open.is_settled = true;
  std::erase_if(open_, [](const auto& one) { return one->is_settled; });
}

void PeerWiring::report(Open& open) {
  if (open.is_settled) return;
  mistakes_.add(open.task.place, fmt::format("rtm: {}: {}", open.task.call, open.problem));
  settle(open);
}

PeerSearch::Attempt PeerWiring::try_it(Open& open) {
  try {
    open.task.carry_out();
    log_.normal("rtm: {} is done", open.task.call);
    settle(open);
    return PeerSearch::Attempt::done;
  } catch (const AlreadyConnected&) {
    // The connection is between components of other programs, and an earlier run of the script has left it.
    settle(open);
    return PeerSearch::Attempt::done;
  } catch (const NoSuchComponent& missing) {
    open.problem = missing.what();
  } catch (const NotYet& slow) {
    open.problem = slow.what();
  } catch (const NamesUnavailable& unavailable) {
    open.problem = unavailable.what();
  } catch (const std::runtime_error& refusal) {
    open.problem = refusal.what();
    report(open);
    return PeerSearch::Attempt::done;
  }
  if (clock_.now() >= open.late) report(open);
  return open.is_settled ? PeerSearch::Attempt::later : PeerSearch::Attempt::again;
}

}  // namespace rtm
