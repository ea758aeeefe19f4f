// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "gateways/sigverse/client/sim_server.h"

namespace sigverse::client {

/// A connection error, as a line for users.
class LinkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Sends requests to a server and waits for the answers, for programs that do nothing else meanwhile. All functions
/// throw `LinkError` if no server answers, if the connection is lost, if an answer cannot be read, or if the server is
/// silent for longer than the timeout. A whole answer may take `kMaxTimeouts` times the timeout, and have `kMaxOctets`.
/// An error closes the connection, because the rest of an answer might still arrive. Packets that are not answers are
/// ignored. Used by one thread at a time.
class BlockingClient : private SimServerListener {
 public:
  static constexpr int kMaxTimeouts = 5;
  static constexpr std::size_t kMaxOctets = 256 << 20;

  /// Connects. `greeting` is the one of `SimServer::connect`. Errors begin with `place` and a colon, unless it is
  /// empty.
  BlockingClient(const wire::Address& server, SimServer::Timeout timeout, std::string_view greeting = {},
                 std::string place = {});

  World world();
  /// Requests the shape database.
  ShapeBase shapes();
  /// Requests the record of an object, as received; returns false if there is no such object. `time` is the SIG time,
  /// in s. Texts of the record are views, valid until the next request.
  bool entity(std::string_view name, double& time, wire::ObjectRecord& record);
  double time();
  /// Returns when the server has accepted the command. A reset or restart may still wait for handlers to return.
  void control(wire::SimCommand command);
  /// Sends a sound to the controller of an agent, like `SimServer::sendRawSound`; returns when the server has accepted
  /// it.
  void sound(std::string_view agent, double time, const wire::Wave& wave);
  /// Returns when the server has ended.
  void end_simulation();
  /// Sends the octets, and calls `take` with the data of each packet of a reply of that type; there may be several. If
  /// `take` returns false, the reply is reported as `unreadable`, for example "names that cannot be read".
  using Take = std::function<bool(std::string_view data)>;
  void request(std::string_view octets, wire::PacketType reply, const char* unreadable, const Take& take);
  /// Sends the octets; returns when the server has carried out the request.
  void command(std::string_view octets);

  bool is_connected() const { return server_.is_connected(); }

 private:
  void attached(bool, std::string_view) override {}
  void shapes(const ShapeBase& shapes) override;
  void world(World& world) override;
  void entity(double time, const Object* object, const wire::ObjectRecord& record) override;
  void log_line(wire::LogLevel, std::string_view) override {}
  void display_text(const wire::DisplayText&) override {}
  void packet(const wire::Packet& packet) override;
  void raw(const wire::Raw&) override {}
  void problem(std::string_view line, bool is_unreadable) override;

  [[noreturn]] void lost(const std::string& what);
  void begin();
  /// Handles one packet from the server. Returns false if the connection has ended.
  bool process();
  /// Handles packets until `is_there` is true.
  void wait_until(const bool& is_there);

  SimServer server_;
  SimServer::Timeout timeout_;
  std::string place_;
  std::uint64_t octets_at_begin_ = 0;

  // The state of the answer that is awaited.
  bool is_there_ = false;
  World world_;
  ShapeBase shapes_;
  double time_ = 0.0;
  wire::ObjectRecord record_;
  bool exists_ = false;
  wire::PacketType wanted_{};
  const Take* take_ = nullptr;
  const char* unreadable_reply_ = "";
  std::string unreadable_;
};

}  // namespace sigverse::client
