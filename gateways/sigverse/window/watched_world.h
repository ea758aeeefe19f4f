// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gateways/sigverse/client/shape_base.h"
#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/wire/connect.h"
#include "gateways/sigverse/wire/types.h"
#include "monitor-lite/window/match_source.h"

namespace sigverse::window {

/// A log line of a controller or the server, or a text that a controller displays on screens.
struct LogLine {
  wire::LogLevel level = wire::LogLevel::message;
  std::string text;
  int colour = 0;           ///< of a displayed text (`wire::LogLevel::display`): 1 red … 7 gray, else white
  int size = 0;             ///< of a displayed text: letter size in pixels
  bool is_problem = false;  ///< it is from neither of them: the server has sent invalid data
};

/// A world that a window shows, live or recorded. None of the functions waits.
class WatchedWorld {
 public:
  virtual ~WatchedWorld() = default;

  /// Updates the world. `now`: seconds of a steady clock.
  virtual void advance(double now) = 0;
  /// Whether results of the other functions have changed since the last call.
  virtual bool has_changed() = 0;
  /// The last known world; empty at first. Valid until the next `advance`.
  virtual const client::World& world() const = 0;
  virtual const client::ShapeBase& shapes() const = 0;
  /// "127.0.0.1:9000  running"; paused while it is unknown whether the server runs; waiting, with "no connection to
  /// 127.0.0.1:9000: Connection refused", if there is no server.
  virtual monitor::Status status() const = 0;
  /// New log lines; each is returned once.
  virtual std::vector<LogLine> take_lines() = 0;
};

/// Lets a user control a server through a window. None of the functions waits. Requests that cannot be sent have no
/// effect, and the status shows that there is no connection.
class WorldControl {
 public:
  virtual ~WorldControl() = default;

  virtual const wire::Address& address() const = 0;
  virtual bool is_connected() const = 0;
  virtual bool is_connecting() const = 0;
  /// Closes an existing connection and connects to this server.
  virtual void connect(const wire::Address& server) = 0;
  virtual void disconnect() = 0;
  virtual void control(wire::SimCommand command) = 0;
  /// Ends the server.
  virtual void end_simulation() = 0;
  /// Changes these attributes of an object. Returns false if they are too long for a packet or if there is no
  /// connection.
  virtual bool change(const client::Object& object, const std::vector<client::Attribute>& changed) = 0;
  /// Moves an object; fails like `change`.
  virtual bool move(const client::Object& object, const sight::Vector& place) = 0;
  /// Starts to record what the user says to an agent. On failure returns false, with a line for the user in `problem`.
  virtual bool begin_talking(const client::Object& agent, std::string& problem) = 0;
  /// Ends the recording, and sends it to the agent's controller or drops it. On failure returns false, with a line for
  /// the user in `problem`.
  virtual bool end_talking(bool send, std::string& problem) = 0;
  virtual bool is_talking() const = 0;
  /// The loudness of the user's voice, 0 to 1.
  virtual double voice() const = 0;
  /// Whether the shown world is older than the last change.
  virtual bool awaits_change() const = 0;
};

}  // namespace sigverse::window
