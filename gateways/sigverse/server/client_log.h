// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>

#include "gateways/sigverse/server/line_throttle.h"
#include "gateways/sigverse/server/sessions.h"
#include "gateways/sigverse/wire/messages.h"

namespace sigverse::server {

/// Distributes the texts that clients write for users: log lines of controllers (LOG_MSG) and texts for viewers to
/// display (DISPLAY_TEXT). Viewers get all of them, unchanged. The server's log gets them in printable form, limited
/// per client by `LineThrottle`. A controller's own log contains all of its lines.
class ClientLog {
 public:
  /// Both outlive it.
  ClientLog(const Sessions& sessions, spark::Log& log) : sessions_(sessions), log_(log) {}

  // Times are SIG time, s.
  void write(const Session& session, const wire::LogMsg& message, double now);
  void write(const Session& session, const wire::DisplayText& message, double now);
  /// Sends a packet to all viewers except its sender.
  void show_viewers(const Session& from, std::string_view packet) const;
  /// Writes the held lines that are due; when the world is stopped, writes all of them.
  void attend(double now, bool is_running);
  /// Writes all lines that are held back.
  void flush();
  /// Writes the held lines of a session that is over. The next client from the same host that writes inherits its
  /// limits, so that reconnecting does not reset them.
  void forget(const Session& session);

 private:
  struct Client {
    explicit Client(spark::Log& log);
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    std::string label;  ///< label of the session when it last wrote
    LineThrottle lines;
  };

  using Clients = std::map<std::uint64_t, Client>;  ///< by session; only those that have written something
  struct Left {
    std::string host;
    Clients::node_type client;
  };

  Client& client_of(const Session& session);
  void write(const Session& session, spark::LogLevel level, std::string_view line, double now);

  const Sessions& sessions_;
  spark::Log& log_;
  bool was_running_ = false;
  Clients clients_;
  std::deque<Left> left_;  ///< sessions that are over, oldest first; at most `Sessions::kMax`
};

}  // namespace sigverse::server
