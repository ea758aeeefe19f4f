// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "gateways/sigverse/controller/include/SimObj.h"
#include "gateways/sigverse/controller/server_connection.h"

namespace sigverse {

/// The simulation objects that a controller has asked for. One of a name is made once and stays, for controllers keep
/// pointers; its contents are loaded by the first `get` in each handler.
class Objects {
 public:
  explicit Objects(ServerConnection& server) : connection_(server) {}

  void handler_begins() { ++handler_; }
  /// Null if the server has none of that name.
  RobotObj* get(const std::string& name);
  /// Asks the server for all of it now. False if it does not know it, or is gone.
  bool load(SimObj& object);
  /// Appends UPDATE_ENTITIES with what has been changed since the last time.
  void append_changes(std::string& out, double time);

  static ObjectState& state(const SimObj& object) { return *object.state_; }

 private:
  ServerConnection& connection_;
  unsigned handler_ = 0;
  wire::ObjectRecord record_;  ///< kept for its room
  std::map<std::string, std::unique_ptr<RobotObj>, std::less<>> objects_;
};

}  // namespace sigverse
