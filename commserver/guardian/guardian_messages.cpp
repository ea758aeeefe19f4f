// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/guardian_messages.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstring>

#include "spark/core/log.h"

namespace commserver {
namespace {

const char* describe(GuardianReport::Stage stage) {
  switch (stage) {
    case GuardianReport::Stage::fork:
      return "fork";
    case GuardianReport::Stage::descriptors:
      return "its descriptors";
    case GuardianReport::Stage::working_folder:
      return "its working folder";
    case GuardianReport::Stage::files:
      return "its view of files";
    case GuardianReport::Stage::sandbox:
      return "its sandbox";
    case GuardianReport::Stage::program:
      return "its program";
  }
  return "?";
}

constexpr std::uint64_t kMegabyte = 1024 * 1024;

std::string describe_limit(const GuardianReport& report) {
  const AgentLimits& limits = report.limits;
  switch (report.exceeded) {
    case Exceeded::nothing:
      break;
    case Exceeded::memory:
      return fmt::format(": out of memory, the limit is {} MB", limits.memory / kMegabyte);
    case Exceeded::perhaps_memory:
      return fmt::format(": perhaps out of memory, the limit is {} MB", limits.memory / kMegabyte);
    case Exceeded::machine_memory:
      return ": the machine, or what all agents may use of it, was out of memory";
    case Exceeded::cpu:
      return limits.cpu_seconds == 0 ? "" : fmt::format(": the limit is {} s of CPU time", limits.cpu_seconds);
    case Exceeded::processes:
      return fmt::format(": the limit is {} processes and threads", limits.processes);
    case Exceeded::file_size:
      return fmt::format(": the limit is {} MB", limits.file_size / kMegabyte);
  }
  return {};
}

std::string describe_signal(int signal) {
  const char* name = ::sigdescr_np(signal);
  return fmt::format("ended by signal {} ({})", signal, name ? name : "?");
}

std::string describe_exit(int status) {
  return WIFEXITED(status) ? fmt::format("ended with exit status {}", WEXITSTATUS(status))
                           : describe_signal(WTERMSIG(status));
}

/// The exit status of bwrap is that of the first process in the sandbox, in the form of a shell: 128 + the signal.
std::string describe_sandbox_end(int status) {
  constexpr int kBySignal = 128;
  const int code = WEXITSTATUS(status);
  return fmt::format("ended with its sandbox, whose first process {}",
                     code > kBySignal ? describe_signal(code - kBySignal) : describe_exit(status));
}

/// The last whole lines, as many as are likely to help.
std::string last_lines(std::string_view text) {
  constexpr std::size_t kMaxLines = 3;
  std::string result;
  for (std::size_t count = 0; count < kMaxLines && !text.empty();) {
    const std::size_t end = text.find_last_not_of(" \t\r\n");
    if (end == text.npos) break;
    const std::size_t before = text.find_last_of('\n', end);
    const std::size_t begin = before == text.npos ? 0 : before + 1;
    std::string_view line = text.substr(begin, end + 1 - begin);
    text = text.substr(0, begin);
    line.remove_prefix(line.find_first_not_of(" \t"));
    if (line.find_first_not_of("~^ ") == line.npos) continue;  // Python's mark under a place in the line before
    if (!result.empty()) result.insert(0, " | ");
    result.insert(0, spark::printable(line, GuardianReport::kMaxText));
    ++count;
  }
  return result;
}

}  // namespace

std::string describe_last_output(const GuardianReport& report, std::string_view log) {
  const bool has_run =
      report.kind == GuardianReport::Kind::exited || report.kind == GuardianReport::Kind::sandbox_ended;
  if (log.empty() || !has_run) return {};
  const std::string lines = last_lines(report.text);
  if (lines.empty()) return fmt::format("its standard error ({}) is empty", log);
  return fmt::format("the end of its standard error ({}): {}", log, lines);
}

std::string describe(const GuardianReport& report) {
  switch (report.kind) {
    case GuardianReport::Kind::started:
      return fmt::format("runs as process {}", report.value);
    case GuardianReport::Kind::not_started:
      if (report.stage == GuardianReport::Stage::sandbox && report.value == 0 && report.text[0] != '\0')
        return fmt::format("could not be started: its sandbox could not be made: {}", last_lines(report.text));
      if (report.stage == GuardianReport::Stage::sandbox && report.value == 0)
        return "could not be started: its sandbox could not be made (its standard error says why)";
      return fmt::format("could not be started: {}: {}{}", describe(report.stage), std::strerror(report.value),
                         report.stage == GuardianReport::Stage::program && report.text[0] != '\0'
                             ? fmt::format(" ({})", last_lines(report.text))
                             : std::string());
    case GuardianReport::Kind::exited:
      return describe_exit(report.value) + describe_limit(report);
    case GuardianReport::Kind::sandbox_ended:
      return describe_sandbox_end(report.value);
    case GuardianReport::Kind::all_ended:
    case GuardianReport::Kind::log_ended:
    case GuardianReport::Kind::read_only:
    case GuardianReport::Kind::shares_user:
    case GuardianReport::Kind::no_cgroups:
    case GuardianReport::Kind::inside:
      return "all ended";
  }
  return "?";
}

}  // namespace commserver
