// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gateways/sigverse/client/sim_server.h"
#include "gateways/sigverse/microphone/microphone.h"

namespace sigverse::microphone {

/// A user talks to an agent while a button is held: the recording of the microphone becomes one sound, which the
/// agent's controller gets in onRecvSound from `SIGViewer`. Used by one thread; waits only while the system opens the
/// microphone.
class PushToTalk {
 public:
  /// Shorter recordings are not sent: the button was touched by accident.
  static constexpr double kMinSeconds = 0.1;

  /// Begins a recording for an agent. Returns false with a line for users in `problem`: it has no controller, or there
  /// is no microphone.
  bool start(const client::Object& agent);
  /// Called in each frame.
  void update() { microphone_.update(); }
  /// Ends the recording and queues it; `time` is the SIG time. Returns false, with nothing sent and a line for users in
  /// `problem`.
  bool stop(client::SimServer& server, double time);
  /// Ends the recording, which is dropped.
  void cancel();

  /// True until `stop` or `cancel`, even when the recording has reached its maximum length.
  bool is_talking() const { return !agent_.empty(); }
  /// The agent to whom the user talks; empty while no one talks.
  const std::string& agent() const { return agent_; }
  /// 0 to 1, for a bar.
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
