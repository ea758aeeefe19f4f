// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/effectors/say_effector.h"

#include <algorithm>
#include <cmath>

#include "soccer-plugin/angles.h"
#include "spark/physics/body.h"

namespace soccer {
namespace {

constexpr spark::Parameter kSayParameters[] = {
    {"text", spark::Parameter::Kind::text, false, "", "one atom of printable ASCII, at most SayMsgSize bytes"},
};

}  // namespace

bool is_message(std::string_view text) {
  if (text.empty() || text.front() == ';' || text.back() == '\\') return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c > ' ' && c < '\x7f' && c != '(' && c != ')' && c != '"' && c != '\''; });
}

std::span<const spark::Parameter> SayEffector::parameters() const {
  return kSayParameters;
}

void SayEffector::realise(const spark::Arguments& arguments) {
  if (player().side == Side::none) return;
  const std::string_view text = arguments[0].text;
  if (static_cast<double>(text.size()) > config().say_message_size) {
    complain("(say ...): a message of {} bytes is too long", text.size());
    return;
  }
  if (!is_message(text)) {
    complain("(say ...): message refused: '{}'", spark::Printable{text});
    return;
  }
  player().own_message.text = text;
  player().own_message.due = true;
  player().spoke_at = core().clock.now();
  for (AgentState* listener : game().players())
    if (listener != &player() && listener->side != Side::none) deliver(*listener, text);
}

void SayEffector::deliver(AgentState& listener, std::string_view text) const {
  const spark::Vec3 offset = player().body().position() - listener.body().position();
  if (length(offset) >= config().audio_cut_distance) return;
  HearSlot& ear = listener.side == player().side ? listener.team_mates : listener.opponents;
  if (config().hear_max - ear.spent < config().hear_decay) return;
  ear.spent += config().hear_decay;
  const spark::Vec3 seen = own_frame(listener.side, offset);
  const double direction = to_degrees(std::atan2(seen.y, seen.x));
  // A speaker exactly behind is at 180 degrees, whatever the sign of the zero in the other coordinate.
  ear.message.direction = direction <= -180.0 ? 180.0 : direction;
  ear.message.text = text;
  ear.message.due = true;
}

}  // namespace soccer
