// SPDX-License-Identifier: Apache-2.0
#include "commserver/agent_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace commserver {
namespace {
/// Limits the time between the first and the last sign of an agent's end, usually a fraction of a millisecond.
constexpr std::chrono::milliseconds kClosingGrace{1000};
}  // namespace

AgentProcess::AgentProcess(spark::AgentId id, spark::ProgramId program, spark::Descriptor from_agent,
                           spark::Descriptor to_agent, std::unique_ptr<ThinkMeter> meter, DrawingLog drawings,
                           std::filesystem::path output_log, AgentDialogue::Rules rules,
                           std::chrono::milliseconds think_limit, spark::PollSet& polls, const spark::RealClock& clock,
                           spark::Log& log)
    : id_(id),
      program_(program),
      output_log_(std::move(output_log)),
      think_limit_(think_limit),
      clock_(clock),
      pipes_(id, std::move(from_agent), std::move(to_agent), polls),
      dialogue_(id, std::move(meter), std::move(drawings), rules, log),
      reader_({rules.limits.message_bytes, spark::net::FrameLimits{}.max_skipped}),
      rate_(rules.limits.bytes_per_second, rules.limits.burst_bytes) {}

void AgentProcess::read(std::span<char> buffer, spark::AgentGatewayListener& listener) {
  if (!pipes_.can_read()) return;
  buffer = buffer.first(may_read(buffer.size()));
  if (buffer.empty()) return;
  const auto said = pipes_.read(buffer);
  drained_ = !said || said->size() < buffer.size();
  if (!said) return begin_closing();
  if (said->empty()) return;
  dialogue_.statistics().counts.bytes_from += said->size();
  rate_.took(said->size());
  // Checked after the read: by now, messages that the agent sent after closing its input have been read.
  if (pipes_.is_reader_gone()) stop_sending();
  reader_.feed(*said);
  take_messages(listener);
  if (dialogue_.has_finished()) begin_closing();
}

/// How much may be read now; 0: the agent is throttled. An agent that has ended is never throttled: its last data fit
/// into a pipe.
std::size_t AgentProcess::may_read(std::size_t wanted) {
  if (!rate_.is_limited() || exit_) return wanted;
  const std::size_t allowed = rate_.allowance(wanted, clock_.now());
  held_back_ = allowed == 0;
  pipes_.watch_input(!held_back_);
  return allowed;
}

/// The agent no longer reads, but its earlier messages still count.
void AgentProcess::stop_sending() {
  spark::net::FrameWriter& outgoing = dialogue_.outgoing();
  // No process can read from the pipe any more, so its content is what the agent will never read.
  dialogue_.stopped_reading(outgoing.sent_in_all() - pipes_.unread());
  pipes_.stop_sending();
  outgoing.clear();
}

void AgentProcess::take_messages(spark::AgentGatewayListener& listener) {
  std::string_view message;
  // The listener may drop this agent at any message.
  while (!closed_ && !sends_garbage_) {
    switch (reader_.next(message)) {
      case spark::net::FrameReader::Result::message:
        take(message, listener);
        break;
      case spark::net::FrameReader::Result::skipped:
        dialogue_.complain(fmt::format("skipped a message of {} bytes, the maximum is {}", reader_.length(),
                                       reader_.limits().max_message));
        break;
      case spark::net::FrameReader::Result::none:
        return;
      case spark::net::FrameReader::Result::senseless:
        sends_garbage_ = true;
        break;
    }
  }
}

void AgentProcess::take(std::string_view message, spark::AgentGatewayListener& listener) {
  const bool was_thinking = dialogue_.is_thinking();
  dialogue_.take(message, listener);
  if (was_thinking && !dialogue_.is_thinking()) dialogue_.statistics().thinking.add(clock_.now() - thinking_began_);
}

void AgentProcess::deliver() {
  if (closed_) return;
  if (dialogue_.open_next()) thinking_began_ = clock_.now();
  send();
}

void AgentProcess::send() {
  spark::net::FrameWriter& outgoing = dialogue_.outgoing();
  if (!pipes_.can_send()) return outgoing.clear();
  const std::uint64_t before = outgoing.sent_in_all();
  const bool is_read = pipes_.send(outgoing);
  dialogue_.statistics().counts.bytes_to += outgoing.sent_in_all() - before;
  if (is_read) return;
  stop_sending();
  if (dialogue_.has_finished()) begin_closing();
}

void AgentProcess::ask_to_leave() {
  dialogue_.end();
  send();
}

void AgentProcess::has_started(pid_t process) {
  dialogue_.meter().process_started(process);
  dialogue_.begin();
}

void AgentProcess::has_exited(spark::ProgramEnd end) {
  if (!exit_) exit_ = std::move(end);
  drained_ = false;  // it may have sent something since the last read
  begin_closing();
}

void AgentProcess::begin_closing() {
  if (closing_) return;
  closing_ = true;
  closing_ends_ = clock_.now() + kClosingGrace;
}

std::string AgentProcess::loss(spark::RealClock::Time now) const {
  if (std::string rule = broken_rule(now); !rule.empty()) return and_last_lines(std::move(rule));
  if (closing_) {
    if (exit_ && (drained_ || !pipes_.can_read() || now >= closing_ends_)) return exit_->how;
    if (now >= closing_ends_) return pipes_.can_read() ? "closed its input" : "closed its pipe";
  }
  return {};
}

std::string AgentProcess::and_last_lines(std::string why) const {
  return exit_ && !exit_->said.empty() ? fmt::format("{}; {}", why, exit_->said) : why;
}

std::string AgentProcess::broken_rule(spark::RealClock::Time now) const {
  if (sends_garbage_) return fmt::format("sends garbage ({})", reader_.described());
  if (const char* why = dialogue_.drop_reason()) return why;
  if (closing_ || !dialogue_.is_thinking() || now < thinking_began_ + think_limit_) return {};
  return fmt::format("did not finish thinking within {} s ({})", static_cast<double>(think_limit_.count()) / 1000.0,
                     what_is_missing());
}

/// The missing or unfinished message, and where to look for the cause: first attempts fail in few ways.
std::string AgentProcess::what_is_missing() const {
  std::string words = reader_.unfinished();
  if (words.empty())
    words = dialogue_.what_is_missing(pipes_.unread());
  else
    words = fmt::format("it has sent {}", words);
  std::error_code error;
  const std::uintmax_t printed = output_log_.empty() ? 0 : std::filesystem::file_size(output_log_, error);
  if (!error && printed > 0)
    words += fmt::format("; {} byte{} on its standard output ({}), not on its outputfd (usually 4)", printed,
                         printed == 1 ? " is" : "s are", output_log_.filename().string());
  return words;
}

spark::AgentReport AgentProcess::report() const {
  spark::AgentReport report = dialogue_.statistics().report();
  if (!dialogue_.is_ready() && !closed_) report.missing = what_is_missing();
  return report;
}

std::optional<spark::RealClock::Time> AgentProcess::deadline() const {
  if (sends_garbage_ || dialogue_.drop_reason()) return spark::RealClock::Time{};
  std::optional<spark::RealClock::Time> next;
  if (closing_)
    next = closing_ends_;
  else if (dialogue_.is_thinking())
    next = thinking_began_ + think_limit_;
  if (held_back_) next = next ? std::min(*next, rate_.resumes()) : rate_.resumes();
  return next;
}

void AgentProcess::close() {
  pipes_.close();
  dialogue_.outgoing().clear();
  closed_ = true;
}

}  // namespace commserver
