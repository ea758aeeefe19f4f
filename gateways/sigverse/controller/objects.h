// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "gateways/sigverse/controller/include/SimObj.h"
#include "gateways/sigverse/controller/server_connection.h"

namespace sigverse {

/// The simulation objects that a controller has requested. An object is created once per name and never destroyed,
/// because controllers keep pointers to it; its contents are loaded by the first `get` in each handler.
class Objects {
 public:
  explicit Objects(ServerConnection& server) : connection_(server) {}

  void handler_begins() { ++handler_; }
  /// Returns null if the server has no such object.
  RobotObj* get(const std::string& name);
  /// Requests the whole state of the object now. Returns false if the object is unknown or the server has gone.
  bool load(SimObj& object);
  /// Appends UPDATE_ENTITIES with the changes since the last call.
  void append_changes(std::string& out, double time);

  static ObjectState& state(const SimObj& object) { return *object.state_; }

 private:
  ServerConnection& connection_;
  unsigned handler_ = 0;
  wire::ObjectRecord record_;  ///< reused to save allocations
  std::map<std::string, std::unique_ptr<RobotObj>, std::less<>> objects_;
};

}  // namespace sigverse
