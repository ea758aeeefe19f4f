// SPDX-License-Identifier: Apache-2.0
#include "commserver/comm_server.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "commserver/database/program_search.h"
#include "commserver/guardian/pipe.h"
#include "commserver/think/think_times.h"
#include "spark/core/check.h"

namespace commserver {
namespace {

using spark::AgentId;
using spark::Step;
using Milliseconds = std::chrono::milliseconds;

constexpr AgentId kMaxAgents = 10000;
/// Read from an agent at once; as much as its pipe holds.
constexpr std::size_t kInputBytes = 64 * 1024;

/// A flag that is up while this lives.
class Raised {
 public:
  explicit Raised(bool& flag) : flag_(flag) { flag_ = true; }
  ~Raised() { flag_ = false; }
  Raised(const Raised&) = delete;
  Raised& operator=(const Raised&) = delete;

 private:
  bool& flag_;
};

}  // namespace

CommServer::CommServer(AgentDatabase database, Guardian& guardian, spark::Log& log, Options options)
    : database_(std::move(database)),
      guardian_(guardian),
      log_(log),
      options_(std::move(options)),
      input_(kInputBytes) {
  ::signal(SIGPIPE, SIG_IGN);
  for (const std::string& warning : database_.warnings()) log_.warning("{}", warning);
  if (!options_.log_folder.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options_.log_folder, error);
    if (error)
      throw std::runtime_error(
          fmt::format("cannot make the folder {}: {}", options_.log_folder.string(), error.message()));
  }
  polls_.add(guardian_.poll_descriptor(), EPOLLIN, kGuardianKey);
  polls_.add(alarm_.descriptor(), EPOLLIN, kAlarmKey);
}

CommServer::~CommServer() {
  if (!shut_down_) shut_down(Milliseconds(0));
}

AgentProcess* CommServer::find(AgentId agent) const {
  if (agent < 0 || static_cast<std::size_t>(agent) >= agents_.size()) return nullptr;
  return agents_[static_cast<std::size_t>(agent)].get();
}

void CommServer::start(AgentId agent, const std::string& type_name) {
  SPARK_DEMAND(agent >= 0 && agent < kMaxAgents && !find(agent) && !shut_down_);
  const AgentType& type = database_.get(type_name);
  const Guardian::Program program = program_of(agent, type);
  auto meter = make_meter(agent, type);

  Pipe to_agent = Pipe::make();
  Pipe from_agent = Pipe::make();
  make_non_blocking(to_agent.write);
  make_non_blocking(from_agent.read);
  const spark::Descriptor output_log = open_log(agent, "stdout");
  const spark::Descriptor error_log = open_log(agent, "stderr");
  const int child =
      guardian_.start(program, {to_agent.read.get(), from_agent.write.get(), output_log.get(), error_log.get()});

  if (agents_.size() <= static_cast<std::size_t>(agent)) agents_.resize(static_cast<std::size_t>(agent) + 1);
  auto& process = agents_[static_cast<std::size_t>(agent)];
  process = std::make_unique<AgentProcess>(agent, child, std::move(from_agent.read), std::move(to_agent.write),
                                           std::move(meter), options_.rules, options_.think_limit, polls_, log_);
  types_.resize(agents_.size());
  types_[static_cast<std::size_t>(agent)] = type_name;
}

Guardian::Program CommServer::program_of(AgentId agent, const AgentType& type) {
  Guardian::Program program;
  program.file = find_program(type, options_.program_path);
  program.working_folder = type.working_folder;
  program.arguments = type.command;
  program.input_fd = type.input_fd;
  program.output_fd = type.output_fd;
  program.limits = options_.limits;
  if (options_.log_folder.empty()) program.limits.log_size = 0;
  if (!options_.sandbox) return program;
  if (options_.keep_files && !options_.log_folder.empty())
    program.kept_in = std::filesystem::absolute(options_.log_folder) / fmt::format("agent{}-files", agent);
  if (program.limits.files > 0) {
    std::string why = why_read_only(program);
    if (why.empty()) why = options_.sandbox->no_mounts_because;
    // As a folder's own name, whether or not it was given with a slash behind it.
    if (!why.empty())
      tell_of_read_only((program.working_folder / ".").lexically_normal().parent_path().string() + ": " + why);
  }
  std::vector<std::filesystem::path> foreign = options_.secrets;
  if (!options_.log_folder.empty()) foreign.push_back(options_.log_folder);
  for (const AgentType& other : database_.types()) foreign.push_back(other.working_folder);
  return options_.sandbox->enclose(program, hideable(foreign, program));
}

std::unique_ptr<ThinkMeter> CommServer::make_meter(AgentId agent, const AgentType& type) {
  const Timer& timer = options_.timer ? *options_.timer : type.timer;
  if (!options_.replay_think_times.empty())
    return std::make_unique<ReplayingMeter>(think_times_file(options_.replay_think_times, agent), timer.least(), agent,
                                            log_);
  std::unique_ptr<ThinkMeter> meter;
  if (timer.kind() == Timer::Kind::fixed) {
    meter = std::make_unique<FixedMeter>(timer.least());
  } else {
    tell_of_timer(type.name, timer);
    MeasuringMeter::CounterOf counter_of = cpu_ticks_of;
    if (timer.kind() == Timer::Kind::instructions)
      counter_of = [this](pid_t process) { return count_instructions(process); };
    meter = std::make_unique<MeasuringMeter>(std::move(counter_of), timer.units_per_step());
  }
  if (options_.record_think_times.empty()) return meter;
  return std::make_unique<RecordingMeter>(std::move(meter), think_times_file(options_.record_think_times, agent));
}

std::unique_ptr<WorkCounter> CommServer::count_instructions(pid_t process) {
  if (auto counter = instructions_of(process)) return counter;
  if (!told_of_counters_)
    log_.warning("this machine cannot count instructions of agents: a nanosecond of CPU time counts as one");
  told_of_counters_ = true;
  return nanoseconds_of(process);
}

void CommServer::tell_of_timer(const std::string& type, const Timer& timer) {
  if (std::ranges::find(timers_told_of_, type) != timers_told_of_.end()) return;
  timers_told_of_.push_back(type);
  log_.normal(
      "agent type '{}': thinking is measured (timer '{}'); matches that repeat need --timers fixed 0, or recorded "
      "thinking times",
      type, spark::printable(timer.text()));
}

/// Once for each folder and reason.
void CommServer::tell_of_read_only(const std::string& folder_and_reason) {
  if (std::ranges::find(read_only_told_of_, folder_and_reason) != read_only_told_of_.end()) return;
  read_only_told_of_.push_back(folder_and_reason);
  log_.warning("agents cannot write into their working folder {}", folder_and_reason);
}

spark::Descriptor CommServer::open_log(AgentId agent, const char* stream) const {
  const std::filesystem::path file = options_.log_folder.empty()
                                         ? std::filesystem::path("/dev/null")
                                         : options_.log_folder / fmt::format("agent{}-{}.log", agent, stream);
  spark::Descriptor descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!descriptor) throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
  return descriptor;
}

/// Serves an agent to which something new may be said, and lets the alarm know of its deadline.
void CommServer::attend(AgentProcess& agent) {
  agent.deliver();
  if (agent.dialogue().hopeless()) alarm_.ring_by(Alarm::Clock::now());
  if (const auto deadline = agent.deadline()) alarm_.ring_by(*deadline);
}

void CommServer::receive(spark::AgentGatewayListener& listener) {
  SPARK_DEMAND(!receiving_);
  const Raised receiving(receiving_);
  const auto ready = polls_.wait(Milliseconds(0));
  for (const epoll_event& event : ready) {
    if (event.data.u64 == kGuardianKey) take_reports();
    if (event.data.u64 == kAlarmKey) alarm_.acknowledge();
  }
  for (const epoll_event& event : ready) {
    if (event.data.u64 >= kAlarmKey) continue;
    AgentProcess* agent = find(static_cast<AgentId>(event.data.u64 / 2));
    if (!agent || agent->is_closed()) continue;
    if (event.data.u64 == AgentProcess::input_key(agent->id())) agent->read(input_, listener);
    attend(*agent);
  }
  settle(listener);
}

void CommServer::take_reports() {
  while (const auto report = guardian_.next_report()) {
    const auto agent = std::ranges::find_if(
        agents_, [&](const auto& process) { return process && process->child() == report->child; });
    if (agent == agents_.end() || report->kind == GuardianReport::Kind::all_ended) continue;
    if (report->kind == GuardianReport::Kind::started) {
      (*agent)->has_started(report->value);
      if (!(*agent)->is_closed()) attend(**agent);
    } else if (report->kind == GuardianReport::Kind::read_only) {
      tell_of_read_only(spark::printable(report->words, GuardianReport::kMaxWords));
    } else {
      (*agent)->has_exited(describe(*report));
    }
  }
  if (!guardian_.is_gone() || guardian_gone_) return;
  guardian_gone_ = true;
  polls_.remove(guardian_.poll_descriptor());
  log_.error("the guardian (process {}) has been killed, and all agents with it", guardian_.pid());
  for (const auto& agent : agents_)
    if (agent) agent->has_exited("ended with the guardian");
}

/// Finds lost agents.
void CommServer::settle(spark::AgentGatewayListener& listener) {
  const auto now = Alarm::Clock::now();
  for (std::size_t i = 0; i < agents_.size(); ++i) {  // the listener may start further ones
    AgentProcess* agent = agents_[i].get();
    if (!agent || agent->is_closed()) continue;
    if (agent->is_closing()) {
      agent->read(input_, listener);  // what it said before its end
      if (agent->is_closed()) continue;
      attend(*agent);
    }
    if (const std::string reason = agent->loss(now); !reason.empty()) {
      lose(*agent, reason, listener);
    } else if (const auto deadline = agent->deadline()) {
      alarm_.ring_by(*deadline);
    }
  }
}

void CommServer::lose(AgentProcess& agent, const std::string& reason, spark::AgentGatewayListener& listener) {
  end(agent);
  listener.agent_lost(agent.id(), reason);
}

void CommServer::end(AgentProcess& agent) {
  agent.close();
  guardian_.signal(agent.child(), SIGKILL);
}

spark::PerceptWriter& CommServer::begin_sensation(AgentId, Step generated, Step arrival) {
  arrival_ = arrival;
  AgentDialogue::begin_sensation(sensation_, generated, arrival);
  return writer_.emplace(sensation_);
}

void CommServer::end_sensation(AgentId id, Step next_arrival) {
  AgentProcess* agent = find(id);
  if (!agent || agent->is_closed()) return;
  agent->dialogue().add_sensation(sensation_, arrival_, next_arrival);
  attend(*agent);
}

void CommServer::add_sensation(AgentId agent, Step generated, Step arrival, std::string_view percepts,
                               Step next_arrival) {
  begin_sensation(agent, generated, arrival);
  sensation_ += percepts;
  end_sensation(agent, next_arrival);
}

void CommServer::expect_sensation(AgentId id, Step arrival) {
  AgentProcess* agent = find(id);
  if (!agent) return;
  // Also of one that is lost already: when its body leaves must not depend on how early that was noticed.
  agent->dialogue().expect_sensation(arrival);
  if (!agent->is_closed()) attend(*agent);
}

Step CommServer::earliest_act(AgentId id) const {
  const AgentProcess* agent = find(id);
  return agent ? agent->dialogue().earliest_act() : 0;
}

void CommServer::drop(AgentId id) {
  if (AgentProcess* agent = find(id); agent && !agent->is_closed()) end(*agent);
}

std::optional<spark::AgentReport> CommServer::report(AgentId id) const {
  const AgentProcess* agent = find(id);
  if (!agent) return std::nullopt;
  return agent->dialogue().statistics().report();
}

}  // namespace commserver
