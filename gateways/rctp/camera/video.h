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

/// The pictures that a server wants: which cameras are watched, when the next picture of each is due, and drawing it.
/// No sockets and no clock of its own.
///
/// A picture is drawn when it is due and the world has changed since the last one. Of a world that stands still the
/// same picture is sent again once a second, so that a viewer who comes later sees one. Nothing is drawn, and no model
/// is loaded, while no one watches.
class Video {
 public:
  using Time = spark::RealClock::Time;
  struct Settings {
    int width, height;  ///< of the largest picture; larger ones are drawn smaller, with the same shape
    double rate;        ///< most pictures per second of one camera
  };
  /// Loads the world's model as it is now; may throw.
  using Load = std::function<std::unique_ptr<const monitor::Model>()>;
  using Send = std::function<void(const std::string& robot, std::string_view jpeg)>;

  Video(Settings settings, Load load, Send send);

  /// What the server has said. Returns false if it is nothing that this version knows.
  bool take_text(std::string_view message, Time now);
  bool take_world(std::string_view contents) { return world_.mirror().update(contents); }

  /// When `draw` is to be called next, if nothing else comes before; nothing while no one watches.
  std::optional<Time> due(Time now) const;
  /// Draws what is due. Throws what loading throws, and `std::runtime_error` if something cannot be drawn.
  void draw(Time now);

 private:
  struct Watched {
    Watch wanted;
    Time due;                            ///< the earliest time of the next picture
    std::optional<std::uint64_t> drawn;  ///< the count of changes of the world in the last picture
    Time sent{};                         ///< when that was sent last
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
  bool is_outdated_ = true;  ///< the model has to be loaded before the next picture
  std::uint64_t loads_ = 0;
  std::map<std::string, Watched> watched_;  ///< by the name of the robot
};

}  // namespace rctp::camera
