// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "gateways/sigverse/client/sim_server.h"
#include "gateways/sigverse/recording/recorder.h"

namespace sigverse::recording {

/// Records what a server reports, on a connection of its own, for programs that do not look at the world all the time.
/// It asks, and changes nothing. Nothing but the constructor ever waits. Used by one thread.
class ServerRecorder : private client::SimServerListener {
 public:
  /// Connects, and makes the file. Throws `std::runtime_error`, a line, if one of these fails.
  ServerRecorder(const wire::Address& server, const std::filesystem::path& file, double interval, Complain complain);
  /// With a connection that is there.
  ServerRecorder(client::SimServer server, const std::filesystem::path& file, double interval, Complain complain);

  /// Takes what has come, and asks again when it is time. `now`: seconds of a steady clock. To be called when the
  /// descriptor can be read, and no later than `due`.
  void attend(double now);
  double due() const { return due_; }
  /// -1 if there is no connection any more.
  int descriptor() const { return server_.descriptor(); }
  /// The server has ended, or the file cannot be written any further.
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
  double due_ = 0.0;  ///< when it is time to ask again
};

}  // namespace sigverse::recording
