// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/rctp/camera/jpeg_encoder.h"
#include "gateways/rctp/camera/live_world.h"
#include "gateways/rctp/camera/order.h"
#include "spark/core/real_clock.h"

namespace rctp::camera {

/// Schedules and draws the pictures that a server wants: which cameras are watched, and when the next picture of each
/// is due. It has neither sockets nor a clock.
///
/// A picture is drawn when it is due and the world has changed since the last one. While the world stands still, the
/// same picture is resent once a second, for viewers that connect later. Nothing is drawn, and no model is loaded,
/// while no camera is watched.
class Video {
 public:
  using Time = spark::RealClock::Time;
  struct Settings {
    int width, height;  ///< of the largest picture; larger ones are drawn smaller, with the same shape
    double rate;        ///< maximum number of pictures per second of one camera
  };
  /// Loads the world's current model; may throw.
  using Load = std::function<std::unique_ptr<const monitor::Model>()>;
  using Send = std::function<void(const std::string& robot, std::string_view jpeg)>;

  Video(Settings settings, Load load, Send send);

  /// Takes a text message of the server. Returns false if this version does not know it.
  bool take_text(std::string_view message, Time now);
  bool take_world(std::string_view contents) { return world_.mirror().update(contents); }

  /// The time of the next call of `draw` unless a message comes before; nothing while no camera is watched.
  std::optional<Time> due(Time now) const;
  /// Draws all pictures that are due. Throws what loading throws, and `std::runtime_error` if drawing fails.
  void draw(Time now);

 private:
  struct Watched {
    Watch wanted;
    Time due;                            ///< the earliest time of the next picture
    std::optional<std::uint64_t> drawn;  ///< the count of changes of the world in the last picture
    Time sent{};                         ///< when the last picture was sent
    std::string jpeg;
  };
  void shoot(Watched& watched);
  void size(const Watch& wanted, int& width, int& height) const;
  std::uint64_t state() const { return world_.mirror().changes() + loads_; }

  const Settings settings_;
  const Load load_;
  const Send send_;
  LiveWorld world_;
  JpegEncoder encoder_;
  bool is_outdated_ = true;  ///< the model has to be reloaded before the next picture
  std::uint64_t loads_ = 0;
  std::map<std::string, Watched> watched_;  ///< by the name of the robot
};

}  // namespace rctp::camera
