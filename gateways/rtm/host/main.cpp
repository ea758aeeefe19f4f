// SPDX-License-Identifier: Apache-2.0
// rtm-host: runs RT components outside a world. See docs/systems/components-protocol.md.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "gateways/rtm/host/host.h"
#include "gateways/rtm/host/options.h"
#include "spark/command_line/run_program.h"
#include "spark/core/ending_signals.h"
#include "spark/core/standard_streams.h"

namespace {

sigset_t ends() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int one : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, one);
  return signals;
}

/// Serves until a signal requests the end. Another signal, a second later or more, ends it at once
/// (`spark::EndingSignals`).
void wait_for_end() {
  const sigset_t signals = ends();
  int which = 0;
  sigwait(&signals, &which);
  std::thread([signals, first = which] {
    spark::EndingSignals ending;
    // Real time: signals arrive in real time, and main programs use the system's clock.
    ending.take(first, spark::RealClock::system().now());
    for (int another = 0; sigwait(&signals, &another) == 0;)
      if (ending.take(another, spark::RealClock::system().now()) == spark::EndingSignals::Meaning::hurry)
        ::_exit(128 + another);
  }).detach();
}

void print_line(spark::LogLevel level, std::string_view line) {
  if (level >= spark::LogLevel::warning)
    spark::print(STDERR_FILENO, "rtm-host: {}: {}\n", to_string(level), line);
  else
    spark::print(STDOUT_FILENO, "{}\n", line);
}

int work(const rtm_host::Options& options) {
  const rtm_host::ManagerSettings& manager = options.manager;
  spark::Log log;
  if (manager.min_level) log.add_sink(manager.is_logging ? *manager.min_level : spark::LogLevel::error, print_line);
  // Not through the log, because property files often switch it off, and then users would not learn which properties
  // have no effect.
  const auto remark = [](std::string_view line) { print_line(spark::LogLevel::warning, line); };
  for (const std::string& line : manager.remarks) remark(line);
  rtm_host::serve(options, log, spark::RealClock::system(), remark, wait_for_end);
  return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  // Set before any thread is created, because threads inherit it.
  const sigset_t signals = ends();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  rtm_host::Options options;
  return spark::run_program(
      "rtm-host", [&] { return rtm_host::read_options(argc, argv, options); }, [&] { return work(options); });
}
