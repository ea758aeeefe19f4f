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

/// The controllers that the server starts: one for each agent object of the world file that names a library in C++.
/// Each is a process of its own, `runac`, with the library in it.
class Controllers final : public spark::ProgramListener {
 public:
  struct Ended {
    ControllerSlot* slot;
    spark::ProgramEnd end;
  };

  /// Finds all libraries and the program; throws `std::runtime_error` with one line if one is missing. World, slots and
  /// what the context refers to outlive it.
  Controllers(const SimWorld& world, const ControllerSlots& slots, spark::GatewayContext& context);
  ~Controllers() override { end(); }

  /// The names of their agents, in the order of the world file.
  std::vector<std::string> names() const;
  /// Starts the controller of an agent. Throws `std::runtime_error` if that is impossible.
  spark::ProgramStarter::Started start(ControllerSlot& slot, spark::AgentId agent);
  /// Kills a controller if it has not ended by itself within the timeout; at once if that is 0.
  void stop(ControllerSlot& slot, std::chrono::milliseconds timeout);
  /// The controllers that have ended since the last call.
  std::vector<Ended> take_ended() { return std::exchange(ended_, {}); }
  bool have_ended() const { return !ended_.empty(); }
  /// Waits for all to end by themselves, then kills the rest. Their ends are no longer reported.
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
