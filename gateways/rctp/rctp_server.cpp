// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/rctp_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "gateways/rctp/rctp_gateway.h"
#include "spark/core/core.h"
#include "spark/core/source_place.h"
#include "spark/core/utf8.h"
#include "spark/core/variables.h"
#include "spark/http/origin.h"
#include "spark/net/secret.h"

namespace rctp {
namespace {

constexpr std::size_t kMaxName = 32;
constexpr std::size_t kMaxModuleName = 64;
constexpr double kMaxSilence = 1e6;  // s
constexpr int kMaxPort = 65535;

const spark::Variable kRctpVariables[] = {
    {"Rctp.Port", std::string("off"), "where operators connect; 0: any free port; off: nowhere"},
    {"Rctp.Address", std::string("127.0.0.1"), "the address to listen on"},
    {"Rctp.World", std::string("all"), "what operators see of the world: all, own (their robot) or none"},
    {"Rctp.Silence", 1.0, "time without a record after which a robot comes to rest; 0: never", "s",
     spark::Variable::Range{0, kMaxSilence}},
    {"Rctp.Patience", 30.0, "time without a record after which an operator loses the robot; 0: never", "s",
     spark::Variable::Range{0, kMaxSilence}},
    {"Rctp.SecretFile", std::string(), "a file with the secret of those who operate robots from other machines"},
    {"Rctp.TrustedOrigins", std::string(), "origins of pages that come through a proxy with TLS on this machine"},
    {"Rctp.Replay", std::string(), "a folder with the operators' logs of an earlier match, which robots obey"},
};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The name is a part of addresses, in which these names have another meaning.
bool is_robot_name(const std::string& name) {
  static constexpr std::string_view kReservedNames[] = {"camera", "page", "robots", "translators", "world"};
  return !name.empty() && name.size() <= kMaxName && is_letter(name.front()) && std::ranges::all_of(name, [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
  }) && std::ranges::find(kReservedNames, name) == std::end(kReservedNames);
}

/// The name is a part of an address.
bool is_module_name(std::string_view name) {
  constexpr std::string_view kEnd = ".js";
  return name.size() > kEnd.size() && name.size() <= kMaxModuleName && name.ends_with(kEnd) &&
         std::ranges::all_of(name.substr(0, name.size() - kEnd.size()),
                             [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-'; });
}

/// Returns an empty text if there is no such file, and one octet more than a module may have if the file is too long.
std::string text_of_file(const spark::Core& core, const std::string& name) {
  std::filesystem::path path = spark::first_readable(spark::files_named(core, core.script_path, name));
  if (path.empty()) path = spark::first_readable(spark::files_named(core, core.scene_path, name));
  std::ifstream in(path, std::ios::binary);
  std::string text(RctpServer::kMaxModuleBytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

std::string text_of(const spark::Value& value) {
  const auto text = spark::as_text(value);
  if (!text) throw std::runtime_error(fmt::format("{} is not a text", spark::describe(value)));
  return *text;
}

std::string setting(const spark::Variables& variables, const char* name) {
  const spark::Value* value = variables.find(name);
  return value ? spark::as_text(*value).value_or("") : std::string();
}

template <typename... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) {
  throw std::runtime_error(fmt::format(format, std::forward<Args>(args)...));
}

std::optional<std::uint16_t> port_of(const spark::Variables& variables) {
  constexpr const char* kName = "Rctp.Port";
  const std::string text = setting(variables, kName);
  if (text == "off") return std::nullopt;
  const auto number = spark::as_integer(spark::Value(text));
  if (!number || *number < 0 || *number > kMaxPort)
    variables.refuse_value(kName,
                           fmt::format("{} {}: expected 'off' or 0 to {}", kName, spark::printable(text), kMaxPort));
  return static_cast<std::uint16_t>(*number);
}

std::vector<std::string> origins_of(const spark::Variables& variables) {
  constexpr const char* kName = "Rctp.TrustedOrigins";
  std::istringstream in(setting(variables, kName));
  std::vector<std::string> origins{std::istream_iterator<std::string>(in), {}};
  try {
    const spark::http::OriginRule rule(origins);
  } catch (const std::invalid_argument& error) {
    variables.refuse_value(kName, fmt::format("{}: {}", kName, error.what()));
  }
  return origins;
}

std::chrono::nanoseconds seconds_of(const spark::Variables& variables, const char* name) {
  return std::chrono::nanoseconds(std::llround(1e9 * variables.real(name).value()));
}

Network::World world_of(const spark::Variables& variables) {
  constexpr const char* kName = "Rctp.World";
  const std::string text = setting(variables, kName);
  if (text == "all") return Network::World::all;
  if (text == "own") return Network::World::own;
  if (text == "none") return Network::World::none;
  variables.refuse_value(kName, fmt::format("{} {}: expected all, own or none", kName, spark::printable(text)));
}

}  // namespace

void RctpServer::linked() {
  core().variables.declare(kRctpVariables);
  spark::GatewayNode::linked();
}

void RctpServer::add_robot(const std::string& name, const spark::Values& acts) {
  if (!is_robot_name(name))
    refuse(
        "addRobot('{}'): a robot's name is a letter, then up to {} letters, digits, '_' and '-', and not one of "
        "camera, page, robots, translators, world",
        spark::printable(name), kMaxName - 1);
  if (std::ranges::any_of(offers_, [&](const RobotOffer& other) { return other.name == name; }))
    refuse("addRobot('{}'): there already is a robot with that name", name);
  if (offers_.size() >= kMaxRobots) refuse("addRobot('{}'): at most {} robots are allowed", name, kMaxRobots);
  if (acts.size() > kMaxActs) refuse("addRobot('{}'): more than {} acts", name, kMaxActs);
  RobotOffer offer{.name = name, .acts = {}, .translations = {}, .modules = {}};
  for (const spark::Value& act : acts) {
    offer.acts.push_back(text_of(act));
    if (offer.acts.back().size() > kMaxActBytes)
      refuse("addRobot('{}'): an act of more than {} bytes", name, kMaxActBytes);
  }
  offers_.push_back(std::move(offer));
}

RobotOffer& RctpServer::offer_of(const std::string& robot, std::string_view method) {
  const auto offer = std::ranges::find(offers_, robot, &RobotOffer::name);
  if (offer == offers_.end()) refuse("{}('{}', …): there is no robot with that name", method, spark::printable(robot));
  return *offer;
}

void RctpServer::microphone(const std::string& robot) {
  offer_of(robot, "microphone").has_microphone = true;
}

void RctpServer::offer(const std::string& robot, const std::string& object, const std::string& file) {
  RobotOffer& offer = offer_of(robot, "offer");
  const auto wrong = [&](const std::string& what) {
    refuse("offer('{}', '{}', …): {}", robot, spark::printable(object), what);
  };
  OfferedModule module{std::filesystem::path(file).filename(), {}};
  if (!is_module_name(module.name))
    wrong(fmt::format("'{}' is not a name of a module: expected letters, digits, '_' and '-', and then .js",
                      spark::printable(file, 200)));
  if (pages::find_file(page_files(), module.address().substr(1)))
    wrong(fmt::format("{} is the name of a built-in translator", module.name));
  module.text = text_of_file(core(), file);
  if (module.text.empty()) wrong(fmt::format("'{}' does not exist or is empty", spark::printable(file, 200)));
  if (module.text.size() > kMaxModuleBytes || !spark::is_utf8(module.text))
    wrong(fmt::format("'{}' is not a text of at most {} bytes", spark::printable(file, 200), kMaxModuleBytes));
  const auto known = std::ranges::find(modules_, module.name, &OfferedModule::name);
  if (known != modules_.end() && known->text != module.text)
    wrong(fmt::format("another file with the name {} is already offered", module.name));
  if (known == modules_.end() && modules_.size() >= kMaxModules) wrong(fmt::format("more than {} files", kMaxModules));
  offer.modules.push_back({object, module.address(), spark::place_name(core())});
  if (known == modules_.end()) modules_.push_back(std::move(module));
}

void RctpServer::translate(const std::string& robot, const std::string& object, const std::string& translator,
                           const spark::Values& arguments) {
  RobotOffer& offer = offer_of(robot, "translate");
  RobotOffer::Translation translation{object, translator, {}, spark::place_name(core())};
  for (const spark::Value& argument : arguments) translation.arguments.push_back(text_of(argument));
  // This only checks the arguments, so that the script gets an error immediately. The robot makes its own translator
  // when the timing of the match is known.
  make_translator(translation.translator, translation.object, translation.arguments,
                  spark::AgentTiming().action_latency);
  offer.translations.push_back(std::move(translation));
}

std::unique_ptr<spark::AgentGateway> RctpServer::make_gateway(spark::GatewayContext& context) {
  const spark::Variables& variables = context.core.variables;
  RctpGateway::Options options;
  options.port = port_of(variables);
  options.address = setting(variables, "Rctp.Address");
  options.world = world_of(variables);
  options.silence = seconds_of(variables, "Rctp.Silence");
  options.patience = seconds_of(variables, "Rctp.Patience");
  if (const std::string file = setting(variables, "Rctp.SecretFile"); options.port && !file.empty())
    options.secret = std::make_shared<const spark::Secret>(spark::Secret::load(file));
  options.modules = modules_;
  options.trusted_origins = origins_of(variables);
  options.replay = setting(variables, "Rctp.Replay");
  if (offers_.empty() && options.port)
    refuse("the port is open (Rctp.Port {}), and there is no robot to operate", *options.port);
  return std::make_unique<RctpGateway>(std::move(options), offers_, context);
}

void register_rctp_classes(spark::ClassRegistry& classes) {
  if (classes.find("RctpServer")) return;
  classes.add<RctpServer>("RctpServer", "oxygen/GatewayNode", "Robots that people operate over the network.")
      .method("addRobot", &RctpServer::add_robot, "name, acts after (create)...", "Offers a robot with that name.")
      .method("translate", &RctpServer::translate, "robot, object, translator, arguments...",
              "Offers an object in a standard form in place of the effectors that the translator uses.")
      .method("microphone", &RctpServer::microphone, "robot",
              "Gives a robot a microphone: operators hear the sound of its motors and of touches.")
      .method("offer", &RctpServer::offer, "robot, object, file",
              "Offers operators' pages a translator of devices for an object, a module in JavaScript.");
}

}  // namespace rctp

/// Called by `importBundle 'rctp'` when this module has been loaded.
extern "C" void spark_register_bundle(spark::ClassRegistry& classes) {
  rctp::register_rctp_classes(classes);
}
