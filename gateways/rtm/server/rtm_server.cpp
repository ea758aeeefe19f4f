// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/rtm_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "gateways/rtm/server/rt_component.h"
#include "spark/core/class_registry.h"
#include "spark/core/core.h"
#include "spark/core/source_place.h"
#include "spark/core/variables.h"

namespace rtm {

using namespace spark;
namespace {

constexpr double kLongestTimeout = 1e6;   // s
constexpr double kLongestCall = 60'000;   // ms
constexpr double kLongestPatience = 600;  // s
constexpr double kLongestPeriod = 1e6;    // steps
constexpr double kLongestTime = 1e9;      // s

template <typename... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) {
  throw std::runtime_error(fmt::format(format, std::forward<Args>(args)...));
}

std::string text_of(const spark::Value& value) {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  const auto text = as_text(value);
  if (!text) refuse("{} is no text", describe(value));
  return *text;
}

std::string setting(const Variables& variables, const char* name) {
  const spark::Value* value = variables.find(name);
  return value ? as_text(*value).value_or("") : std::string();
}

double number(const Variables& variables, const char* name) {
  return variables.real(name).value_or(0.0);
}

/// Of an S-expression.
bool is_atom(const std::string& text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c != '(' && c != ')' && c != 0x7f; });
}

void check_port(const std::string& text) {
  const auto dot = text.rfind('.');
  if (dot == text.npos || !is_name(text.substr(0, dot)) || !is_name(text.substr(dot + 1)))
    refuse("'{}' is no port: expected COMPONENT.PORT, as Motor0.position", printable(text));
}

}  // namespace

void RtmServer::linked() {
  Variables& variables = core().variables;
  variables.declare("Rtm.NameServer", std::string("127.0.0.1:2809"));
  variables.declare("Rtm.Endpoint", std::string("giop:tcp:127.0.0.1:"));
  variables.declare("Rtm.Period", std::int64_t{1});
  variables.declare("Rtm.Sync", false);
  variables.declare("Rtm.SyncTimeout", 1.0);
  variables.declare("Rtm.CallTimeout", std::int64_t{1000});
  variables.declare("Rtm.Patience", 10.0);
  variables.declare("Rtm.Watchdog", std::int64_t{500});
  variables.declare("Rtm.PortLog", false);
  variables.declare("Rtm.ExportAgents", false);
  variables.set_range("Rtm.Period", 1.0, kLongestPeriod, "steps");
  variables.set_range("Rtm.SyncTimeout", 0.0, kLongestTimeout, "s");
  variables.set_range("Rtm.CallTimeout", 1.0, kLongestCall, "ms");
  variables.set_range("Rtm.Patience", 0.001, kLongestPatience, "s");
  variables.set_range("Rtm.Watchdog", 0.0, 1e9, "ms");
  GatewayNode::linked();
}

void RtmServer::add(const std::string& method, RobotOffer offer) {
  if (!is_name(offer.name)) refuse("{}('{}'): a name has 1 to 64 printable characters", method, printable(offer.name));
  if (std::ranges::find(script_.robots, offer.name, &RobotOffer::name) != script_.robots.end())
    refuse("{}('{}'): there is one of that name", method, offer.name);
  if (script_.robots.size() >= kMaxRobots) refuse("{}('{}'): {} is the most", method, offer.name, kMaxRobots);
  if (offer.acts.size() > kMaxActs) refuse("{}('{}'): more than {} acts", method, offer.name, kMaxActs);
  for (const std::string& act : offer.acts)
    if (act.size() > kMaxActBytes) refuse("{}('{}'): an act of more than {} bytes", method, offer.name, kMaxActBytes);
  script_.robots.push_back(std::move(offer));
}

void RtmServer::add_robot(const std::string& name, const std::string& scene, const Values& arguments) {
  std::string act = fmt::format("(scene {}", scene);
  if (!is_atom(scene)) refuse("addRobot('{}', '{}'): no name of a scene file", printable(name), printable(scene));
  for (const spark::Value& argument : arguments) {
    const std::string text = text_of(argument);
    if (!is_atom(text)) refuse("addRobot('{}', …): '{}' is no number and no word", printable(name), printable(text));
    act += ' ' + text;
  }
  add("addRobot", {.name = name, .place = place_name(core()), .acts = {"(create)", act + ')'}, .is_bench = true});
}

void RtmServer::add_agent(const std::string& name, const Values& acts) {
  RobotOffer offer{.name = name, .place = place_name(core()), .acts = {}};
  for (const spark::Value& act : acts) offer.acts.push_back(text_of(act));
  add("addAgent", std::move(offer));
}

void RtmServer::load(const std::string& module, const Values& parameters) {
  Periods::Loaded loaded{.place = place_name(core()), .type = module.substr(module.rfind('/') + 1), .parameters = {}};
  if (const auto dot = loaded.type.rfind(".so"); dot != loaded.type.npos) loaded.type.resize(dot);
  for (const spark::Value& parameter : parameters) {
    const std::string text = text_of(parameter);
    const auto equals = text.find('=');
    if (equals == text.npos || equals == 0) refuse("load('{}', '{}'): expected NAME=VALUE", module, printable(text));
    loaded.parameters.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  if (script_.loaded.size() >= kMostComponents) refuse("load('{}'): {} is the most", module, kMostComponents);
  if (std::ranges::find(script_.modules, module) == script_.modules.end()) script_.modules.push_back(module);
  script_.loaded.push_back(std::move(loaded));
}

void RtmServer::connect(const std::string& out, const std::string& in) {
  check_port(out);
  check_port(in);
  if (script_.wishes.wires.size() >= kMaxWishes) refuse("connect: {} is the most", kMaxWishes);
  script_.wishes.wires.push_back({place_name(core()), out, in});
}

void RtmServer::activate(const std::string& component) {
  if (script_.wishes.switches.size() >= kMaxWishes) refuse("activate: {} is the most", kMaxWishes);
  script_.wishes.switches.push_back({place_name(core()), component, true});
}

void RtmServer::deactivate(const std::string& component) {
  if (script_.wishes.switches.size() >= kMaxWishes) refuse("deactivate: {} is the most", kMaxWishes);
  script_.wishes.switches.push_back({place_name(core()), component, false});
}

void RtmServer::schedule(const std::string& port, double seconds, const Values& value) {
  check_port(port);
  if (!(seconds >= 0 && seconds <= kLongestTime)) refuse("schedule('{}', {}): expected 0 s or later", port, seconds);
  if (script_.wishes.puts.size() >= kMaxWishes) refuse("schedule: {} is the most", kMaxWishes);
  // In seconds until the length of a step is known for certain.
  Wishes::Put put{.place = place_name(core()), .seconds = seconds, .step = 0, .port = port, .words = {}};
  for (const spark::Value& word : value) put.words.push_back(text_of(word));
  script_.wishes.puts.push_back(std::move(put));
}

std::unique_ptr<AgentGateway> RtmServer::make_gateway(GatewayContext& context) {
  using std::chrono::milliseconds;
  const Variables& variables = context.core.variables;
  RtmGateway::Options options;
  options.orb.endpoint = setting(variables, "Rtm.Endpoint");
  options.orb.call_timeout = milliseconds(std::llround(number(variables, "Rtm.CallTimeout")));
  options.patience = milliseconds(std::llround(1000 * number(variables, "Rtm.Patience")));
  options.name_server = setting(variables, "Rtm.NameServer");
  options.period = std::llround(number(variables, "Rtm.Period"));
  options.lock_step = variables.boolean("Rtm.Sync").value_or(false);
  options.sync_timeout = std::chrono::nanoseconds(std::llround(1e9 * number(variables, "Rtm.SyncTimeout")));
  options.watchdog = milliseconds(std::llround(number(variables, "Rtm.Watchdog")));
  options.port_log = variables.boolean("Rtm.PortLog").value_or(false);
  options.show_agents = variables.boolean("Rtm.ExportAgents").value_or(false);
  RtmGateway::Script script = script_;
  for (RobotOffer& robot : script.robots) robot.is_shown = options.show_agents;
  for (Wishes::Put& put : script.wishes.puts) put.step = std::llround(put.seconds / context.core.clock.step_seconds());
  return std::make_unique<RtmGateway>(std::move(options), std::move(script), context);
}

void register_rtm_classes(ClassRegistry& classes) {
  if (classes.find("RtmServer")) return;
  classes.add<RtmServer>("RtmServer", "oxygen/GatewayNode", "Devices of robots as components on a network.")
      .method("addRobot", &RtmServer::add_robot, "name, scene file, arguments of the file...",
              "A robot with that body, which senses and acts in each control period.")
      .method("addAgent", &RtmServer::add_agent, "name, acts...", "An agent that begins with these acts.")
      .method("load", &RtmServer::load, "module, NAME=VALUE...", "A component of that module, in this process.")
      .method("connect", &RtmServer::connect, "OutPort, InPort", "Wires ports, as Sensor0.light to Logic0.in2.")
      .method("activate", &RtmServer::activate, "component", "Switches it on when it is there.")
      .method("deactivate", &RtmServer::deactivate, "component", "Switches it off when it is there.")
      .method("schedule", &RtmServer::schedule, "InPort, time (s), value...", "Puts a value at that simulated time.");
  register_rt_component(classes);
}

}  // namespace rtm

/// What `importBundle 'rtm'` calls after it has loaded this module.
extern "C" void spark_register_bundle(spark::ClassRegistry& classes) {
  rtm::register_rtm_classes(classes);
}
