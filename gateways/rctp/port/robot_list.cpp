// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/robot_list.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

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

// Names of robots and addresses of peers have no characters that mean anything in HTML.
std::string row(const RobotDesk& desk) {
  const std::string& name = desk.link.name();
  return fmt::format(
      "<tr><td>{0}</td><td>{1}</td><td>{2}</td><td><a href=\"/{0}.rcml\">RCML</a> <a href=\"/{0}.wrl\">VRML</a> <a "
      "href=\"/{0}.x3d\">X3D</a></td></tr>\n",
      name, to_string(desk.claim.state()), desk.claim.operator_peer());
}

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Robots</title>
<style>
body { font-family: sans-serif; margin: 2em; max-width: 50em }
td, th { text-align: left; padding: 0.3em 1.5em 0.3em 0 }
code { background: #eee; padding: 0.1em 0.3em }
</style>
</head>
<body>
<h1>Robots</h1>
<p>Each can be operated by one client at a time. Its description says what can be controlled and sensed, and shows the surroundings in any
program for VRML97 or X3D.</p>
<table id="robot-list">
<tr><th>robot</th><th>state</th><th>operator</th><th>description</th></tr>
)";
constexpr std::string_view kTail = R"(</table>
<p>The surroundings alone: <a href="/world.wrl">world.wrl</a>, <a href="/world.x3d">world.x3d</a>. For programs: <a href="/robots">/robots</a>.</p>
</body>
</html>
)";

}  // namespace

Response robot_list(const RobotDesks& desks) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& desk : desks)
    list.push_back({{"name", desk->link.name()},
                    {"state", to_string(desk->claim.state())},
                    {"operator", desk->claim.operator_peer()},
                    {"rcml", fmt::format("/{}.rcml", desk->link.name())}});
  return page("application/json", list.dump() + '\n');
}

Response robot_page(const RobotDesks& desks) {
  std::string text(kHead);
  for (const auto& desk : desks) text += row(*desk);
  text += kTail;
  return page("text/html; charset=utf-8", std::move(text));
}

std::string not_found(const RobotDesks& desks) {
  std::string names;
  for (const auto& desk : desks) names += fmt::format("{}/{}.rcml", names.empty() ? "" : ", ", desk->link.name());
  return fmt::format("there is nothing at this address; there are /, /robots, /world.wrl and {}", names);
}

}  // namespace rctp
