// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/microphone/push_to_talk.h"

#include <utility>

namespace sigverse::microphone {

bool PushToTalk::refuse(const std::string& why) {
  problem_ = why;
  return false;
}

bool PushToTalk::start(const client::Object& agent) {
  cancel();
  problem_.clear();
  if (!agent.attached) return refuse("'" + agent.name + "' has no controller to hear it");
  if (!microphone_.start()) return refuse(microphone_.problem());
  agent_ = agent.name;
  return true;
}

bool PushToTalk::stop(client::SimServer& server, double time) {
  microphone_.stop();
  const std::string agent = std::exchange(agent_, {});
  if (agent.empty()) return refuse("nothing was said");
  if (seconds() < kMinSeconds) return refuse("nothing was recorded: hold the button while you talk");
  if (!server.is_connected()) return refuse("there is no server to take the sound");
  return server.sendRawSound(agent, time, microphone_.wave()) || refuse("the sound is too long");
}

void PushToTalk::cancel() {
  microphone_.stop();
  agent_.clear();
}

}  // namespace sigverse::microphone
