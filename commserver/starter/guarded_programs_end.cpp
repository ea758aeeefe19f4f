// SPDX-License-Identifier: Apache-2.0
//
// The end of the programs of GuardedPrograms.
#include <algorithm>
#include <csignal>
#include <utility>

#include "commserver/starter/guarded_programs.h"

namespace commserver {
namespace {

using spark::ProgramListener;
using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds kKillTakes{5000};
/// To copy what 22 agents have written to a slow disk.
constexpr Milliseconds kKeepingTakes{120'000};

}  // namespace

bool GuardedPrograms::has_running(const ProgramListener& listener) const {
  return std::ranges::any_of(running_, [&](const auto& each) { return each.second.listener == &listener; });
}

/// Others than the listener are told nothing meanwhile: they may be gone already.
bool GuardedPrograms::wait(ProgramListener& listener, Milliseconds patience) {
  const auto deadline = clock_.now() + patience;
  while (has_running(listener)) {
    const auto rest = deadline - clock_.now();
    if (rest <= Milliseconds(0)) break;
    clock_.wait(rest, [&](spark::RealClock::Duration longest) {
      return !polls_.wait(std::chrono::ceil<Milliseconds>(longest)).empty();
    });
    alarm_.acknowledge();
    kill_overdue();
    read_reports();
    tell(&listener);
  }
  alarm_.ring_by(clock_.now());  // for `receive` to tell others what was read here
  return !has_running(listener);
}

/// How long the kernel takes is none of the clock's business that was handed in.
void GuardedPrograms::kill_all(ProgramListener& listener) {
  for (const auto& [program, running] : running_)
    if (running.listener == &listener) guardian_.signal(program, SIGKILL);
  do {
    read_reports();
    tell(&listener);
  } while (has_running(listener) && guardian_.wait_for_report(kKillTakes));
}

void GuardedPrograms::end(ProgramListener& listener, Milliseconds patience) {
  ending_ = &listener;
  if (patience > Milliseconds(0)) {
    for (const auto& [program, running] : running_)
      if (running.listener == &listener) guardian_.signal(program, SIGTERM);
    wait(listener, patience);
  }
  kill_all(listener);
  // Of who could not be killed nothing is told any more.
  std::erase_if(running_, [&](const auto& each) { return each.second.listener == &listener; });
  ending_ = nullptr;
  alarm_.ring_by(clock_.now());  // as above
  // What processes have left behind only the guardian knows; it cannot tell whose that is.
  if (running_.empty()) end_all();
}

void GuardedPrograms::end_all() {
  if (!std::exchange(used_, false)) return;
  running_.clear();
  const bool keeps_files = std::exchange(keeps_files_, false);
  const bool all_ended = guardian_.end_all(keeps_files ? kKillTakes + kKeepingTakes : kKillTakes);
  read_reports();
  if (all_ended) return maker_.tidy_up();
  if (!guardian_gone_) log_.error("not all processes of agents could be killed");
}

}  // namespace commserver
