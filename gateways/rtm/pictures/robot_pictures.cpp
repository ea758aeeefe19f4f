// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/pictures/robot_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/control/robot_map.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/scene/client_nodes.h"
#include "spark/scene/scene.h"

namespace rtm {
namespace {

using std::chrono::milliseconds;

const std::string kProgram = "rctp-camera";
const std::filesystem::path kNowhere = "/";  // it is beside the server or in $PATH, not in a folder of the script
constexpr milliseconds kLook{20};            // the interval at which a start is checked
constexpr milliseconds kMayEnd{1000};        // after its pipes have been closed

const spark::Scene* shown_scene(spark::Core& core) {
  const auto* scenes = core.find_first<spark::SceneServer>();
  return scenes ? scenes->active_scene() : nullptr;
}

/// The cameras of one robot.
class RobotCameras final : public PictureSource {
 public:
  RobotCameras(PictureLink& link, std::size_t robot, std::string label)
      : link_(link), robot_(robot), label_(std::move(label)) {}

  std::shared_ptr<const CameraPicture> picture(std::size_t camera, spark::Step step, bool with_depth) override {
    return link_.picture(label_, {robot_, camera}, step, with_depth);
  }

 private:
  PictureLink& link_;
  const std::size_t robot_;
  const std::string label_;
};

}  // namespace

RobotPictures::RobotPictures(Parts parts)
    : parts_(std::move(parts)),
      robots_(parts_.robots.size()),
      link_(parts_.settings, moments_, parts_.clock, parts_.core.log) {
  parts_.programs.find(kProgram, kNowhere);
  for (std::size_t robot = 0; robot < robots_.size(); ++robot)
    sources_.push_back(std::make_unique<RobotCameras>(link_, robot, parts_.robots[robot]));
}

void RobotPictures::start() {
  spark::ProgramOrder order;
  order.program = kProgram;
  order.arguments = {"--pictures", "3,4"};
  // The program reads and writes no files, so it gets its own folder, which it can read.
  order.folder = parts_.programs.find(kProgram, kNowhere).parent_path();
  order.log_stem = "program-camera";
  // The limits for agents do not apply, because a graphics driver needs more. The program may not write files.
  order.limits.memory = order.limits.cpu_seconds = order.limits.files = 0;
  auto started = parts_.programs.start(order, *this);
  ++starts_;
  program_ = started.id;
  link_.attach(std::move(started.to_program), std::move(started.from_program));
}

void RobotPictures::begin() {
  const auto refuse = [](std::string_view why) {
    throw std::runtime_error(fmt::format("no pictures of robots' cameras: {}: {}", kProgram, why));
  };
  start();
  const auto by = parts_.clock.now() + PictureLink::kLongest;
  for (bool is_known = link_.wait(kLook); !link_.is_ready(); is_known = link_.wait(kLook)) {
    const bool has_ended = parts_.programs.wait(*this, is_known ? kLook : milliseconds(0));
    // The program's own message takes precedence, because the server may notice its end earlier than the message.
    if (const std::string problem = link_.problem(); is_known && !problem.empty()) refuse(problem);
    if (is_known && has_ended) refuse(end_);
    if (is_known) parts_.programs.stop(program_, milliseconds(0));
    if (parts_.clock.now() >= by) refuse(fmt::format("no answer within {} s", PictureLink::kLongest.count()));
  }
  is_begun_ = true;
}

void RobotPictures::entered(std::size_t robot, const spark::AgentAspect& body) {
  robots_.at(robot).body = &body;
  has_looked_ = false;
}

void RobotPictures::left(std::size_t robot) {
  robots_.at(robot) = {};
}

void RobotPictures::find_cameras() {
  const std::uint64_t tree_changes = parts_.core.tree_changes;
  if (std::exchange(has_looked_, true) && tree_changes == tree_changes_) return;
  tree_changes_ = tree_changes;
  const auto& movers = movers_.movers();
  for (Robot& robot : robots_) {
    robot.numbers.clear();
    robot.cameras = robot.body ? cameras_of(*robot.body) : std::vector<const spark::Camera*>();
    for (const spark::Camera* camera : robot.cameras) {
      const auto found = std::ranges::find(movers, camera->serial(), &spark::MoverList::Mover::serial);
      robot.numbers.push_back(static_cast<std::size_t>(found - movers.begin()));
    }
  }
}

void RobotPictures::renew_looks() {
  if (moment_.looks && moment_.looks->version == movers_.changes()) return;
  auto looks = std::make_shared<WorldLooks>();
  looks->version = movers_.changes();
  looks->appearance = movers_.appearance();
  looks->numbers = movers_.movers().size();
  moment_.looks = std::move(looks);
}

void RobotPictures::show(spark::Step step) {
  if (link_.is_lost()) parts_.programs.stop(program_, milliseconds(0));
  movers_.refresh(shown_scene(parts_.core));
  find_cameras();
  renew_looks();
  moment_.step = step;
  moment_.movers = movers_.movers();
  moment_.cameras.resize(robots_.size());
  for (std::size_t robot = 0; robot < robots_.size(); ++robot) {
    const Robot& from = robots_[robot];
    moment_.cameras[robot].clear();
    for (std::size_t i = 0; i < from.cameras.size(); ++i) {
      const spark::Camera& camera = *from.cameras[i];
      moment_.cameras[robot].push_back(
          {from.numbers[i], camera.viewport().width, camera.viewport().height, camera.z_near(), camera.z_far()});
    }
  }
  moments_.add(moment_);
}

void RobotPictures::program_ended(spark::ProgramId, const spark::ProgramEnd& end) {
  end_ = end.how;
  if (!is_begun_ || has_ended_) return;
  const std::string problem = link_.problem();
  const std::string how = problem.empty() ? end.how : problem;
  if (starts_ == kMaxStarts) {
    parts_.core.log.error("{} has ended again: {}; ports with pictures of cameras keep their last ones", kProgram, how);
    return link_.set_unavailable();
  }
  parts_.core.log.warning("{} has ended: {}; it is started again", kProgram, how);
  try {
    start();
  } catch (const std::runtime_error& error) {
    parts_.core.log.error("{}; ports with pictures of cameras keep their last ones", error.what());
    link_.set_unavailable();
  }
}

void RobotPictures::end() {
  if (std::exchange(has_ended_, true)) return;
  link_.end();
  if (starts_ > 0) parts_.programs.end(*this, kMayEnd);
}

std::string RobotPictures::tally() const {
  return fmt::format("{} pictures of cameras drawn, {} missed", link_.drawn(), link_.missed());
}

}  // namespace rtm
