// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/rtm_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <stdexcept>

#include "gateways/rtm/control/bridge_part.h"
#include "gateways/rtm/control/controller_object.h"
#include "gateways/rtm/device/rt_component.h"
#include "spark/core/class_registry.h"
#include "spark/core/core.h"
#include "spark/core/source_place.h"
#include "spark/core/variables.h"

namespace rtm {
namespace {

constexpr double kLongestTimeout = 1e6;      // s
constexpr double kLongestCall = 60'000;      // ms
constexpr double kMaxSwitchOnTimeout = 600;  // s
constexpr double kLongestPeriod = 1e6;       // steps
constexpr double kLongestTime = 1e9;         // s

using Range = spark::Variable::Range;
const spark::Variable kRtmVariables[] = {
    {"Rtm.NameServer", std::string("127.0.0.1:2809"),
     "the naming service, or none: references become files in <logs>/ior"},
    {"Rtm.NamingFormat", std::string("%n.rtc"),
     "names of components for programs of the OMG's form: %n instance, %t type, %h host, %p process, / contexts"},
    {"Rtm.Endpoint", std::string("giop:tcp:127.0.0.1:"), "where the server listens; without a port: any free one"},
    {"Rtm.Period", std::int64_t{1}, "time from a control period of robots to the next", "steps",
     Range{1, kLongestPeriod}},
    {"Rtm.Sync", false, "the world waits for components (lock-step)"},
    {"Rtm.SyncTimeout", 1.0, "real time the world waits for one period; 0: any", "s", Range{0, kLongestTimeout}},
    {"Rtm.CallTimeout", std::int64_t{1000}, "real time that a call to others may take", "ms", Range{1, kLongestCall}},
    {"Rtm.Patience", 10.0, "time until a component that is activated has to be active", "s",
     Range{0.001, kMaxSwitchOnTimeout}},
    {"Rtm.PeerTimeout", 10.0, "real time until a component of another program that a script names has to be there", "s",
     Range{0, kLongestTimeout}},
    {"Rtm.ReadyLimit", 15.0,
     "real time until all controllers of robots must exist, added to the limit of their first periods; 0: no limit",
     "s", Range{0, kLongestTimeout}},
    {"Rtm.TickTimeout", std::int64_t{20},
     "real time that a control period waits for the values of a controller whose tick returns early", "ms",
     Range{0, kLongestCall}},
    {"Rtm.OutputDelay", std::int64_t{0}, "from a control period of a robot to the effect of its commands", "steps",
     Range{0, kLongestPeriod}},
    {"Rtm.Watchdog", std::int64_t{500},
     "simulated time after which an actuator whose stream stops is made safe; 0: never", "ms", Range{0, 1e9}},
    {"Rtm.PortLog", false, "every value of a port is written to ports.log"},
    {"Rtm.ExportAgents", false, "every agent is a component, too, by which others can act for it"},
};

template <typename... Args>
[[noreturn]] void refuse_call(fmt::format_string<Args...> format, Args&&... args) {
  throw std::runtime_error(fmt::format(format, std::forward<Args>(args)...));
}

std::string text_of(const spark::Value& value) {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  const auto text = spark::as_text(value);
  if (!text) refuse_call("{} is not a text", spark::describe(value));
  return *text;
}

std::string setting(const spark::Variables& variables, const char* name) {
  const spark::Value* value = variables.find(name);
  return value ? spark::as_text(*value).value_or("") : std::string();
}

/// Whether the text can be an atom of an S-expression.
bool is_atom(const std::string& text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c != '(' && c != ')' && c != 0x7f; });
}

/// Whether the text can be the path of a component of another program, as lab.host_cxt/SeqIn0.rtc.
bool is_path(std::string_view text) {
  constexpr std::size_t kMaxPathBytes = 1024;
  if (text.size() > kMaxPathBytes || text.find('/') == text.npos) return false;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    const std::string_view step = text.substr(begin, end - begin);
    if (step.empty() || step.front() == '.' || !is_atom(std::string(step))) return false;
    begin = end + 1;
  }
  return true;
}

/// The file with that name beside the running script, otherwise in the script path.
std::filesystem::path file_beside_script(spark::Core& core, const std::string& call,
                                         const std::filesystem::path& name) {
  const std::string place = place_name(core);
  const std::filesystem::path script = place.substr(0, place.rfind(':'));
  std::vector<std::filesystem::path> folders{{}};
  if (!name.is_absolute()) {
    folders.clear();
    for (const auto& [kind, path] : core.files.all())
      if (kind == "script" && path.filename() == script.filename()) folders.push_back(path.parent_path());
    std::ranges::copy(core.script_path, std::back_inserter(folders));
  }
  std::error_code failed;
  for (const auto& folder : folders)
    if (const auto file = folder / name; std::filesystem::is_regular_file(file, failed)) {
      core.files.note("bridge file", file);
      return file;
    }
  refuse_call("{}: there is no such file beside the script", call);
}

/// The period in steps; throws std::runtime_error with its place if it is not a whole number of steps.
spark::Step steps_of(const PartOffer& part, const std::string& robot, double step_seconds) {
  const double steps = part.period_seconds / step_seconds;
  if (steps > 0.5 && steps <= static_cast<double>(spark::AgentTiming::kMax) &&
      std::abs(steps - std::round(steps)) < 1e-6 * steps)
    return std::llround(steps);
  refuse_call("{}: the control period of {}, {} s, is not a whole number of steps of {} s", part.place, robot,
              part.period_seconds, step_seconds);
}

void check_port(const std::string& text) {
  const auto dot = text.rfind('.');
  const std::string component = text.substr(0, dot);
  if (dot == text.npos || (!is_name(component) && !is_path(component)) || !is_name(text.substr(dot + 1)))
    refuse_call("{}", not_a_port(text));
}

}  // namespace

void RtmServer::linked() {
  core().variables.declare(kRtmVariables);
  spark::GatewayNode::linked();
}

void RtmServer::add(const std::string& method, RobotOffer offer) {
  if (!is_name(offer.name)) refuse_call("{}: {}", method, not_a_name(offer.name, "a robot"));
  if (std::ranges::find(script_.robots, offer.name, &RobotOffer::name) != script_.robots.end())
    refuse_call("{}('{}'): there already is one with that name", method, offer.name);
  if (script_.robots.size() >= kMaxRobots)
    refuse_call("{}('{}'): at most {} are allowed", method, offer.name, kMaxRobots);
  if (offer.acts.size() > kMaxActs) refuse_call("{}('{}'): more than {} acts", method, offer.name, kMaxActs);
  for (const std::string& act : offer.acts)
    if (act.size() > kMaxActBytes)
      refuse_call("{}('{}'): an act of more than {} bytes", method, offer.name, kMaxActBytes);
  script_.robots.push_back(std::move(offer));
}

void RtmServer::add_robot(const std::string& name, const std::string& scene, const spark::Values& arguments) {
  std::string act = fmt::format("(scene {}", scene);
  if (!is_atom(scene))
    refuse_call("addRobot('{}', '{}'): not the name of a scene file", spark::printable(name), spark::printable(scene));
  for (const spark::Value& argument : arguments) {
    const std::string text = text_of(argument);
    if (!is_atom(text))
      refuse_call("addRobot('{}', …): '{}' is neither a number nor a word", spark::printable(name),
                  spark::printable(text));
    act += ' ' + text;
  }
  add("addRobot",
      {.name = name, .place = place_name(core()), .scene = scene, .acts = {"(create)", act + ')'}, .is_bench = true});
}

/// The robot with that name, to which another part of its control is added.
RobotOffer& RtmServer::controlled(const std::string& call, const std::string& robot, double seconds) {
  const auto found = std::ranges::find(script_.robots, robot, &RobotOffer::name);
  if (found == script_.robots.end() || !found->is_bench)
    refuse_call("{}: there is no robot '{}'; addRobot comes first", call, spark::printable(robot));
  if (!(seconds > 0 && seconds <= kLongestTime))
    refuse_call("{}: a control period of {} s is not between 0 and {}", call, seconds, kLongestTime);
  if (!found->parts.empty() && found->parts.front().period_seconds != seconds)
    refuse_call("{}: the control period of {} is already {} s", call, robot, found->parts.front().period_seconds);
  if (found->parts.size() >= kMaxParts) refuse_call("{}: a robot has at most {} controls", call, kMaxParts);
  return *found;
}

/// A robot without its control may do harm, so after such a mistake the match does not begin.
template <typename Add>
void RtmServer::add_control(const Add& add) {
  try {
    add();
  } catch (const std::runtime_error& error) {
    if (problem_.empty()) problem_ = at_place(core()) + error.what();
  }
}

void RtmServer::bridge(const std::string& robot, const std::string& file, const std::string& instance, double seconds) {
  add_control([&] { add_bridge(robot, file, instance, seconds); });
}

void RtmServer::controller(const std::string& robot, const std::string& name, double seconds) {
  add_control([&] { add_controller(robot, name, seconds); });
}

/// Refuses a second robot for a controller, which would mix the values of both.
void RtmServer::claim(const std::string& call, const std::string& controller) {
  if (!controllers_.insert(controller).second) refuse_call("{}: {} already controls a robot", call, controller);
}

void RtmServer::add_bridge(const std::string& robot, const std::string& file, const std::string& instance,
                           double seconds) {
  const std::string call = fmt::format("bridge('{}', '{}')", spark::printable(robot), spark::printable(file, 200));
  if (!instance.empty() && !is_name(instance) && !is_path(instance))
    refuse_call("{}: {}", call, not_a_name(instance, "a controller"));
  RobotOffer& offer = controlled(call, robot, seconds);
  BridgeFile read = load_bridge_file(file_beside_script(core(), call, file));
  PartOffer part{.place = place_name(core()), .period_seconds = seconds, .make = {}};
  if (!instance.empty()) part.controllers.push_back(instance);
  for (const BridgeFile::Connection& connection : read.connections) part.controllers.push_back(connection.instance);
  // If the file loads modules, a name may be that of a component that is created for this bridge.
  if (read.modules.empty())
    for (const std::string& name : std::set<std::string>(part.controllers.begin(), part.controllers.end()))
      if (!name.empty()) claim(call, name);
  part.wants_pictures = std::ranges::any_of(
      read.ports, [](const BridgeFile::Port& port) { return traits(port.property).owners == OwnerKind::camera; });
  part.make = [read = std::move(read), place = part.place, instance](const ControlStart& start,
                                                                     const ControlTools& tools) {
    const Bridge::Settings settings{.robot = start.robot,
                                    .step_seconds = start.step_seconds,
                                    .period_steps = start.period_steps,
                                    .watchdog = tools.watchdog,
                                    .pictures = start.pictures};
    return std::make_unique<BridgePart>(read, BridgePart::Settings{place, instance, settings}, tools);
  };
  offer.parts.push_back(std::move(part));
}

void RtmServer::add_controller(const std::string& robot, const std::string& name, double seconds) {
  const std::string call = fmt::format("controller('{}', '{}')", spark::printable(robot), spark::printable(name));
  if (!is_name(name)) refuse_call("{}: {}", call, not_a_name(name, "a controller"));
  RobotOffer& offer = controlled(call, robot, seconds);
  claim(call, name);
  PartOffer part{.place = place_name(core()), .period_seconds = seconds};
  part.asks_for_robots = true;
  part.make = [name](const ControlStart&, const ControlTools& tools) {
    const Environment& environment = tools.manager.environment();
    return std::make_unique<ControllerObject>(
        ControllerObject::Settings{name, tools.gravity, tools.watchdog, environment.switch_on_timeout}, tools.orb,
        tools.names, *tools.robots, environment.real_clock);
  };
  offer.parts.push_back(std::move(part));
}

void RtmServer::add_agent(const std::string& name, const spark::Values& acts) {
  RobotOffer offer{.name = name, .place = place_name(core()), .acts = {}};
  for (const spark::Value& act : acts) offer.acts.push_back(text_of(act));
  add("addAgent", std::move(offer));
}

void RtmServer::load(const std::string& module, const spark::Values& parameters) {
  Periods::Loaded loaded{.place = place_name(core()), .type = module.substr(module.rfind('/') + 1), .parameters = {}};
  if (const auto dot = loaded.type.rfind(".so"); dot != loaded.type.npos) loaded.type.resize(dot);
  for (const spark::Value& parameter : parameters) {
    const std::string text = text_of(parameter);
    const auto equals = text.find('=');
    if (equals == text.npos || equals == 0)
      refuse_call("load('{}', '{}'): expected NAME=VALUE", module, spark::printable(text));
    loaded.parameters.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  if (script_.loaded.size() >= kMaxComponents)
    refuse_call("load('{}'): at most {} are allowed", module, kMaxComponents);
  if (std::ranges::find(script_.modules, module) == script_.modules.end()) script_.modules.push_back(module);
  script_.loaded.push_back(std::move(loaded));
}

void RtmServer::connect(const std::string& out, const std::string& in) {
  check_port(out);
  check_port(in);
  if (script_.set_points.wires.size() >= kMaxSetPoints) refuse_call("connect: at most {} are allowed", kMaxSetPoints);
  script_.set_points.wires.push_back({place_name(core()), out, in});
}

void RtmServer::activate(const std::string& component) {
  if (script_.set_points.switches.size() >= kMaxSetPoints)
    refuse_call("activate: at most {} are allowed", kMaxSetPoints);
  script_.set_points.switches.push_back({place_name(core()), component, true});
}

void RtmServer::deactivate(const std::string& component) {
  if (script_.set_points.switches.size() >= kMaxSetPoints)
    refuse_call("deactivate: at most {} are allowed", kMaxSetPoints);
  script_.set_points.switches.push_back({place_name(core()), component, false});
}

void RtmServer::schedule(const std::string& port, double seconds, const spark::Values& value) {
  check_port(port);
  if (!(seconds >= 0 && seconds <= kLongestTime))
    refuse_call("schedule('{}', {}): expected 0 s or later", port, seconds);
  if (script_.set_points.puts.size() >= kMaxSetPoints) refuse_call("schedule: at most {} are allowed", kMaxSetPoints);
  // The time stays in seconds until the length of a step is known.
  SetPoints::Put put{.place = place_name(core()), .seconds = seconds, .step = 0, .port = port, .words = {}};
  for (const spark::Value& word : value) put.words.push_back(text_of(word));
  script_.set_points.puts.push_back(std::move(put));
}

std::unique_ptr<spark::AgentGateway> RtmServer::make_gateway(spark::GatewayContext& context) {
  using std::chrono::milliseconds;
  if (!problem_.empty()) throw std::runtime_error(problem_);
  const spark::Variables& variables = context.core.variables;
  RtmGateway::Options options;
  options.orb.endpoint = setting(variables, "Rtm.Endpoint");
  options.orb.call_timeout = milliseconds(std::llround(variables.real_or_default("Rtm.CallTimeout")));
  options.switch_on_timeout = milliseconds(std::llround(1000 * variables.real_or_default("Rtm.Patience")));
  options.name_server = setting(variables, "Rtm.NameServer");
  options.naming_format = setting(variables, "Rtm.NamingFormat");
  options.lock_step = variables.boolean_or_default("Rtm.Sync");
  options.sync_timeout = std::chrono::nanoseconds(std::llround(1e9 * variables.real_or_default("Rtm.SyncTimeout")));
  options.peer_timeout = std::chrono::nanoseconds(std::llround(1e9 * variables.real_or_default("Rtm.PeerTimeout")));
  options.ready_limit = std::chrono::nanoseconds(std::llround(1e9 * variables.real_or_default("Rtm.ReadyLimit")));
  options.tick_timeout = milliseconds(std::llround(variables.real_or_default("Rtm.TickTimeout")));
  options.watchdog = milliseconds(std::llround(variables.real_or_default("Rtm.Watchdog")));
  options.port_log = variables.boolean_or_default("Rtm.PortLog");
  options.show_agents = variables.boolean_or_default("Rtm.ExportAgents");
  RtmGateway::Script script = script_;
  const spark::Step output_delay = std::llround(variables.real_or_default("Rtm.OutputDelay"));
  for (RobotOffer& robot : script.robots) {
    robot.is_shown = options.show_agents;
    robot.timing = {std::llround(variables.real_or_default("Rtm.Period")), 0, 0};
    if (robot.is_controlled())
      robot.timing = {steps_of(robot.parts.front(), robot.name, context.core.clock.step_seconds()), 0, output_delay};
  }
  for (SetPoints::Put& put : script.set_points.puts)
    put.step = std::llround(put.seconds / context.core.clock.step_seconds());
  return std::make_unique<RtmGateway>(std::move(options), std::move(script), context);
}

void register_rtm_classes(spark::ClassRegistry& classes) {
  if (classes.find("RtmServer")) return;
  classes.add<RtmServer>("RtmServer", "oxygen/GatewayNode", "Devices of robots as components on a network.")
      .method("addRobot", &RtmServer::add_robot, "name, scene file, arguments of the file...",
              "A robot with that body, which senses and acts in each control period.")
      .method("bridge", &RtmServer::bridge, "robot, bridge file, controller, control period (s)",
              "Components control that robot, in periods of that length.")
      .method("controller", &RtmServer::controller, "robot, controller, control period (s)",
              "An object OpenHRP::Controller with that name controls that robot.")
      .method("addAgent", &RtmServer::add_agent, "name, acts...", "An agent that begins with these acts.")
      .method("load", &RtmServer::load, "module, NAME=VALUE...", "Loads a component of that module, in this process.")
      .method("connect", &RtmServer::connect, "OutPort, InPort",
              "Connects ports, such as Sensor0.light to Logic0.in2, also those of other programs.")
      .method("activate", &RtmServer::activate, "component", "Switches the component on once it exists.")
      .method("deactivate", &RtmServer::deactivate, "component", "Switches the component off once it exists.")
      .method("schedule", &RtmServer::schedule, "InPort, time (s), value...",
              "Puts a value into the port at that simulated time.");
  register_rt_component(classes);
}

}  // namespace rtm

/// Called by `importBundle 'rtm'` after it has loaded this module.
extern "C" void spark_register_bundle(spark::ClassRegistry& classes) {
  rtm::register_rtm_classes(classes);
}
