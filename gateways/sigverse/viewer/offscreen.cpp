// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/viewer/offscreen.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "gateways/sigverse/viewer/end_by_signals.h"
#include "spark/core/standard_streams.h"

namespace sigverse::viewer {

using wire::SigServiceProvider;
namespace {

/// How long the server may take to accept the service.
constexpr std::chrono::seconds kJoining{5};
/// The longest time between two checks when nothing happens.
constexpr std::chrono::milliseconds kTick{500};

/// Throws the problem of an answer, which the provider then reports.
direct::Seen seen_or_throw(Eyes::Answer answer) {
  if (!answer.seen.problem.empty()) throw std::runtime_error(answer.seen.problem);
  return std::move(answer.seen);
}

double seconds_of(spark::RealClock::Time time) {
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

}  // namespace

Offscreen::Offscreen(const Options& options, spark::Log& log)
    : options_(options),
      log_(log),
      eyes_(options.server, visuals::DataFiles::usual(options.data_path), log_),
      provider_(provided()),
      requests_(loop_.watch(provider_.descriptor())),
      session_(options.server, options.name, loop_,
               [this](std::uint16_t port, const std::string& agent) { connect_to(port, agent); }) {
  join();
  listen();
  if (options_.record.empty()) return;
  recorder_.emplace(options_.server, options_.record, options_.interval,
                    [this](const std::string& line) { log_.normal("{}", line); });
  recorded_ = loop_.watch(recorder_->descriptor());
}

SigServiceProvider::Options Offscreen::provided() {
  SigServiceProvider::Options provided;
  provided.server_host = options_.server.host;
  provided.server_port = options_.server.port;
  provided.name = options_.name;
  provided.host = options_.service_host;
  provided.port = options_.service_port;
  provided.log = [this](const std::string& line) { log_.normal("{}", line); };
  provided.picture = [this](const auto& request) { return seen_or_throw(eyes_.see(request)).octets; };
  provided.detect = [this](const auto& request) { return seen_or_throw(eyes_.see(request)).names; };
  provided.distance = [this](const auto& request) { return seen_or_throw(eyes_.see(request)).octets; };
  return provided;
}

/// Waits until the server has accepted the service.
void Offscreen::join() {
  const auto until = loop_.now() + kJoining;
  while (session_.state() == ServerSession::State::waiting && !provider_.has_ended() && loop_.now() < until) {
    loop_.wait(until - loop_.now());
    session_.attend();
  }
  if (session_.state() == ServerSession::State::waiting)
    throw std::runtime_error("the server does not answer the service");
  if (session_.state() == ServerSession::State::over)
    throw std::runtime_error(session_.problem().empty() ? "the server closes the connection of the service"
                                                        : session_.problem());
}

/// If another program has the port, everything else works without it.
void Offscreen::listen() {
  if (!options_.viewer_port) return;
  try {
    const std::string& own = session_.own_address();
    const std::string everywhere = own.find(':') == own.npos ? "0.0.0.0" : "::";
    services_.emplace(options_.service_host.empty() ? own : everywhere, *options_.viewer_port, options_.name, eyes_,
                      loop_, log_);
  } catch (const std::exception& error) {
    log_.normal("{}; services cannot ask {} for pictures", error.what(), options_.name);
  }
}

void Offscreen::connect_to(std::uint16_t port, const std::string& agent) {
  const auto of_agent = std::ranges::count(controllers_, agent, &Connected::agent);
  if (controllers_.size() >= kMaxControllers || static_cast<std::size_t>(of_agent) >= kMaxPerAgent)
    return log_.complain("the server", "asks {} to connect to '{}': {} connections are open", options_.name,
                         spark::printable(agent), controllers_.size());
  controllers_.push_back(
      {agent, std::make_unique<direct::ControllerLink>(
                  options_.server.host, port, direct::RequestLink::Names{spark::printable(agent), options_.name},
                  [this](const wire::ServiceRequest& request) -> std::optional<direct::Seen> {
                    return eyes_.see(request).seen;
                  },
                  loop_, log_)});
}

void Offscreen::record() {
  recorder_->attend(seconds_of(loop_.now()));
  if (!recorder_->is_over()) return;
  recorded_.end();
  recorder_.reset();
}

spark::net::Loop::Duration Offscreen::longest_wait() const {
  using Duration = spark::net::Loop::Duration;
  if (!recorder_) return kTick;
  const std::chrono::duration<double> until_due(recorder_->due() - seconds_of(loop_.now()));
  return std::clamp(std::chrono::ceil<Duration>(until_due), Duration::zero(), Duration(kTick));
}

/// Does one round; returns true if there is more to do at once.
bool Offscreen::attend() {
  session_.attend();
  bool has_more = false;
  for (const Connected& one : controllers_) has_more = one.link->attend() || has_more;
  std::erase_if(controllers_, [](const Connected& one) { return one.link->is_over(); });
  if (services_) has_more = services_->attend() || has_more;
  if (recorder_) record();
  const std::size_t at_once = SigServiceProvider::Options().max_threads;
  for (std::size_t i = 0; i < at_once && provider_.work_one(std::chrono::milliseconds(0)); ++i) has_more = true;
  return has_more;
}

void Offscreen::run() {
  log_.normal("sees for {}:{} as {}: provider on port {}, {}", options_.server.host, options_.server.port,
              options_.name, provider_.port(),
              services_ ? fmt::format("services on port {}", services_->port()) : "no port for services");
  while (!provider_.has_ended() && session_.state() != ServerSession::State::over) {
    if (attend())
      loop_.poll();
    else
      loop_.wait(longest_wait());
  }
  // If the provider was stopped, the server was not lost.
  if (session_.state() == ServerSession::State::over && !session_.problem().empty())
    throw std::runtime_error(session_.problem());
  if (provider_.lost_server() || session_.state() == ServerSession::State::over) log_.normal("the server has ended");
}

int run_offscreen(const Options& options) {
  spark::Log log;
  log.add_sink(spark::LogLevel::normal,
               [](spark::LogLevel, std::string_view line) { spark::print(STDERR_FILENO, "sigviewer: {}\n", line); });
  Offscreen offscreen(options, log);
  const EndBySignals end([&offscreen] { offscreen.stop(); });
  offscreen.run();
  return EXIT_SUCCESS;
}

}  // namespace sigverse::viewer
