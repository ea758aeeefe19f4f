// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "gateways/sigverse/client/sim_server.h"
#include "gateways/sigverse/recording/recorder.h"

namespace sigverse::recording {

/// Records what a server reports, over a connection of its own, for programs that do not otherwise read the world. It
/// only queries and changes nothing. Only the constructor waits. Used by one thread.
class ServerRecorder : private client::SimServerListener {
 public:
  /// Connects and creates the file. Throws `std::runtime_error`, with a one-line message, if either fails.
  ServerRecorder(const wire::Address& server, const std::filesystem::path& file, double interval, Complain complain);
  /// Uses an existing connection.
  ServerRecorder(client::SimServer server, const std::filesystem::path& file, double interval, Complain complain);

  /// Handles the input, and sends the next query when it is due. `now`: seconds of a steady clock. Must be called when
  /// the descriptor is readable, and no later than `due`.
  void attend(double now);
  double due() const { return due_; }
  /// -1 if the connection has ended.
  int descriptor() const { return server_.descriptor(); }
  /// Whether the server has ended or the file can no longer be written.
  bool is_over() const { return !server_.is_connected() || !recorder_.is_recording(); }

 private:
  void attached(bool, std::string_view) override {}
  void shapes(const client::ShapeBase&) override {}
  void world(client::World& world) override;
  void entity(double, const client::Object*, const wire::ObjectRecord&) override {}
  void log_line(wire::LogLevel, std::string_view) override {}
  void display_text(const wire::DisplayText&) override {}
  void packet(const wire::Packet&) override {}
  void raw(const wire::Raw&) override {}
  void problem(std::string_view line, bool is_unreadable) override;

  Complain complain_;
  double interval_;
  Recorder recorder_;
  client::SimServer server_;
  double now_ = 0.0;
  double due_ = 0.0;  ///< when the next query is due
};

}  // namespace sigverse::recording
