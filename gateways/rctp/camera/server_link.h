// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/rctp/camera/options.h"
#include "gateways/rctp/camera/video.h"
#include "spark/http/websocket_client.h"
#include "spark/net/loop.h"

namespace rctp::camera {

/// Runs the camera program over a connection to a server: it draws and sends the pictures that the server requests, on
/// one thread.
///
/// Pictures are dropped if the server does not take them fast enough, so the newest one is never old.
class ServerLink {
 public:
  /// Throws `std::runtime_error` if this machine cannot draw.
  explicit ServerLink(const Options& options);

  /// Connects, for some seconds if no one listens yet, and works until the server ends. Throws `std::runtime_error`
  /// with one line if there is no server, if it refuses, if the connection breaks, or if something cannot be drawn.
  void run();

 private:
  void connect();
  void work();
  std::unique_ptr<const monitor::Model> load() const;
  void send(const std::string& robot, std::string_view jpeg);
  void complain(std::string_view what);

  const Options options_;
  spark::net::Loop loop_;
  Video video_;
  std::optional<spark::http::WebSocketClient> client_;
  bool was_open_ = false;               ///< the server has accepted the connection, which may have ended since
  std::optional<std::string> problem_;  ///< why the connection has ended
  std::string message_;
  bool has_complained_ = false;
};

}  // namespace rctp::camera
