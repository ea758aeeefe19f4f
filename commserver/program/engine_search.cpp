// SPDX-License-Identifier: Apache-2.0
#include "commserver/program/engine_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <stdexcept>

#include "commserver/program/stop_signal.h"
#include "spark/net/loop.h"

namespace commserver {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kHandshakeTimeout{10000};
/// The first and the longest interval between log lines about an engine that is not found.
constexpr std::chrono::seconds kBetweenLines{3};
constexpr std::chrono::seconds kMaxBetweenLines{60};

std::unique_ptr<Link> connect(spark::net::Loop& loop, const ProgramOptions& options) {
  return connect_to(loop, options.engine_host, static_cast<std::uint16_t>(options.engine_port),
                    [] { return stop_signal != 0; });
}

/// Performs the handshake. Throws if the peer does not answer: it may be an engine that is busy with other peers.
CommServerHandshake::State shake_hands(Link& link, CommServerHandshake& handshake) {
  using State = CommServerHandshake::State;
  const auto deadline = link.now() + kHandshakeTimeout;
  auto state = State::waiting;
  while (state == State::waiting && link.is_open() && stop_signal == 0 && link.now() < deadline) {
    link.wait(milliseconds(50));
    link.attend([&](std::string_view message) {
      if (!message.empty() && static_cast<MessageKind>(message.front()) == MessageKind::alive) return true;
      state = handshake.take(message, link.outgoing());
      return false;
    });
  }
  if (state == State::waiting && stop_signal == 0)
    throw std::runtime_error(fmt::format("no answer from the engine on {}: {}", link.peer(),
                                         link.problem().empty() ? "it does not answer" : link.problem()));
  return state;
}

}  // namespace

std::optional<Engine> find_engine(spark::net::Loop& loop, const ProgramOptions& options, const Secret& secret,
                                  const std::vector<std::string>& types, spark::Log& log) {
  using State = CommServerHandshake::State;
  const auto deadline = loop.now() + std::chrono::duration<double>(options.wait);
  auto next_line = loop.now();
  std::chrono::seconds between_lines = kBetweenLines;
  while (stop_signal == 0) {
    CommServerHandshake handshake(secret, options.name, types);
    auto state = State::waiting;
    try {
      auto link = connect(loop, options);
      state = shake_hands(*link, handshake);
      if (state == State::done) return Engine{std::move(link), handshake.settings()};
    } catch (const std::exception& error) {
      if (!options.stay && stop_signal == 0 && loop.now() >= deadline) throw;
      if (stop_signal == 0 && loop.now() >= next_line) {
        log.normal("{}; looking for it", error.what());
        next_line = loop.now() + between_lines;
        between_lines = std::min(2 * between_lines, kMaxBetweenLines);
      }
    }
    if (state == State::failed) throw std::runtime_error(handshake.problem());
    nap();
  }
  return std::nullopt;
}

}  // namespace commserver
