// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/rctp_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "gateways/rctp/rctp_gateway.h"
#include "spark/core/core.h"
#include "spark/core/source_place.h"
#include "spark/core/variables.h"

namespace rctp {

using namespace spark;
namespace {

constexpr std::size_t kMaxName = 32;
constexpr double kLongestSilence = 1e6;  // s
constexpr int kMaxPort = 65535;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// It is a part of addresses, and these are taken.
bool is_robot_name(const std::string& name) {
  static constexpr std::string_view kTaken[] = {"camera", "page", "robots", "translators", "world"};
  return !name.empty() && name.size() <= kMaxName && is_letter(name.front()) && std::ranges::all_of(name, [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
  }) && std::ranges::find(kTaken, name) == std::end(kTaken);
}

std::string text_of(const Value& value) {
  const auto text = as_text(value);
  if (!text) throw std::runtime_error(fmt::format("{} is no text", describe(value)));
  return *text;
}

std::string setting(const Variables& variables, const char* name) {
  const Value* value = variables.find(name);
  return value ? as_text(*value).value_or("") : std::string();
}

template <typename... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) {
  throw std::runtime_error(fmt::format(format, std::forward<Args>(args)...));
}

std::optional<std::uint16_t> port_of(const std::string& text) {
  if (text == "off") return std::nullopt;
  const auto number = as_integer(Value(text));
  if (!number || *number < 0 || *number > kMaxPort)
    refuse("Rctp.Port {}: expected 'off' or 0 to {}", printable(text), kMaxPort);
  return static_cast<std::uint16_t>(*number);
}

Network::World world_of(const std::string& text) {
  if (text == "all") return Network::World::all;
  if (text == "own") return Network::World::own;
  if (text == "none") return Network::World::none;
  refuse("Rctp.World {}: expected all, own or none", printable(text));
}

}  // namespace

void RctpServer::linked() {
  Variables& variables = core().variables;
  variables.declare("Rctp.Port", std::string("off"));
  variables.declare("Rctp.Address", std::string("127.0.0.1"));
  variables.declare("Rctp.World", std::string("all"));
  variables.declare("Rctp.Silence", 1.0);
  variables.declare("Rctp.Replay", std::string());
  variables.set_range("Rctp.Silence", 0.0, kLongestSilence, "s");
  GatewayNode::linked();
}

void RctpServer::add_robot(const std::string& name, const Values& acts) {
  if (!is_robot_name(name))
    refuse(
        "addRobot('{}'): a robot's name is a letter, then up to {} letters, digits, '_' and '-', and not one of "
        "camera, page, robots, translators, world",
        printable(name), kMaxName - 1);
  if (std::ranges::any_of(offers_, [&](const RobotOffer& other) { return other.name == name; }))
    refuse("addRobot('{}'): there is a robot of that name", name);
  if (offers_.size() >= kMaxRobots) refuse("addRobot('{}'): there are {} robots, which is the most", name, kMaxRobots);
  if (acts.size() > kMaxActs) refuse("addRobot('{}'): more than {} acts", name, kMaxActs);
  RobotOffer offer{.name = name, .acts = {}, .translations = {}};
  for (const Value& act : acts) {
    offer.acts.push_back(text_of(act));
    if (offer.acts.back().size() > kMaxActBytes)
      refuse("addRobot('{}'): an act of more than {} bytes", name, kMaxActBytes);
  }
  offers_.push_back(std::move(offer));
}

void RctpServer::translate(const std::string& robot, const std::string& object, const std::string& translator,
                           const Values& arguments) {
  const auto offer = std::ranges::find(offers_, robot, &RobotOffer::name);
  if (offer == offers_.end()) refuse("translate('{}', …): there is no robot of that name", printable(robot));
  RobotOffer::Translation translation{object, translator, {}, place_name(core())};
  for (const Value& argument : arguments) translation.arguments.push_back(text_of(argument));
  // What is wrong the script is to hear of at once; the robot makes its own when the timing of the match is known.
  make_translator(translation.translator, translation.object, translation.arguments, AgentTiming().action_latency);
  offer->translations.push_back(std::move(translation));
}

std::unique_ptr<AgentGateway> RctpServer::make_gateway(GatewayContext& context) {
  const Variables& variables = context.core.variables;
  RctpGateway::Options options;
  options.port = port_of(setting(variables, "Rctp.Port"));
  options.address = setting(variables, "Rctp.Address");
  options.world = world_of(setting(variables, "Rctp.World"));
  options.silence = std::chrono::nanoseconds(std::llround(1e9 * variables.real("Rctp.Silence").value_or(1.0)));
  options.replay = setting(variables, "Rctp.Replay");
  if (offers_.empty() && options.port)
    refuse("the port is open (Rctp.Port {}), and there is no robot to operate", *options.port);
  return std::make_unique<RctpGateway>(std::move(options), offers_, context);
}

void register_rctp_classes(ClassRegistry& classes) {
  if (classes.find("RctpServer")) return;
  classes.add<RctpServer>("RctpServer", "oxygen/GatewayNode", "Robots that people operate over the network.")
      .method("addRobot", &RctpServer::add_robot, "name, acts after (create)...", "Offers a robot of that name.")
      .method("translate", &RctpServer::translate, "robot, object, translator, arguments...",
              "Offers an object in a standard form in place of the effectors that the translator uses.");
}

}  // namespace rctp

/// What `importBundle 'rctp'` calls after it has loaded this module.
extern "C" void spark_register_bundle(spark::ClassRegistry& classes) {
  rctp::register_rctp_classes(classes);
}
