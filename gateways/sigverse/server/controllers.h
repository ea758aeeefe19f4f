// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gateways/sigverse/server/turns.h"
#include "spark/agent/program_starter.h"

namespace spark {
struct Core;
struct GatewayContext;
}  // namespace spark

namespace sigverse {

/// The controllers that the server starts: one for each agent object of the world file that names a library in C++.
/// Each is a process of its own, `runac`, with the library in it.
class Controllers final : public spark::ProgramListener {
 public:
  struct Ended {
    AgentSeat* seat;
    spark::ProgramEnd end;
  };

  /// Finds all libraries and the program; throws `std::runtime_error` with one line if one is missing. World, seats and
  /// what the context refers to outlive it.
  Controllers(const SimWorld& world, const Seats& seats, spark::GatewayContext& context);
  ~Controllers() override { end(); }

  /// The names of their agents, in the order of the world file.
  std::vector<std::string> names() const;
  /// Starts that of an agent. Throws `std::runtime_error` if that is impossible.
  spark::ProgramStarter::Started start(AgentSeat& seat, spark::AgentId agent);
  /// Kills one at once, or after it has had some time to end by itself.
  void stop(AgentSeat& seat, std::chrono::milliseconds patience);
  /// Those that have ended since the last call.
  std::vector<Ended> take_ended() { return std::exchange(ended_, {}); }
  bool have_ended() const { return !ended_.empty(); }
  /// Waits for all to end by themselves, then kills the rest. Nobody is told of them any more.
  void wait(std::chrono::milliseconds patience);
  void end();

  void program_ended(spark::ProgramId program, const spark::ProgramEnd& end) override;

 private:
  spark::ProgramStarter& programs_;
  const Seats& seats_;
  std::filesystem::path folder_;  ///< of the world file
  std::string runac_;
  std::string seed_;
  std::map<const AgentSeat*, std::filesystem::path> libraries_;
  std::vector<Ended> ended_;
};

}  // namespace sigverse
