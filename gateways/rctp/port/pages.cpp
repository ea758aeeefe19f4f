// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

#include "gateways/rctp/rcml/robot_sheet.h"
#include "gateways/rctp/rcml/world_file.h"
#include "gateways/rctp/world/environment.h"
#include "gateways/rctp/world/file_pose.h"
#include "pages/page_response.h"
#include "spark/x3d/vrml_writer.h"
#include "spark/x3d/x3d_writer.h"

namespace rctp {

using spark::http::Response;
namespace {

Response page(std::string type, std::string text) {
  Response response;
  response.type = std::move(type);
  response.headers = {{"Cache-Control", "no-store"}};
  response.body = std::make_shared<const std::string>(std::move(text));
  return response;
}

// Names of robots and addresses of peers contain no characters that need escaping.
std::string row(const RobotProxy& robot) {
  const std::string& name = robot.link.name();
  return fmt::format(
      "<tr><td><a class=\"button\" href=\"/{0}/\">{0}</a></td><td>{1}</td><td>{2}</td><td><a "
      "href=\"/{0}.rcml\">RCML</a> <a "
      "href=\"/{0}.wrl\">VRML</a> <a "
      "href=\"/{0}.x3d\">X3D</a></td></tr>\n",
      name, to_string(robot.claim.state()), robot.claim.operator_peer());
}

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Robots</title>
<link rel="icon" href="/page/icon.svg">
<link rel="stylesheet" href="/page/page.css">
<script src="/page/page.js" defer></script>
</head>
<body class="list">
<h1>Robots</h1>
<p>Open a robot to operate it, or to watch its operator: each has one operator at a time. Its description says what can be controlled and
sensed, and shows the environment in any program for VRML97 or X3D.</p>
<table id="robot-list">
<tr><th>robot</th><th>state</th><th>operator</th><th>description</th></tr>
)";
constexpr std::string_view kTail = R"(</table>
<p id="message" role="status"></p>
<p>The environment alone: <a href="/world.wrl">world.wrl</a>, <a href="/world.x3d">world.x3d</a>. For programs: <a href="/robots">/robots</a>.</p>
</body>
</html>
)";

constexpr const char* kSoftware = "rcssserver3D " RCSS_VERSION;
constexpr const char* kSystem = "Linux";

/// The date in the format of HTTP: "Sun, 06 Nov 1994 08:49:37 GMT".
std::string date_of_now() {
  // Real time: HTTP sends the actual date.
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[64];
  // The names of days and months are English: the server keeps the locale "C".
  return {text, std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

rcml::RobotSheet sheet_of(const Model::Robot& robot, const std::string& authority, const Environment& environment) {
  rcml::RobotSheet sheet;
  sheet.name = robot.name;
  sheet.address = rcml::rctp_address(authority, robot.name);
  sheet.os = kSystem;
  sheet.software = kSoftware;
  std::ranges::copy_if(*robot.objects, std::back_inserter(sheet.objects),
                       [](const Object& object) { return !object.name.empty(); });
  sheet.node_names = environment.mover_names;
  return sheet;
}

EnvironmentChoice whole_environment(const Model& model) {
  EnvironmentChoice choice{.robots = {}, .numbers = model.numbers, .only = {}};
  for (const Model::Robot& each : model.robots)
    if (each.top != 0) choice.robots.emplace(each.top, each.name);
  return choice;
}

}  // namespace

Response robot_list(const RobotProxies& robots) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& robot : robots)
    list.push_back({{"name", robot->link.name()},
                    {"state", to_string(robot->claim.state())},
                    {"operator", robot->claim.operator_peer()},
                    {"rcml", fmt::format("/{}.rcml", robot->link.name())}});
  return page("application/json", list.dump() + '\n');
}

Response robot_page(const RobotProxies& robots) {
  std::string text(kHead);
  for (const auto& robot : robots) text += row(*robot);
  text += kTail;
  return pages::page_response("text/html; charset=utf-8", std::make_shared<const std::string>(std::move(text)),
                              "no-store");
}

std::string not_found(const RobotProxies& robots) {
  std::string names;
  for (const auto& robot : robots) names += fmt::format("{}/{}.rcml", names.empty() ? "" : ", ", robot->link.name());
  return fmt::format("there is nothing at this address; there are /, /robots, /world.wrl and {}", names);
}

std::vector<std::string> mover_names(const Model& model) {
  return environment_of(model.appearance, whole_environment(model)).mover_names;
}

Response description(const Model& model, std::string_view robot, bool is_x3d, const std::string& authority,
                     Network::World world) {
  const auto shown = std::ranges::find(model.robots, robot, &Model::Robot::name);
  EnvironmentChoice choice = whole_environment(model);
  // All operators can read the file of the environment alone, so it contains nothing that must be hidden from one of
  // them. With World::none not even the client's own robot is shown, because each new file would reveal its place.
  const bool is_shown = world == Network::World::own && shown != model.robots.end();
  if (world != Network::World::all) choice.only = is_shown ? shown->top : 0;
  Environment environment = environment_of(model.appearance, choice);
  rcml::WorldSheet sheet{
      .step = model.step, .time = static_cast<double>(model.step) * model.step_seconds, .min = {}, .max = {}};
  sheet.notes = std::move(environment.notes);
  // y of the world is -z of the file, so the lowest value becomes the highest.
  const auto min = file_point(environment.extent.min), max = file_point(environment.extent.max);
  sheet.min = {min[0], min[1], max[2]};
  sheet.max = {max[0], max[1], min[2]};
  std::optional<rcml::RobotSheet> of_robot;
  if (shown != model.robots.end()) of_robot = sheet_of(*shown, authority, environment);
  const x3d::Document document = rcml::world_file(sheet, std::move(environment.nodes), of_robot ? &*of_robot : nullptr);
  Response response;
  response.type = is_x3d ? "model/x3d+xml" : "model/vrml";
  response.headers = {{"Cache-Control", "no-store"}, {"Last-Modified", date_of_now()}};
  response.body = std::make_shared<const std::string>(is_x3d ? x3d::to_x3d(document) : x3d::to_vrml(document));
  return response;
}

}  // namespace rctp
