// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gateways/sigverse/server/turns.h"
#include "spark/agent/program_starter.h"
#include "spark/core/agent_id.h"

namespace spark {
struct Core;
struct GatewayContext;
}  // namespace spark

namespace sigverse::server {

/// The controllers that the server starts: one for each agent object whose entry in the world file names a C++ library.
/// Each is a separate `runac` process that loads the library.
class Controllers final : public spark::ProgramListener {
 public:
  struct Ended {
    ControllerSlot* slot;
    spark::ProgramEnd end;
  };

  /// Locates all libraries and `runac`; throws `std::runtime_error` with a one-line message if one is missing. The
  /// world, the slots and everything that the context refers to outlive this object.
  Controllers(const SimWorld& world, const ControllerSlots& slots, spark::GatewayContext& context);
  ~Controllers() override { end(); }

  /// The names of the agents that have such a controller, in the order of the world file.
  std::vector<std::string> names() const;
  /// Starts the controller of an agent. Throws `std::runtime_error` if that fails.
  spark::ProgramStarter::Started start(ControllerSlot& slot, spark::AgentId agent);
  /// Kills a controller that has not exited by itself within the timeout; immediately if the timeout is 0.
  void stop(ControllerSlot& slot, std::chrono::milliseconds timeout);
  /// Returns the controllers that have ended since the last call.
  std::vector<Ended> take_ended() { return std::exchange(ended_, {}); }
  bool have_ended() const { return !ended_.empty(); }
  /// Waits for all controllers to exit by themselves, then kills the rest. Their ends are no longer reported.
  void wait(std::chrono::milliseconds timeout);
  void end();

  void program_ended(spark::ProgramId program, const spark::ProgramEnd& end) override;

 private:
  spark::ProgramStarter& programs_;
  const ControllerSlots& slots_;
  std::filesystem::path folder_;  ///< of the world file
  std::string runac_;
  std::string seed_;
  std::map<const ControllerSlot*, std::filesystem::path> libraries_;
  std::vector<Ended> ended_;
};

}  // namespace sigverse::server
