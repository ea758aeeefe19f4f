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

/// `error_log`: the file with its standard error; empty if there is none.
ProgramEnd end_of(const GuardianReport& report, std::string_view error_log) {
  ProgramEnd end{.exit_status = {}, .signal = {}, .how = describe(report), .said = describe_words(report, error_log)};
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
    throw std::runtime_error(fmt::format("cannot start program '{}': {} are running, and there can be no more",
                                         spark::printable(order.program), running_.size()));
  if (std::ranges::any_of(running_, [&](const auto& each) { return each.second.log_stem == order.log_stem; }))
    throw std::runtime_error(fmt::format("cannot start program '{}': another one writes the logs of {}",
                                         spark::printable(order.program), order.log_stem));
  choose_sandbox();
  const Guardian::Program program = maker_.program_of(order);
  const bool is_told = order.reads_from != ProgramOrder::kNone;
  const bool is_heard = order.writes_to != ProgramOrder::kNone;
  Pipe down = is_told ? Pipe::make() : Pipe{};
  Pipe up = is_heard ? Pipe::make() : Pipe{};
  if (is_told) make_non_blocking(down.write);
  if (is_heard) make_non_blocking(up.read);
  const ProgramMaker::Logs logs = maker_.open_logs(order.log_stem);
  // Where there is no pipe, anything will do: the program does not get it.
  const int child =
      guardian_.start(program, {is_told ? down.read.get() : logs.output.get(),
                                is_heard ? up.write.get() : logs.output.get(), logs.output.get(), logs.error.get()});
  running_.emplace(child, Running{&listener, order.log_stem});
  used_ = true;
  keeps_files_ = keeps_files_ || !program.kept_in.empty();
  return {child, std::move(down.write), std::move(up.read)};
}

void GuardedPrograms::stop(ProgramId program, std::chrono::milliseconds patience) {
  const auto running = running_.find(program);
  if (running == running_.end()) return;
  if (patience <= std::chrono::milliseconds(0)) return guardian_.signal(program, SIGKILL);
  guardian_.signal(program, SIGTERM);
  running->second.kill_at = clock_.now() + patience;
  alarm_.ring_by(*running->second.kill_at);
}

void GuardedPrograms::receive() {
  alarm_.acknowledge();
  kill_overdue();
  read_reports();
  tell(nullptr);
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
  log_.error("the guardian (process {}) has been killed, and all agents with it", guardian_.pid());
  while (!running_.empty()) add_end(running_.begin(), {{}, {}, "ended with the guardian"});
}

void GuardedPrograms::take(const GuardianReport& report) {
  if (report.kind == GuardianReport::Kind::log_ended)
    return maker_.tell_of_log(spark::printable(report.words, GuardianReport::kMaxWords), report.value);
  const auto program = running_.find(report.child);
  if (program == running_.end() || report.kind == GuardianReport::Kind::all_ended) return;
  if (report.kind == GuardianReport::Kind::started)
    news_.push_back({program->second.listener, program->first, report.value, std::nullopt});
  else if (report.kind == GuardianReport::Kind::read_only)
    maker_.tell_of_read_only(spark::printable(report.words, GuardianReport::kMaxWords));
  else
    add_end(program, end_of(report, maker_.error_log(program->second.log_stem)));
}

void GuardedPrograms::add_end(std::map<int, Running>::iterator program, ProgramEnd end) {
  news_.push_back({program->second.listener, program->first, 0, std::move(end)});
  running_.erase(program);
}

/// One after another: listeners may start and stop programs, and end.
void GuardedPrograms::tell(const ProgramListener* only) {
  while (true) {
    const auto next = std::ranges::find_if(news_, [&](const News& news) { return !only || news.listener == only; });
    if (next == news_.end()) return;
    const News news = std::move(*next);
    news_.erase(next);
    if (news.end)
      news.listener->program_ended(news.program, *news.end);
    else
      news.listener->program_started(news.program, news.process);
  }
}

}  // namespace commserver
