// SPDX-License-Identifier: Apache-2.0
// rtm-host: runs RT components outside a world. See docs/components-protocol.md.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <thread>

#include "gateways/rtm/host/host.h"
#include "gateways/rtm/host/options.h"
#include "spark/command_line/option_values.h"
#include "spark/core/ending_signals.h"
#include "spark/core/standard_streams.h"

namespace {

sigset_t ends() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int one : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, one);
  return signals;
}

/// Until somebody wants it to end. Another signal ends it at once, if it comes a second later or more
/// (`spark::EndingSignals`).
void wait_for_end() {
  const sigset_t signals = ends();
  int which = 0;
  sigwait(&signals, &which);
  std::thread([signals, first = which] {
    spark::EndingSignals ending;
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

}  // namespace

int main(int argc, char** argv) {
  spark::open_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  // Before there are threads, which all get this from here.
  const sigset_t signals = ends();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    rtm_host::Options options;
    if (const auto answer = rtm_host::read_options(argc, argv, options)) {
      spark::write_text(STDOUT_FILENO, *answer);
      return EXIT_SUCCESS;
    }
    spark::Log log;
    log.add_sink(spark::LogLevel::normal, print_line);
    for (const std::string& remark : options.remarks) log.warning("{}", remark);
    rtm_host::serve(options, log, spark::RealClock::system(), wait_for_end);
    return EXIT_SUCCESS;
  } catch (const spark::WrongUsage& error) {
    spark::print(STDERR_FILENO, "rtm-host: {} (--help shows the options)\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    spark::print(STDERR_FILENO, "rtm-host: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
