// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "gateways/rtm/control/picture_source.h"
#include "gateways/rtm/pictures/picture_pipes.h"
#include "gateways/rtm/pictures/picture_scene.h"
#include "gateways/rtm/pictures/world_moments.h"
#include "spark/core/descriptor.h"
#include "spark/core/log.h"
#include "spark/core/real_clock.h"

namespace rtm {

/// Orders pictures from the camera program and distributes them, on a thread of its own. Only this thread accesses the
/// pipes, so neither the simulation nor a robot's worker can block on them.
///
/// One picture is drawn at a time, in the order of the requests. When the program ends, all pending requests fail;
/// later ones wait for another program.
class PictureLink {
 public:
  struct Settings {
    bool lock_step = false;               ///< a picture must show the requested step
    std::chrono::milliseconds timeout{};  ///< real time for which a request waits for a picture, in lock-step
  };
  /// A camera: the robot's number, and the camera's in the robot.
  using Camera = std::pair<std::size_t, std::size_t>;

  /// A program that has not answered for this long is killed. The first picture of a run may also take this long,
  /// because the world has to be loaded for it.
  static constexpr std::chrono::seconds kLongest{15};

  PictureLink(Settings settings, const WorldMoments& moments, const spark::RealClock& clock, spark::Log& log);
  ~PictureLink() { end(); }

  // Called on the simulation thread:
  /// Called when a program has been started, with our ends of its pipes.
  void attach(spark::Descriptor to_program, spark::Descriptor from_program);
  /// Waits until the present program is ready or lost; returns false if that takes longer.
  bool wait(std::chrono::milliseconds longest);
  /// Called when no further program will be started: from now on requests fail without waiting.
  void set_unavailable();
  /// Ends the thread and all waits. No picture is delivered afterwards.
  void end();

  // Called on any thread:
  /// Whether the present program can draw.
  bool is_ready() const { return ready_ == attached_ && !is_lost(); }
  /// Whether the present program has hung or violates the protocol, so that it has to be killed.
  bool is_lost() const { return lost_ == attached_; }
  /// Why it cannot draw, in its own words; empty if it has sent no reason.
  std::string problem() const;
  /// As in `PictureSource`. `label` is that of the robot, for log lines.
  std::shared_ptr<const CameraPicture> picture(const std::string& label, const Camera& camera, spark::Step step,
                                               bool with_depth);

  std::uint64_t drawn() const { return drawn_; }
  std::uint64_t missed() const { return missed_; }

 private:
  using Picture = std::shared_ptr<const CameraPicture>;
  struct Order {
    Camera camera;
    spark::Step step = 0;  ///< the requested step
    bool with_depth = false;
    std::string label;
  };
  /// The state of a camera that has been requested.
  struct Known {
    Picture last;
    bool with_depth = false;  ///< a port has requested depths
    bool is_ordered = false;
    bool is_late = false;  ///< the request timed out, and that has been logged
  };
  /// The result of an order.
  enum class Outcome { drawn, failed, program_gone, ended };

  void run();
  void greet();
  Outcome draw(const Order& order, Picture& picture);
  std::string_view order_frame(const Order& order, const RobotCamera& camera);
  void note(std::string_view problem);
  Outcome lose_program(PicturePipes::Result why);
  void drop_orders();
  Outcome fail(const Order& order, std::string_view why);
  void finish(const Order& order, Outcome outcome, Picture picture);
  Picture wait_for(const std::string& label, const Camera& camera, Known& known, spark::Step step,
                   std::unique_lock<std::mutex>& lock);
  bool fits(const Picture& picture, spark::Step step, bool with_depth) const;

  const Settings settings_;
  const WorldMoments& moments_;
  const spark::RealClock& clock_;
  spark::Log& log_;
  std::atomic<int> attached_{0};           ///< number of programs so far
  std::atomic<int> ready_{-1}, lost_{-1};  ///< the last program with that state
  std::atomic<std::uint64_t> drawn_{0}, missed_{0};

  // Used on the thread alone:
  PicturePipes pipes_;
  int present_ = 0;  ///< the number of the program that it uses
  PictureScene scene_;
  Moment moment_;
  rctp::PictureOrder message_;
  std::string frame_;

  mutable std::mutex mutex_;
  std::condition_variable ordered_, finished_;
  std::map<Camera, Known> cameras_;
  std::deque<Order> orders_;
  spark::Descriptor new_to_, new_from_;  ///< of a program that the thread has not taken yet
  std::string problem_;
  bool is_unavailable_ = false, has_ended_ = false;
  std::thread thread_;
};

}  // namespace rtm
