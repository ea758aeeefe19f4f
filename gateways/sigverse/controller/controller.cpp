// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/include/Controller.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/sight.h"

using sigverse::Agent;
using sigverse::DrivenWheels;
using sigverse::send;
using sigverse::Services;
using sigverse::text_or_empty;
namespace sight = sigverse::sight;
namespace wire = sigverse::wire;
using wire::RawCode;

namespace {

/// The head of a packet that is forwarded to that agent, or to all others if the name is empty.
wire::PacketHead forwarded(const char* to, double reach = -1.0) {
  wire::PacketHead head;
  head.flags = wire::kForward;
  head.target = text_or_empty(to);
  if (reach >= 0.0) {
    head.flags |= wire::kHasReach;
    head.reach = reach;
  }
  return head;
}

bool send_words(const char* from, const char* to, int argc, const char* const* argv) {
  wire::OnRecvMessage message{.from = from, .words = {}};
  for (int i = 0; i < argc; ++i) message.words.push_back(text_or_empty(argv[i]));
  return send(message, forwarded(to));
}

std::string joined(int argc, const char* const* argv) {
  std::string text;
  for (int i = 0; i < argc; ++i) text += fmt::format("{}{}", i == 0 ? "" : " ", text_or_empty(argv[i]));
  return text;
}

bool send_to_all(wire::RawMessage::All all, const std::string& message, double distance) {
  return send(wire::RawMessage{.from = {}, .text = message, .distance = distance, .all = all, .to = {}});
}

/// Returns 0 if there is no colour with that name.
int colour_of(const char* name) {
  constexpr std::string_view kColours[] = {"red", "green", "blue", "purple", "yellow", "brown", "gray"};
  const auto* const found = std::ranges::find(kColours, text_or_empty(name));
  return found == std::end(kColours) ? 0 : static_cast<int>(found - kColours) + 1;
}

wire::SoundFormat format_of(const RawSound& sound) {
  const RawSoundHeader& header = sound.getHeader();
  return {.channels = static_cast<std::int16_t>(header.getChannelNum()),
          .rate = static_cast<std::uint16_t>(header.getSamplingRate()),
          .bits = static_cast<std::uint16_t>(header.getBitsPerSample()),
          .endian = static_cast<std::uint16_t>(header.getEndian()),
          .length = static_cast<std::uint32_t>(sound.getDataLen())};
}
std::string_view samples_of(const RawSound& sound) {
  return {sound.getData(), static_cast<std::size_t>(sound.getDataLen())};
}

/// The given name, or the agent's own name if it is null.
std::string object_or_own(const char* object) {
  if (object) return object;
  const Agent* const agent = Agent::current();
  return agent ? agent->server.agent() : std::string();
}

}  // namespace

Controller::~Controller() = default;

bool Controller::isProcessing() {
  const Agent* const agent = Agent::current();
  return agent && agent->in_handler;
}
bool Controller::getSimState() {
  const Agent* const agent = Agent::current();
  return agent && agent->is_running;
}

const char* Controller::myname() {
  const Agent* const agent = Agent::current();
  return agent ? agent->server.agent().c_str() : "";
}
const char* Controller::server() {
  const Agent* const agent = Agent::current();
  return agent ? agent->host.c_str() : "";
}
int Controller::port() {
  const Agent* const agent = Agent::current();
  return agent ? agent->port : 0;
}
bool Controller::isAttached() {
  const Agent* const agent = Agent::current();
  return agent && !agent->server.is_lost();
}
void Controller::detach() {
  Agent* const agent = Agent::current();
  if (!agent) return;
  agent->server.collect();
  agent->server.flush();
  agent->server.lose("the controller has detached");
}

SimObj* Controller::getObj(const char* name) {
  return getRobotObj(name);
}
RobotObj* Controller::getRobotObj(const char* name) {
  Agent* const agent = Agent::current();
  return agent && name ? agent->objects.get(name) : nullptr;
}

bool Controller::getAllEntities(std::vector<std::string>& names) {
  Agent* const agent = Agent::current();
  if (!agent) return false;
  auto packet = agent->server.ask(wire::GetObjectNames{}, wire::PacketType::get_object_names_result);
  // Each packet states how many packets the message has.
  for (;;) {
    wire::GetObjectNamesResult part;
    if (!packet || !wire::read_data(packet->data, part)) return false;
    names.insert(names.end(), part.names.begin(), part.names.end());
    if (packet->head.number + 1 >= packet->head.count) return true;
    packet = agent->server.next_answer(wire::PacketType::get_object_names_result);
  }
}

double Controller::getSimulationTime() {
  Agent* const agent = Agent::current();
  if (!agent) return 0.0;
  if (auto answer = sigverse::ask({.code = RawCode::sim_time}, sigverse::kReal)) agent->now = answer->real();
  return agent->now;
}
void Controller::worldStep(double seconds) {
  send({.code = RawCode::world_step, .first = seconds});
}
void Controller::worldQuickStep(double seconds) {
  send({.code = RawCode::world_quick_step, .first = seconds});
}

double Controller::getRand() {
  Agent* const agent = Agent::current();
  return agent ? agent->random.next() : 0.0;
}

// ---- messages ----

bool Controller::sendText(double time, const char* to, const char* text, double reach) {
  return send(
      wire::OnRecvText{
          .time = time, .from = myname(), .to = text_or_empty(to), .text = text_or_empty(text), .encode = ENCODE_ASCII},
      forwarded(to, reach));
}
bool Controller::sendMessage(const char* to, int argc, const char* const* argv) {
  return send_words(myname(), to, argc, argv);
}
bool Controller::broadcastMessage(int argc, const char* const* argv) {
  return send_words(myname(), nullptr, argc, argv);
}
bool Controller::sendSound(double time, const char* to, RawSound& sound) {
  Agent* const agent = Agent::current();
  std::string packets;
  return agent &&
         wire::append_large_message(packets,
                                    wire::OnRecvSoundHeader{.time = time, .from = myname(), .format = format_of(sound)},
                                    samples_of(sound), forwarded(to)) &&
         agent->server.queue_octets(packets);
}

bool Controller::sendMsg(const std::string& to, const std::string& message, double distance) {
  return sendMsg(std::vector<std::string>(1, to), message, distance);
}
bool Controller::sendMsg(const std::vector<std::string>& to, const std::string& message, double distance) {
  if (to.empty()) return false;
  return send(wire::RawMessage{.from = {}, .text = message, .distance = distance, .to = {to.begin(), to.end()}});
}
bool Controller::broadcastMsg(const std::string& message, double distance) {
  return send_to_all(wire::RawMessage::All::everybody, message, distance);
}
bool Controller::broadcastMsgToCtl(const std::string& message, double distance) {
  return send_to_all(wire::RawMessage::All::controllers, message, distance);
}
bool Controller::broadcastMsgToSrv(const std::string& message) {
  return send_to_all(wire::RawMessage::All::services, message, -1.0);
}

bool Controller::sendDisplayText(double time, const char* to, const char* text, int size, const char* colour,
                                 double reach) {
  displayText(text, size, colour);
  return sendText(time, to, text, reach);
}
bool Controller::sendDisplayMessage(const char* to, int argc, const char* const* argv, int size, const char* colour) {
  displayText(joined(argc, argv).c_str(), size, colour);
  return sendMessage(to, argc, argv);
}
bool Controller::broadcastDisplayMessage(int argc, const char* const* argv, int size, const char* colour) {
  displayText(joined(argc, argv).c_str(), size, colour);
  return broadcastMessage(argc, argv);
}
void Controller::displayText(const char* text, int size, const char* colour) {
  displayText(text, size, colour_of(colour));
}
bool Controller::sendDisplayText(double time, const char* to, const char* text, double reach) {
  displayText(text);
  return sendText(time, to, text, reach);
}
bool Controller::sendDisplayMessage(const char* to, int argc, const char* const* argv) {
  displayText(joined(argc, argv).c_str());
  return sendMessage(to, argc, argv);
}
bool Controller::broadcastDisplayMessage(int argc, const char* const* argv) {
  displayText(joined(argc, argv).c_str());
  return broadcastMessage(argc, argv);
}
void Controller::displayText(const char* text, int size, int colour) {
  constexpr int kUsualSize = 64, kMaxNumber = 32'767;
  send(wire::DisplayText{.size = static_cast<std::int16_t>(size <= 0 ? kUsualSize : std::min(size, kMaxNumber)),
                         .colour = static_cast<std::int16_t>(std::clamp(colour, 0, kMaxNumber)),
                         .text = text_or_empty(text)});
}

// ---- sight, hearing and services ----

bool Controller::detectEntities(std::vector<std::string>& names, int camID) {
  return sight::detect("", names, camID);
}
ViewImage* Controller::captureView(ColorBitType colour, ImageDataSize size, int camID) {
  return sight::capture("", colour, size, camID);
}

bool Controller::checkService(const std::string& name) {
  Agent* const agent = Agent::current();
  return agent && agent->services.is_there(name);
}
BaseService* Controller::connectToService(const std::string& name) {
  return connectToService(name, 0);
}
BaseService* Controller::connectToService(const std::string& name, int port) {
  Agent* const agent = Agent::current();
  return agent ? agent->services.connect(name, static_cast<std::uint16_t>(port)) : nullptr;
}
void Controller::disconnectToService(const std::string& name) {
  if (Agent* const agent = Agent::current()) agent->services.disconnect(name);
}
BaseService* Controller::getService(const std::string& name) {
  Agent* const agent = Agent::current();
  return agent ? agent->services.find(name) : nullptr;
}
Text* Controller::getText(RawSound& sound) {
  Agent* const agent = Agent::current();
  if (!agent) return nullptr;
  std::unique_ptr<Text> text;
  agent->services.ask(
      Services::kRecognise, {}, wire::PacketType::sound_recog_result,
      [&](const wire::PacketHead& head) {
        std::string packets;
        wire::append_large_message(packets, wire::SoundRecogHeader{format_of(sound)}, samples_of(sound), head);
        return packets;
      },
      [&](const Services::Next& next) {
        const auto answer = next();
        wire::SoundRecogResult result;
        if (!answer || !wire::read_data(answer->data, result)) return false;
        text = std::make_unique<Text>(static_cast<Encode>(result.encode), std::string(result.text));
        return true;
      });
  return text.release();
}

// ---- wheels: motors on two hinges of an object ----

bool Controller::setWheelProperty(const char* leftWheel, double leftConsumption, double leftMaxSpeed,
                                  double leftSpeedUnit, double leftSlipNoise, double leftEncoderResolution,
                                  double leftMaxTorque, const char* rightWheel, double rightConsumption,
                                  double rightMaxSpeed, double rightSpeedUnit, double rightSlipNoise,
                                  double rightEncoderResolution, double rightMaxTorque) {
  return setWheelProperty(nullptr, leftWheel, leftConsumption, leftMaxSpeed, leftSpeedUnit, leftSlipNoise,
                          leftEncoderResolution, leftMaxTorque, rightWheel, rightConsumption, rightMaxSpeed,
                          rightSpeedUnit, rightSlipNoise, rightEncoderResolution, rightMaxTorque);
}
bool Controller::setWheelProperty(const char* object, const char* leftWheel, double /*leftConsumption*/,
                                  double leftMaxSpeed, double leftSpeedUnit, double leftSlipNoise,
                                  double leftEncoderResolution, double leftMaxTorque, const char* rightWheel,
                                  double /*rightConsumption*/, double rightMaxSpeed, double rightSpeedUnit,
                                  double rightSlipNoise, double rightEncoderResolution, double rightMaxTorque) {
  Agent* const agent = Agent::current();
  return agent && agent->wheels.set(object_or_own(object),
                                    {.part = std::string(text_or_empty(leftWheel)),
                                     .max_speed = leftMaxSpeed,
                                     .speed_unit = leftSpeedUnit,
                                     .slip_noise = leftSlipNoise,
                                     .encoder_resolution = leftEncoderResolution,
                                     .max_torque = leftMaxTorque},
                                    {.part = std::string(text_or_empty(rightWheel)),
                                     .max_speed = rightMaxSpeed,
                                     .speed_unit = rightSpeedUnit,
                                     .slip_noise = rightSlipNoise,
                                     .encoder_resolution = rightEncoderResolution,
                                     .max_torque = rightMaxTorque});
}
bool Controller::differentialWheelsSetSpeed(double left, double right) {
  return differentialWheelsSetSpeed(nullptr, left, right);
}
bool Controller::differentialWheelsSetSpeed(const char* object, double left, double right) {
  Agent* const agent = Agent::current();
  return agent && agent->wheels.drive(object_or_own(object), left, right);
}
double Controller::getAxleLength(const char* object) {
  Agent* const agent = Agent::current();
  return agent ? agent->wheels.axle_length(object_or_own(object)) : 0.0;
}
double Controller::getLeftWheelRadius(const char* object) {
  Agent* const agent = Agent::current();
  return agent ? agent->wheels.radius(object_or_own(object), DrivenWheels::kLeft) : 0.0;
}
double Controller::getRightWheelRadius(const char* object) {
  Agent* const agent = Agent::current();
  return agent ? agent->wheels.radius(object_or_own(object), DrivenWheels::kRight) : 0.0;
}
double Controller::getLeftEncoderNoise(const char* object) {
  Agent* const agent = Agent::current();
  return agent ? agent->wheels.encoder_noise(object_or_own(object), DrivenWheels::kLeft) : 0.0;
}
double Controller::getRightEncoderNoise(const char* object) {
  Agent* const agent = Agent::current();
  return agent ? agent->wheels.encoder_noise(object_or_own(object), DrivenWheels::kRight) : 0.0;
}
