// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gateways/sigverse/client/sim_server.h"
#include "gateways/sigverse/microphone/microphone.h"

namespace sigverse::microphone {

/// Lets a user talk to an agent while holding a button: the recording of the microphone is sent as one sound, which the
/// agent's controller gets in onRecvSound from `SIGViewer`. Used by one thread; waits only while the system opens the
/// microphone.
class PushToTalk {
 public:
  /// Shorter recordings are not sent, because the button was touched by accident.
  static constexpr double kMinSeconds = 0.1;

  /// Starts a recording for an agent. If the agent has no controller or there is no microphone, returns false, with a
  /// line for users in `problem`.
  bool start(const client::Object& agent);
  /// Called in each frame.
  void update() { microphone_.update(); }
  /// Ends the recording and queues it for sending; `time` is the SIG time. On failure returns false, with nothing sent
  /// and a line for users in `problem`.
  bool stop(client::SimServer& server, double time);
  /// Ends the recording and drops it.
  void cancel();

  /// True until `stop` or `cancel`, even if the recording has reached its maximum length.
  bool is_talking() const { return !agent_.empty(); }
  /// The agent that the user talks to; empty if none.
  const std::string& agent() const { return agent_; }
  /// The loudness, 0 to 1, to be shown as a bar.
  double level() const { return microphone_.level(); }
  /// The length of the recording so far.
  double seconds() const { return microphone_.wave().seconds(); }
  const std::string& problem() const { return problem_; }

 private:
  bool refuse(const std::string& why);

  Microphone microphone_;
  std::string agent_;
  std::string problem_;
};

}  // namespace sigverse::microphone
