// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/description.h"

#include <algorithm>
#include <ctime>

#include "gateways/rctp/rcml/robot_sheet.h"
#include "gateways/rctp/rcml/world_file.h"
#include "gateways/rctp/surroundings/file_pose.h"
#include "gateways/rctp/surroundings/surroundings.h"
#include "gateways/x3d/vrml_writer.h"
#include "gateways/x3d/x3d_writer.h"

namespace rctp {

using spark::http::Response;
namespace {

constexpr const char* kSoftware = "rcssserver3D " RCSS_VERSION;
constexpr const char* kSystem = "Linux";

/// As HTTP writes it: "Sun, 06 Nov 1994 08:49:37 GMT".
std::string date_of_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[64];
  // The names of days and months are English: the server keeps the locale "C".
  return {text, std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

RobotSheet sheet_of(const Model::Robot& robot, const std::string& authority, const Surroundings& surroundings) {
  RobotSheet sheet;
  sheet.name = robot.name;
  sheet.address = rctp_address(authority, robot.name);
  sheet.os = kSystem;
  sheet.software = kSoftware;
  std::ranges::copy_if(*robot.objects, std::back_inserter(sheet.objects),
                       [](const Object& object) { return !object.name.empty(); });
  sheet.node_names = surroundings.mover_names;
  return sheet;
}

}  // namespace

Response description(const Model& model, std::string_view robot, bool is_x3d, const std::string& authority,
                     Network::World world) {
  const auto shown = std::ranges::find(model.robots, robot, &Model::Robot::name);
  SurroundingsChoice choice{.robots = {}, .numbers = model.numbers, .only = {}};
  for (const Model::Robot& each : model.robots)
    if (each.top != 0) choice.robots.emplace(each.top, each.name);
  // The surroundings alone are everybody's: what operators may not see of others is not in there either. Who may see
  // nothing is not told by each new file where the own robot is.
  const bool is_shown = world == Network::World::own && shown != model.robots.end();
  if (world != Network::World::all) choice.only = is_shown ? shown->top : 0;
  Surroundings surroundings = surroundings_of(model.looks, choice);
  WorldSheet sheet{
      .step = model.step, .time = static_cast<double>(model.step) * model.step_seconds, .least = {}, .most = {}};
  // y of the world is -z of the file: what is least there is greatest here.
  const auto least = file_point(surroundings.extent.least), most = file_point(surroundings.extent.most);
  sheet.least = {least[0], least[1], most[2]};
  sheet.most = {most[0], most[1], least[2]};
  std::optional<RobotSheet> of_robot;
  if (shown != model.robots.end()) of_robot = sheet_of(*shown, authority, surroundings);
  const x3d::Document document = world_file(sheet, std::move(surroundings.nodes), of_robot ? &*of_robot : nullptr);
  Response response;
  response.type = is_x3d ? "model/x3d+xml" : "model/vrml";
  response.headers = {{"Cache-Control", "no-store"}, {"Last-Modified", date_of_now()}};
  response.body = std::make_shared<const std::string>(is_x3d ? x3d::to_x3d(document) : x3d::to_vrml(document));
  return response;
}

}  // namespace rctp
