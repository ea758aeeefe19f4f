// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gateways/rtm/control/picture_source.h"
#include "gateways/rtm/pictures/picture_link.h"
#include "gateways/rtm/pictures/world_moments.h"
#include "spark/agent/program_starter.h"
#include "spark/scene/mover_list.h"

namespace spark {
class AgentAspect;
class Camera;
struct Core;
}  // namespace spark

namespace rtm {

/// The pictures of the robots' cameras. The program `rctp-camera`, which this class starts, draws them, so the server
/// needs no graphics and survives a driver that crashes.
///
/// This class is used on the simulation thread; the robots' workers request the pictures (`source`). In every control
/// period it records the poses of everything that moves, so that a picture of that step can be drawn later, whether the
/// world waits or not.
///
/// If the program ends during the run, it is restarted, at most `kMaxStarts` starts in all; meanwhile, and afterwards,
/// ports keep their last pictures.
class RobotPictures final : private spark::ProgramListener {
 public:
  static constexpr int kMaxStarts = 6;

  struct Parts {
    spark::Core& core;
    spark::ProgramStarter& programs;
    const spark::RealClock& clock;
    PictureLink::Settings settings;
    std::vector<std::string> robots;  ///< their labels, for log lines: "robot arm"; by number
  };

  /// Throws `std::runtime_error` with one line if there is no such program. All parts outlive it.
  explicit RobotPictures(Parts parts);
  ~RobotPictures() override { end(); }

  /// The source of a robot's pictures for its worker. Valid as long as this object.
  PictureSource& source(std::size_t robot) { return *sources_.at(robot); }

  /// Starts the program and waits until it can draw. Throws `std::runtime_error` with one line if it cannot.
  void begin();
  /// Called when the robot has got its body, which it has until `left`.
  void entered(std::size_t robot, const spark::AgentAspect& body);
  void left(std::size_t robot);
  /// Records the present world as that of `step`; called before the robots' workers get the sensations of that step.
  void show(spark::Step step);
  /// Ends program and thread.
  void end();

  /// "512 pictures of cameras drawn, 0 missed", for the end of a run.
  std::string tally() const;

 private:
  struct Robot {
    const spark::AgentAspect* body = nullptr;
    std::vector<const spark::Camera*> cameras;  ///< valid until the tree changes
    std::vector<std::size_t> numbers;           ///< of the cameras, in the list of movers
  };

  void start();
  void find_cameras();
  void renew_looks();
  void program_ended(spark::ProgramId program, const spark::ProgramEnd& end) override;

  const Parts parts_;
  WorldMoments moments_;
  std::vector<std::unique_ptr<PictureSource>> sources_;
  std::vector<Robot> robots_;
  spark::MoverList movers_;
  std::uint64_t tree_changes_ = 0;
  bool has_looked_ = false;
  Moment moment_;
  spark::ProgramId program_ = 0;
  int starts_ = 0;
  bool is_begun_ = false, has_ended_ = false;
  std::string end_;  ///< how the program ended during the wait for it
  PictureLink link_;
};

}  // namespace rtm
