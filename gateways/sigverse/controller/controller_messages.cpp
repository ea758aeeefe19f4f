// SPDX-License-Identifier: Apache-2.0
// What controllers say to each other, to services and to people.
#include <fmt/format.h>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/include/Controller.h"

using sigverse::Agent;
using sigverse::tell;
using sigverse::text_or_empty;
namespace wire = sigverse::wire;

namespace {

/// To be handed on to that agent; to all others if there is no name.
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
  return tell(message, forwarded(to));
}

std::string joined(int argc, const char* const* argv) {
  std::string text;
  for (int i = 0; i < argc; ++i) text += fmt::format("{}{}", i == 0 ? "" : " ", text_or_empty(argv[i]));
  return text;
}

bool send_to_all(wire::RawMessage::All all, const std::string& message, double distance) {
  return tell(wire::RawMessage{.from = {}, .text = message, .distance = distance, .all = all, .to = {}});
}

}  // namespace

bool Controller::sendText(double time, const char* to, const char* text, double reach) {
  return tell(
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
  if (!agent) return false;
  const RawSoundHeader& header = sound.getHeader();
  wire::OnRecvSoundHeader data{.time = time,
                               .from = myname(),
                               .format = {.channels = static_cast<std::int16_t>(header.getChannelNum()),
                                          .rate = static_cast<std::uint16_t>(header.getSamplingRate()),
                                          .bits = static_cast<std::uint16_t>(header.getBitsPerSample()),
                                          .endian = static_cast<std::uint16_t>(header.getEndian()),
                                          .length = static_cast<std::uint32_t>(sound.getDataLen())}};
  std::string fields, packets;
  wire::OctetWriter writer(fields);
  data.fields(wire::FieldWriter(writer));
  wire::PacketHead head = forwarded(to);
  head.type = wire::PacketType::on_recv_sound;
  return wire::append_large(packets, head, fields, {sound.getData(), static_cast<std::size_t>(sound.getDataLen())}) &&
         agent->session.later_octets(packets);
}

bool Controller::sendMsg(const std::string& to, const std::string& message, double distance) {
  return sendMsg(std::vector<std::string>(1, to), message, distance);
}
bool Controller::sendMsg(const std::vector<std::string>& to, const std::string& message, double distance) {
  if (to.empty()) return false;
  return tell(wire::RawMessage{.from = {}, .text = message, .distance = distance, .to = {to.begin(), to.end()}});
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
  tell(wire::DisplayText{.size = static_cast<std::int16_t>(size),
                         .colour = static_cast<std::int16_t>(colour),
                         .text = text_or_empty(text)});
}
