// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gateways/rctp/port/page_files.h"

namespace spark {
class Log;
class Secret;
}  // namespace spark

namespace rctp {

class ModelLink;
class RobotLink;
class WorldLink;

/// The network thread, which runs the port and all its connections. It shares only the links with the simulation
/// thread, on which the functions of this class are called.
class Network {
 public:
  /// The part of the environment that operators and watchers may see: all of it, their own robot only, or nothing.
  enum class World { all, own, none };
  struct Options {
    std::uint16_t port = 0;  ///< 0: any free one
    std::string address;
    World world = World::all;
    std::chrono::nanoseconds silence{};   ///< without a record, after which a robot is brought to rest; 0: never
    std::chrono::nanoseconds patience{};  ///< without a record, after which an operator loses the robot; 0: never
    double step_seconds = 0.01;
    std::shared_ptr<const spark::Secret> secret;  ///< needed to operate from elsewhere; null: none set
    std::vector<OfferedModule> modules;           ///< translators that scripts offer
    std::vector<std::string> trusted_origins;     ///< of pages that come through a proxy (`http::OriginRule`)
  };

  /// Opens the port; throws `std::runtime_error` with one line if that fails. Borrows links and log.
  Network(const Options& options, const std::vector<RobotLink*>& robots, WorldLink& world, ModelLink& model,
          spark::Log& log);
  /// Ends the thread at once if `end` has not been called.
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  std::uint16_t port() const;
  /// Whether only this machine can reach it.
  bool is_loopback() const;
  /// Starts the thread, which answers from now on.
  void begin();
  /// Wakes the thread to read the links. Allocates nothing.
  void wake() noexcept;
  /// Says goodbye to all operators and closes everything within `timeout`, which is cut to half a second.
  void end(std::chrono::milliseconds timeout);

 private:
  class Thread;
  std::unique_ptr<Thread> thread_;
};

}  // namespace rctp
