// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateways/sigverse/direct/controller_link.h"
#include "gateways/sigverse/recording/server_recorder.h"
#include "gateways/sigverse/viewer/options.h"
#include "gateways/sigverse/viewer/server_session.h"
#include "gateways/sigverse/viewer/service_port.h"
#include "gateways/sigverse/viewer/world_eyes.h"
#include "gateways/sigverse/wire/service_provider.h"
#include "spark/core/log.h"
#include "spark/net/loop.h"

namespace sigverse::viewer {

/// `--offscreen`: provides sight for the controllers of a server:
///
///  * as a provider of pictures, names and distances (kinds 3 and 5), for `captureView` and the like, also for
///    controllers in the sandbox, through the server;
///  * as a service of SIGVerse 2.x, which the server asks to connect to controllers (`connectToService`), over these
///    connections (`direct::ControllerLink`);
///  * at a port of its own, for services of 2.x (`ServicePort`).
///
/// It also records the reports of the server (`--record`).
///
/// One thread does all of this, except the provider's traffic, which has its own threads: it waits for the provider's
/// requests and for all connections, and draws. In each round it draws at most one picture per connection, and for the
/// provider at most as many as it serves connections at once. If the server can compute sight itself, it does not do so
/// meanwhile.
class Offscreen {
 public:
  static constexpr std::size_t kMaxControllers = 128;  ///< connections with controllers
  static constexpr std::size_t kMaxPerAgent = 4;       ///< connections per agent

  /// Registers at the server. Throws `std::runtime_error` with a one-line message if that is impossible: there is no
  /// server, the name is taken, or this machine cannot draw. Options and log outlive this object.
  Offscreen(const Options& options, spark::Log& log);

  /// Works until the server ends or `stop` is called.
  void run();
  /// May be called on any thread, and in a signal handler.
  void stop() noexcept { provider_.stop(); }

 private:
  wire::SigServiceProvider::Options provided();
  void join();
  void listen();
  void connect_to(std::uint16_t port, const std::string& agent);
  bool attend();
  void record();
  spark::net::Loop::Duration longest_wait() const;

  const Options& options_;
  spark::Log& log_;
  spark::net::Loop loop_;
  WorldEyes eyes_;
  wire::SigServiceProvider provider_;
  spark::net::Loop::Watch requests_;
  struct Connected {
    std::string agent;
    std::unique_ptr<direct::ControllerLink> link;
  };
  std::vector<Connected> controllers_;
  std::optional<ServicePort> services_;
  std::optional<recording::ServerRecorder> recorder_;
  spark::net::Loop::Watch recorded_;  ///< watches the input of the recorder
  /// Ends before the connections with controllers, because when these end, the controllers at once ask the server for
  /// new ones.
  ServerSession session_;
};

/// Runs this mode: prints a line when it starts, and returns the exit status when the server or a signal (SIGINT,
/// SIGTERM, SIGHUP) has ended it; a second signal ends it at once.
int run_offscreen(const Options& options);

}  // namespace sigverse::viewer
