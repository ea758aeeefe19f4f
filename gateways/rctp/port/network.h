// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace spark {
class Log;
}

namespace rctp {

class ModelLink;
class RobotLink;
class WorldLink;

/// The network thread: the port and everybody who is connected to it. Meets the simulation thread in the links only.
class Network {
 public:
  /// What operators may see of the surroundings: everything, their own robot only, or nothing.
  enum class World { all, own, none };
  struct Options {
    std::uint16_t port = 0;  ///< 0: any free one
    std::string address;
    World world = World::all;
    std::chrono::nanoseconds silence{};  ///< after so long without a record a robot comes to rest; 0: never
    double step_seconds = 0.01;
  };

  /// Opens the port; throws `std::runtime_error` with one line if that fails. Links and log outlive it.
  Network(const Options& options, const std::vector<RobotLink*>& robots, WorldLink& world, ModelLink& model,
          spark::Log& log);
  /// Ends it at once, if nobody has.
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  std::uint16_t port() const;
  /// Lets it begin: from now on it answers.
  void begin();
  /// The links have something new. Called by the simulation thread; allocates nothing.
  void wake() noexcept;
  /// Says goodbye to all and closes everything within `patience`, half a second at most.
  void end(std::chrono::milliseconds patience);

 private:
  class Thread;
  std::unique_ptr<Thread> thread_;
};

}  // namespace rctp
