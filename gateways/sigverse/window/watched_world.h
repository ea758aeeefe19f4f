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

/// A line of the log: what a controller or the server has logged, or a text that a controller shows on screens.
struct LogLine {
  wire::LogLevel level = wire::LogLevel::message;
  std::string text;
  int colour = 0;           ///< of a text for screens (`wire::LogLevel::display`): 1 red … 7 gray, else white
  int size = 0;             ///< of the same, in pixels of its letters
  bool is_problem = false;  ///< it is neither's: something is wrong with what the server sends
};

/// A world that a window shows, live or recorded. Never waits for anything.
class WatchedWorld {
 public:
  virtual ~WatchedWorld() = default;

  /// Takes in what is new. `now`: seconds of a steady clock.
  virtual void advance(double now) = 0;
  /// Whether what the other functions return has changed; true once.
  virtual bool has_changed() = 0;
  /// The last one that is known; empty at first. Valid until the next `advance`.
  virtual const client::World& world() const = 0;
  virtual const client::ShapeBase& shapes() const = 0;
  /// "127.0.0.1:9000  running"; paused while it is not known how it will go on; waiting, with "no connection to
  /// 127.0.0.1:9000: Connection refused", if there is no server.
  virtual monitor::Status status() const = 0;
  /// New lines of the log; each comes once.
  virtual std::vector<LogLine> take_lines() = 0;
};

/// What a user can do to a server through a window. Nothing waits; what cannot be sent has no effect, and the status
/// says that there is no connection.
class WorldControl {
 public:
  virtual ~WorldControl() = default;

  virtual const wire::Address& address() const = 0;
  virtual bool is_connected() const = 0;
  virtual bool is_connecting() const = 0;
  /// Closes the connection that is there, if any, and makes another one.
  virtual void connect(const wire::Address& server) = 0;
  virtual void disconnect() = 0;
  virtual void control(wire::SimCommand command) = 0;
  /// Ends the server.
  virtual void end_simulation() = 0;
  /// Changes these attributes of an object. False if they are too long for a packet, or there is no connection.
  virtual bool change(const client::Object& object, const std::vector<client::Attribute>& changed) = 0;
  /// Moves an object; alike.
  virtual bool move(const client::Object& object, const sight::Vector& place) = 0;
  /// Begins to record what the user says to an agent. False: `problem` is a line for the user.
  virtual bool begin_talking(const client::Object& agent, std::string& problem) = 0;
  /// Ends that, and sends it to the agent's controller, or drops it. False: `problem` is a line for the user.
  virtual bool end_talking(bool send, std::string& problem) = 0;
  virtual bool is_talking() const = 0;
  /// How loud the user is, 0 to 1.
  virtual double voice() const = 0;
  /// Whether the world that is shown is from before the last change.
  virtual bool awaits_change() const = 0;
};

}  // namespace sigverse::window
