// SPDX-License-Identifier: Apache-2.0
#include "commserver/starter/guarded_programs.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <utility>

#include "commserver/guardian/pipe.h"
#include "spark/core/check.h"

namespace commserver {
namespace {

using spark::ProgramEnd;
using spark::ProgramId;
using spark::ProgramListener;
using spark::ProgramOrder;
using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds kKillTimeout{5000};
/// Long enough to copy what 22 agents have written to a slow disk.
constexpr Milliseconds kCopyTimeout{120'000};

/// `error_log`: the name of the file with its standard error; empty if there is none.
ProgramEnd end_of(const GuardianReport& report, std::string_view error_log) {
  ProgramEnd end{
      .exit_status = {}, .signal = {}, .how = describe(report), .said = describe_last_output(report, error_log)};
  if (!end.said.empty()) end.how += "; " + end.said;
  if (report.kind != GuardianReport::Kind::exited) return end;
  if (WIFEXITED(report.value)) end.exit_status = WEXITSTATUS(report.value);
  if (WIFSIGNALED(report.value)) end.signal = WTERMSIG(report.value);
  return end;
}

}  // namespace

GuardedPrograms::GuardedPrograms(Guardian& guardian, spark::RealClock& clock, spark::Log& log, StarterOptions options)
    : guardian_(guardian), clock_(clock), log_(log), maker_(std::move(options), log), alarm_(clock) {
  polls_.add(guardian_.poll_descriptor(), EPOLLIN, 0);
  polls_.add(alarm_.descriptor(), EPOLLIN, 0);
}

GuardedPrograms::~GuardedPrograms() {
  end_all();
}

std::filesystem::path GuardedPrograms::find(const std::string& program, const std::filesystem::path& folder) {
  std::filesystem::path found = maker_.find(program, folder);
  choose_sandbox();
  return found;
}

spark::ProgramStarter::Started GuardedPrograms::start(const ProgramOrder& order, ProgramListener& listener) {
  SPARK_DEMAND(&listener != ending_);
  ProgramMaker::check(order);
  if (running_.size() >= kMaxRunning)
    throw std::runtime_error(fmt::format("cannot start program '{}': {} are running, which is the maximum",
                                         spark::printable(order.program, 200), running_.size()));
  if (std::ranges::any_of(running_, [&](const auto& each) { return each.second.log_stem == order.log_stem; }))
    throw std::runtime_error(fmt::format("cannot start program '{}': another program writes the logs of {}",
                                         spark::printable(order.program, 200), order.log_stem));
  choose_sandbox();
  const Guardian::Program program = maker_.program_of(order);
  const bool has_input = order.reads_from != ProgramOrder::kNone;
  const bool has_output = order.writes_to != ProgramOrder::kNone;
  Pipe down = has_input ? Pipe::make() : Pipe{};
  Pipe up = has_output ? Pipe::make() : Pipe{};
  if (has_input) make_non_blocking(down.write);
  if (has_output) make_non_blocking(up.read);
  const ProgramMaker::Logs logs = maker_.open_logs(order.log_stem);
  // Without a pipe any descriptor will do: the program does not get it.
  const int child =
      guardian_.start(program, {has_input ? down.read.get() : logs.output.get(),
                                has_output ? up.write.get() : logs.output.get(), logs.output.get(), logs.error.get()});
  running_.emplace(child, Running{&listener, order.log_stem});
  used_ = true;
  keeps_files_ = keeps_files_ || !program.kept_in.empty();
  return {child, std::move(down.write), std::move(up.read)};
}

void GuardedPrograms::stop(ProgramId program, std::chrono::milliseconds timeout) {
  const auto running = running_.find(program);
  if (running == running_.end()) return;
  if (timeout <= std::chrono::milliseconds(0)) return guardian_.signal(program, SIGKILL);
  guardian_.signal(program, SIGTERM);
  running->second.kill_at = clock_.now() + timeout;
  alarm_.ring_by(*running->second.kill_at);
}

void GuardedPrograms::receive() {
  alarm_.acknowledge();
  kill_overdue();
  read_reports();
  notify(nullptr);
}

void GuardedPrograms::kill_overdue() {
  for (auto& [program, running] : running_) {
    if (!running.kill_at) continue;
    if (clock_.now() < *running.kill_at) {
      alarm_.ring_by(*running.kill_at);
    } else {
      guardian_.signal(program, SIGKILL);
      running.kill_at.reset();
    }
  }
}

void GuardedPrograms::read_reports() {
  while (const auto report = guardian_.next_report()) take(*report);
  if (!guardian_.is_gone() || std::exchange(guardian_gone_, true)) return;
  polls_.remove(guardian_.poll_descriptor());
  log_.error("the guardian (process {}) was killed, and all agents with it", guardian_.pid());
  while (!running_.empty()) add_end(running_.begin(), {{}, {}, "ended with the guardian"});
}

void GuardedPrograms::take(const GuardianReport& report) {
  if (report.kind == GuardianReport::Kind::log_ended)
    return maker_.report_failed_log(spark::printable(report.text, GuardianReport::kMaxText), report.value);
  const auto program = running_.find(report.child);
  if (program == running_.end() || report.kind == GuardianReport::Kind::all_ended) return;
  if (report.kind == GuardianReport::Kind::started)
    events_.push_back({program->second.listener, program->first, report.value, std::nullopt});
  else if (report.kind == GuardianReport::Kind::read_only)
    maker_.warn_of_read_only(spark::printable(report.text, GuardianReport::kMaxText));
  else if (report.kind == GuardianReport::Kind::no_cgroups)
    maker_.warn_of_no_cgroups(spark::printable(report.text, GuardianReport::kMaxText));
  else if (report.kind == GuardianReport::Kind::shares_user)
    maker_.warn_of_shared_user(spark::printable(report.text, GuardianReport::kMaxText));
  else
    add_end(program, end_of(report, maker_.error_log(program->second.log_stem)));
}

void GuardedPrograms::add_end(std::map<int, Running>::iterator program, ProgramEnd end) {
  events_.push_back({program->second.listener, program->first, 0, std::move(end)});
  running_.erase(program);
}

/// Notifies listeners one by one, because they may start and stop programs, and call `end`. If `only` is not null, only
/// that listener is notified.
void GuardedPrograms::notify(const ProgramListener* only) {
  while (true) {
    const auto next =
        std::ranges::find_if(events_, [&](const Event& event) { return !only || event.listener == only; });
    if (next == events_.end()) return;
    const Event event = std::move(*next);
    events_.erase(next);
    if (event.end)
      event.listener->program_ended(event.program, *event.end);
    else
      event.listener->program_started(event.program, event.process);
  }
}

bool GuardedPrograms::has_running(const ProgramListener& listener) const {
  return std::ranges::any_of(running_, [&](const auto& each) { return each.second.listener == &listener; });
}

/// Other listeners are not notified meanwhile, because they may no longer exist.
bool GuardedPrograms::wait(ProgramListener& listener, Milliseconds timeout) {
  const auto deadline = clock_.now() + timeout;
  while (has_running(listener)) {
    const auto rest = deadline - clock_.now();
    if (rest <= Milliseconds(0)) break;
    clock_.wait(rest, [&](spark::RealClock::Duration longest) {
      return !polls_.wait(std::chrono::ceil<Milliseconds>(longest)).empty();
    });
    alarm_.acknowledge();
    kill_overdue();
    read_reports();
    notify(&listener);
  }
  alarm_.ring_by(clock_.now());  // so that `receive` notifies the other listeners of the reports read here
  return !has_running(listener);
}

/// Waits in the system's time instead of the given clock's, which the kernel does not follow.
void GuardedPrograms::kill_all(ProgramListener& listener) {
  for (const auto& [program, running] : running_)
    if (running.listener == &listener) guardian_.signal(program, SIGKILL);
  do {
    read_reports();
    notify(&listener);
  } while (has_running(listener) && guardian_.wait_for_report(kKillTimeout));
}

void GuardedPrograms::end(ProgramListener& listener, Milliseconds timeout) {
  ending_ = &listener;
  if (timeout > Milliseconds(0)) {
    for (const auto& [program, running] : running_)
      if (running.listener == &listener) guardian_.signal(program, SIGTERM);
    wait(listener, timeout);
  }
  kill_all(listener);
  // Programs that could not be killed are not reported any more.
  std::erase_if(running_, [&](const auto& each) { return each.second.listener == &listener; });
  ending_ = nullptr;
  alarm_.ring_by(clock_.now());  // as above
  // Only the guardian knows the processes that programs have left behind, but not which program left them, so all must
  // end.
  if (running_.empty()) end_all();
}

void GuardedPrograms::end_all() {
  if (!std::exchange(used_, false)) return;
  running_.clear();
  const bool keeps_files = std::exchange(keeps_files_, false);
  const bool all_ended = guardian_.end_all(keeps_files ? kKillTimeout + kCopyTimeout : kKillTimeout);
  read_reports();
  maker_.report_further_failed_logs();
  if (all_ended) return maker_.tidy_up();
  if (!guardian_gone_) log_.error("not all processes of agents could be killed");
}

}  // namespace commserver
