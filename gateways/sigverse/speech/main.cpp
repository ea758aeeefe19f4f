// SPDX-License-Identifier: Apache-2.0
// sigjsp: recognises speech for the controllers of a SIGVerse server.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>

#include "gateways/sigverse/speech/options.h"
#include "gateways/sigverse/wire/service_provider.h"
#include "spark/command_line/run_program.h"
#include "spark/core/log.h"
#include "spark/core/standard_streams.h"

namespace {

using sigverse::speech::Options;
using sigverse::speech::Recogniser;
using sigverse::speech::SampleReader;
using sigverse::speech::Sound;
using sigverse::wire::SigServiceProvider;

constexpr std::chrono::milliseconds kMaintenance{500};

void say(const std::string& line) {
  spark::print(STDERR_FILENO, "sigjsp: {}\n", line);
}

/// Prints one line per sound: its length, how long recognition took, and the words.
std::string recognise(Recogniser& recogniser, const Sound& sound, spark::RealClock& clock,
                      spark::RealClock::Duration limit) {
  const spark::RealClock::Time begin = clock.now();
  SampleReader samples(sound, recogniser.rate());
  std::string words = recogniser.recognise(samples, begin + limit);
  const std::chrono::duration<double> length(static_cast<double>(samples.count()) / recogniser.rate());
  const std::chrono::duration<double> taken = clock.now() - begin;
  spark::print(STDOUT_FILENO, "{:.2f} s of sound, recognised in {:.2f} s: {}\n", length.count(), taken.count(),
               words.empty() ? "(nothing)" : spark::printable(words, 1'000));
  return words;
}

/// The provider that a signal ends.
SigServiceProvider* ended_by_signals = nullptr;

void end_by_signals(SigServiceProvider& provider) {
  ended_by_signals = &provider;
  struct sigaction action {};
  action.sa_handler = [](int) { ended_by_signals->stop(); };
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

void ignore_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
}

int work(const Options& options, spark::RealClock& clock) {
  const auto recogniser = sigverse::speech::make_recogniser(options, clock, say);
  const auto limit =
      std::chrono::duration_cast<spark::RealClock::Duration>(std::chrono::duration<double>(options.timeout_s));
  SigServiceProvider::Options provided;
  provided.server_host = options.server.host;
  provided.server_port = options.server.port;
  provided.name = options.name;
  provided.host = options.service_host;
  provided.port = options.service_port;
  provided.log = say;
  provided.recognise = [&](const Sound& sound) { return recognise(*recogniser, sound, clock, limit); };
  SigServiceProvider provider(provided);
  end_by_signals(provider);
  say(fmt::format("recognises speech for {}:{} by {}, as the provider {} on port {}", options.server.host,
                  options.server.port, options.backend, options.name, provider.port()));
  while (!provider.has_ended()) {
    provider.work_one(kMaintenance);
    recogniser->maintain();
  }
  ignore_signals();
  if (provider.lost_server()) say("the server has ended");
  return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  return spark::run_program(
      "sigjsp", [&] { return sigverse::speech::read_options(argc, argv, std::getenv("SIGVERSE_SERVER"), options); },
      // Real time: a program passes the system's clock to its parts.
      [&] { return work(options, spark::RealClock::system()); });
}
